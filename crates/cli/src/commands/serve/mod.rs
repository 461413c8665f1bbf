//! `cardwright serve`: for programs in other languages, for assistants, for people at other machines.

#[cfg(feature = "server")]
mod http;
mod stdio;

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use clap::{ArgGroup, Args};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Play with programs in other languages, with assistants, or with people over the network.
///
/// `--stdio`: matches, packs, rulings and simulations for a program that writes lines to the standard input and reads lines
/// from the standard output (JSON-RPC 2.0, `docs/guide/serve.md`). It ends with the input, or after `shutdown`.
/// `--mcp`: the same way rules, rulings, odds and packs for an assistant (Model Context Protocol, `docs/guide/assistants.md`).
/// `--http`: rooms in which people play over HTTP and WebSocket (`docs/guide/server.md`). Ctrl-C ends it.
#[derive(Args)]
#[command(group(ArgGroup::new("how").required(true).args(["stdio", "mcp", "http"])))]
pub(crate) struct Serve {
    /// Take lines from the standard input and answer on the standard output.
    #[arg(long)]
    stdio: bool,
    /// Answer an assistant on the standard output: Model Context Protocol.
    #[arg(long)]
    mcp: bool,
    /// Listen there for HTTP and WebSocket, such as 127.0.0.1:8080; port 0 takes a free one.
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// What seeds of a desk follow from where a client names none. Default: the system's randomness. Rooms take
    /// theirs from the system in any case.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    rooms: RoomArgs,
}

/// What `--http` takes beside the address.
#[derive(Args)]
#[cfg_attr(not(feature = "server"), allow(dead_code, reason = "without rooms nobody reads it"))]
pub(crate) struct RoomArgs {
    /// The file in which rooms are kept; it is made where there is none. Or a PostgreSQL, which several servers may share:
    /// `postgres://USER@HOST/DATABASE`, with the password in the environment variable PGPASSWORD. Without it rooms end with
    /// the program.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdio", "mcp"])]
    db: Option<PathBuf>,
    /// A folder of files for browsers, such as the page of the table.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stdio", "mcp"])]
    web: Option<PathBuf>,
    /// Give each client that asks a desk of its own at /rpc, too: what `--stdio` is, over a WebSocket.
    #[arg(long, conflicts_with_all = ["stdio", "mcp"])]
    desks: bool,
    /// A proxy stands before the server: who asks is the last address in X-Forwarded-For.
    #[arg(long, conflicts_with_all = ["stdio", "mcp"])]
    behind_proxy: bool,
    /// Write the log as lines of JSON.
    #[arg(long, conflicts_with_all = ["stdio", "mcp"])]
    json_log: bool,
    /// Rooms that are kept at most.
    #[arg(long, value_name = "N", conflicts_with_all = ["stdio", "mcp"])]
    rooms: Option<u64>,
    /// Rooms that one client may make in an hour.
    #[arg(long, value_name = "N", conflicts_with_all = ["stdio", "mcp"])]
    rooms_an_hour: Option<u32>,
    /// WebSockets that one client may have at once.
    #[arg(long, value_name = "N", conflicts_with_all = ["stdio", "mcp"])]
    connections: Option<u32>,
    /// Messages a second that one client may send.
    #[arg(long, value_name = "N", conflicts_with_all = ["stdio", "mcp"])]
    rate: Option<u32>,
}

impl Serve {
    /// Serves until the input ends or the program is interrupted.
    ///
    /// # Errors
    /// When an answer cannot be written, the address or a file cannot be used.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        match self.http {
            Some(address) => self.rooms.serve(address, self.seed, out),
            None if self.mcp => stdio::assistant(out),
            None => stdio::desk(self.seed, out),
        }
    }
}

#[cfg(not(feature = "server"))]
impl RoomArgs {
    fn serve(&self, _: SocketAddr, _: Option<u64>, _: &mut Out) -> Result<Verdict, CommandError> {
        Err(CommandError::usage(
            "this program was built without rooms",
            "build it with the feature `server`, which is the default",
        ))
    }
}
