//! `cardwright serve`: for programs in other languages, for assistants, for people at other machines.

#[cfg(feature = "server")]
mod http;
#[cfg(feature = "server")]
mod page;
mod stdio;

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use clap::{ArgGroup, Args};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Where the page is opened unless `--http` says otherwise: for this machine alone.
const HERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Play in the browser, with people over the network, with programs in other languages, or with assistants.
///
/// Alone it opens the table, the workshop and the judge in the browser, at http://127.0.0.1:8080. Ctrl-C ends it.
/// `--stdio`: matches, packs, rulings and simulations for a program that writes lines to the standard input and reads lines
/// from the standard output (JSON-RPC 2.0, `docs/guide/serve.md`). It ends with the input, or after `shutdown`.
/// `--mcp`: the same way rules, rulings, odds and packs for an assistant (Model Context Protocol, `docs/guide/assistants.md`).
/// `--http`: the same page, and rooms in which people play over HTTP and WebSocket (`docs/guide/server.md`).
#[derive(Args)]
#[command(group(ArgGroup::new("how").args(["stdio", "mcp", "http"])))]
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
    /// What seeds of a service follow from where a client names none. Default: the system's randomness. Rooms take
    /// theirs from the system in any case.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    rooms: RoomArgs,
}

/// What `--http` takes beside the address.
#[derive(Args)]
#[cfg_attr(
    not(feature = "server"),
    allow(dead_code, reason = "without rooms nobody reads it")
)]
pub(crate) struct RoomArgs {
    /// The file in which rooms are kept; it is made where there is none. Or a PostgreSQL, which several servers may share:
    /// `postgres://USER@HOST/DATABASE`, with the password in the environment variable PGPASSWORD. Without it rooms end with
    /// the program.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdio", "mcp"])]
    db: Option<PathBuf>,
    /// A folder of files for browsers. Default: the page that was built or installed with this program, if there is one.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stdio", "mcp"])]
    web: Option<PathBuf>,
    /// Give each client that asks a service of its own at /rpc, too: what `--stdio` is, over a WebSocket.
    #[arg(long, alias = "desks", conflicts_with_all = ["stdio", "mcp"])]
    services: bool,
    /// A proxy in front of the server, an address or a network such as 10.0.0.0/8; repeat it for more. Only these are
    /// believed when they name the client in X-Forwarded-For.
    #[arg(long, value_name = "ADDR", conflicts_with_all = ["stdio", "mcp"])]
    trusted_proxy: Vec<String>,
    /// A name that browsers may use for the server, beside its own address, such as rooms.example.org; repeat it for more.
    #[arg(long, value_name = "HOST", conflicts_with_all = ["stdio", "mcp"])]
    allow_host: Vec<String>,
    /// A page of another origin that may use the server, such as https://play.example.org; repeat it for more.
    #[arg(long, value_name = "ORIGIN", conflicts_with_all = ["stdio", "mcp"])]
    allow_origin: Vec<String>,
    /// Days that a room is kept after its last action. Default: 30. A room in which nobody plays is kept for one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500), conflicts_with_all = ["stdio", "mcp"])]
    keep_days: Option<u32>,
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
    /// Requests a second that one client may send over time. Default: 200.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["stdio", "mcp"])]
    rate: Option<u32>,
}

impl Serve {
    /// Serves until the input ends or the program is interrupted.
    ///
    /// # Errors
    /// When an answer cannot be written, the address or a file cannot be used.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        match self.http {
            Some(address) => self.rooms.serve(address, self.seed, false, out),
            None if self.mcp => stdio::assistant(out),
            None if self.stdio => stdio::service(self.seed, out),
            None => self.rooms.serve(HERE, self.seed, true, out),
        }
    }
}

#[cfg(not(feature = "server"))]
impl RoomArgs {
    fn serve(
        &self,
        _: SocketAddr,
        _: Option<u64>,
        open: bool,
        _: &mut Out,
    ) -> Result<Verdict, CommandError> {
        if open {
            return Err(CommandError::usage(
                "this program was built without the page",
                "`web/build && cargo run --release --features full -- serve` in a copy of the project opens it; \
                 `cardwright play GAME` plays at the terminal (`cardwright games` lists the games)",
            ));
        }
        Err(super::left_out("the server", "server"))
    }
}
