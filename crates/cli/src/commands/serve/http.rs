//! `cardwright serve --http`: rooms over HTTP and WebSocket.

use super::stdio::entropy;
use super::{RoomArgs, page};
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright_server::{Config, Limits, ServeError, Sqlite, Store, StoreError, serve};
use serde_json::json;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::Mutex;
use tokio::sync::oneshot;

impl RoomArgs {
    /// Serves the page and rooms until the program is interrupted; `open` opens the page in a browser.
    ///
    /// # Errors
    /// When the address or a file cannot be used, or there is no page to open.
    pub(super) fn serve(
        &self,
        address: SocketAddr,
        seed: Option<u64>,
        open: bool,
        out: &mut Out,
    ) -> Result<Verdict, CommandError> {
        if let Some(folder) = self.web.as_ref().filter(|folder| !folder.is_dir()) {
            let what = format!("{} is not a folder", folder.display());
            return Err(CommandError::usage(
                what,
                "name the folder with the page's `index.html`",
            ));
        }
        let config = self.config(address, seed)?;
        if open && config.web.is_none() {
            return Err(CommandError::usage(
                "the page is not built here",
                "`web/build` in a copy of the project builds it; `cardwright play GAME` plays at the terminal (`cardwright games` lists the games)",
            ));
        }
        self.log();
        let store = self.store()?;
        allow_many_connections();
        let mut said = Ok(());
        serve(&config, store, interrupted(), |address| {
            said = self.greet(out, address, config.web.is_some());
            // Without a browser here, the user can read the address.
            if open && std::io::stdout().is_terminal() {
                let _ = open::that_detached(format!("http://{address}/"));
            }
        })?;
        said?;
        Ok(Verdict::Good)
    }

    /// The store for the rooms.
    fn store(&self) -> Result<Box<dyn Store>, CommandError> {
        let Some(place) = &self.db else {
            return Ok(Box::new(Sqlite::in_memory()?));
        };
        match place
            .to_str()
            .and_then(|text| Some((text, text.split_once("://")?.0)))
        {
            None => Ok(Box::new(Sqlite::open(place)?)),
            Some((address, "postgres" | "postgresql")) => database(address),
            Some((_, other)) => Err(CommandError::usage(
                format!("rooms cannot be kept in `{other}:`"),
                "name a file, or a PostgreSQL database such as `postgres://USER@HOST/DATABASE`",
            )),
        }
    }

    fn greet(&self, out: &mut Out, address: SocketAddr, page: bool) -> Result<(), CommandError> {
        if out.is_json() {
            out.json_line(&json!({ "ready": format!("http://{address}") }))?;
        } else {
            if page {
                out.line(format!("the page is at http://{address}/"))?;
            }
            out.line(format!(
                "rooms at http://{address}/, health at /healthz, figures at /metrics; Ctrl-C ends"
            ))?;
            if self.db.is_none() {
                out.line(
                    "rooms are lost when this program stops; `--db rooms.db` keeps them in a file",
                )?;
            }
        }
        out.flush()
    }

    fn config(&self, address: SocketAddr, seed: Option<u64>) -> Result<Config, CommandError> {
        let usual = Limits::default();
        Ok(Config {
            address,
            web: self.web.clone().or_else(page::of_this_program),
            services: self.services,
            service_seed: seed.unwrap_or_else(entropy),
            allow_hosts: read(&self.allow_host, "--allow-host")?,
            allow_origins: read(&self.allow_origin, "--allow-origin")?,
            trusted_proxies: read(&self.trusted_proxy, "--trusted-proxy")?,
            limits: Limits {
                connections: self.connections.unwrap_or(usual.connections),
                rate: self.rate.unwrap_or(usual.rate),
                rooms_an_hour: self.rooms_an_hour.unwrap_or(usual.rooms_an_hour),
                rooms: self.rooms.unwrap_or(usual.rooms),
                keep_days: self.keep_days.unwrap_or(usual.keep_days),
            },
        })
    }

    /// Writes the log to standard error, because standard output is for results.
    fn log(&self) {
        let log = tracing_subscriber::fmt()
            .with_writer(std::io::stderr)
            .with_target(false);
        // If another log is already set up, it is used.
        let _ = match self.json_log {
            true => log.json().try_init(),
            false => log.try_init(),
        };
    }
}

/// Parses all values of a repeatable flag.
fn read<T: FromStr<Err = String>>(given: &[String], flag: &str) -> Result<Vec<T>, CommandError> {
    let read = |text: &String| {
        text.parse().map_err(|wrong: String| {
            CommandError::usage(
                format!("{flag}: {wrong}"),
                "give one, and repeat the flag for more",
            )
        })
    };
    given.iter().map(read).collect()
}

#[cfg(feature = "postgres")]
fn database(address: &str) -> Result<Box<dyn Store>, CommandError> {
    // On the command line, every user of the machine could read it.
    let password = std::env::var("PGPASSWORD").ok();
    let store = cardwright_server::Postgres::open(address, password.as_deref()).map_err(|error| {
        let help = "name a running PostgreSQL server with a database and a user for it: `postgres://USER@HOST/DATABASE`; the password can be in PGPASSWORD";
        CommandError::usage(error.to_string(), help)
    })?;
    Ok(Box::new(store))
}

#[cfg(not(feature = "postgres"))]
fn database(_: &str) -> Result<Box<dyn Store>, CommandError> {
    Err(CommandError::usage(
        "this program was built without PostgreSQL",
        "build it with `--features postgres`, or name a file",
    ))
}

/// Raises the limit of open files. Each connection is an open file, and shells allow about a thousand unless a
/// program asks for more.
#[cfg(unix)]
fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // If this fails, fewer connections are possible, and the others wait.
    let _ = setrlimit(
        Resource::Nofile,
        Rlimit {
            current: maximum,
            maximum,
        },
    );
}

#[cfg(not(unix))]
fn allow_many_connections() {}

/// Completes when the program is interrupted.
fn interrupted() -> oneshot::Receiver<()> {
    let (stop, stopped) = oneshot::channel();
    let stop = Mutex::new(Some(stop));
    // Without signals, the program ends when the system stops it.
    let _ = ctrlc::set_handler(move || {
        if let Some(stop) = stop.lock().ok().and_then(|mut stop| stop.take()) {
            let _ = stop.send(());
        }
    });
    stopped
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        CommandError::usage(
            error.to_string(),
            "name a file that no other server uses, in a folder where you may write",
        )
    }
}

impl From<ServeError> for CommandError {
    fn from(error: ServeError) -> Self {
        let help = match error {
            ServeError::Listen { .. } => {
                "name an address of this machine and a free port, such as 127.0.0.1:8080"
            }
            _ => "try again",
        };
        CommandError::usage(error.to_string(), help)
    }
}
