//! `cardwright serve`: serves programs in other languages, assistants, and people at other machines.

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

/// The default address of the page: only for this machine.
const HERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Play in the browser, over the network, or with other programs.
///
/// Without options, it opens the table, the workshop and the judge in the browser at http://127.0.0.1:8080. Ctrl-C
/// stops it.
/// `--stdio` serves matches, packs, rulings and simulations to a program, as lines of JSON-RPC 2.0 on the standard
/// input and output (docs/guide/serve.md). It stops at the end of the input, or after `shutdown`.
/// `--mcp` serves rules, rulings, odds and packs to an assistant in the same way (Model Context Protocol,
/// docs/guide/assistants.md).
/// `--http` serves the page, and rooms for people who play over HTTP and WebSocket (docs/guide/server.md).
#[derive(Args)]
#[command(group(ArgGroup::new("how").args(["stdio", "mcp", "http"])))]
pub(crate) struct Serve {
    /// Read requests from the standard input, and write replies to the standard output.
    #[arg(long)]
    stdio: bool,
    /// Serve an assistant on the standard input and output (Model Context Protocol).
    #[arg(long)]
    mcp: bool,
    /// Listen on this address for HTTP and WebSocket, such as 127.0.0.1:8080; port 0 chooses a free port.
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,
    /// The seed from which the service derives seeds that a client does not give. Default: random. Rooms always
    /// have random seeds.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    rooms: RoomArgs,
}

/// The options of `--http`.
#[derive(Args)]
#[cfg_attr(
    not(feature = "server"),
    allow(dead_code, reason = "without rooms nobody reads it")
)]
pub(crate) struct RoomArgs {
    /// The file in which rooms are kept; it is created if it does not exist. Or a PostgreSQL database, which
    /// several servers may share: `postgres://USER@HOST/DATABASE`, with the password in the environment variable
    /// PGPASSWORD. Without this option, rooms are lost when the program stops.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdio", "mcp"])]
    db: Option<PathBuf>,
    /// A folder with a page for browsers. Default: the page that was built or installed with this program, if there
    /// is one.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stdio", "mcp"])]
    web: Option<PathBuf>,
    /// Also offer each client its own service at /rpc: the same as `--stdio`, over a WebSocket.
    #[arg(long, alias = "desks", conflicts_with_all = ["stdio", "mcp"])]
    services: bool,
    /// A proxy in front of the server: an address, or a network such as 10.0.0.0/8; repeat it for more.
    /// X-Forwarded-For is believed only if it is from one of them.
    #[arg(long, value_name = "ADDR", conflicts_with_all = ["stdio", "mcp"])]
    trusted_proxy: Vec<String>,
    /// A name by which browsers may reach the server, in addition to its own address, such as rooms.example.org;
    /// repeat it for more.
    #[arg(long, value_name = "HOST", conflicts_with_all = ["stdio", "mcp"])]
    allow_host: Vec<String>,
    /// Another origin whose pages may use the server, such as https://play.example.org; repeat it for more.
    #[arg(long, value_name = "ORIGIN", conflicts_with_all = ["stdio", "mcp"])]
    allow_origin: Vec<String>,
    /// The number of days that a room is kept after its last action. Default: 30. A room in which nobody has played
    /// is kept for one day.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500), conflicts_with_all = ["stdio", "mcp"])]
    keep_days: Option<u32>,
    /// Write the log as JSON lines.
    #[arg(long, conflicts_with_all = ["stdio", "mcp"])]
    json_log: bool,
    /// The maximum number of rooms.
    #[arg(long, value_name = "N", conflicts_with_all = ["stdio", "mcp"])]
    rooms: Option<u64>,
    /// The maximum number of rooms that one client may create per hour.
    #[arg(long, value_name = "N", conflicts_with_all = ["stdio", "mcp"])]
    rooms_an_hour: Option<u32>,
    /// The maximum number of WebSockets that one client may have at the same time.
    #[arg(long, value_name = "N", conflicts_with_all = ["stdio", "mcp"])]
    connections: Option<u32>,
    /// The maximum average number of requests per second from one client. Default: 200.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["stdio", "mcp"])]
    rate: Option<u32>,
}

impl Serve {
    /// Serves until the input ends or the program is interrupted.
    ///
    /// # Errors
    /// When a reply cannot be written, or the address or a file cannot be used.
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
