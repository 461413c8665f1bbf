//! `cardwright serve --http`, as programs and pages have it: clients of our own over HTTP and WebSocket.

mod amplify;
mod client;
#[cfg(all(unix, feature = "postgres"))]
#[path = "../../../../server/tests/cluster/mod.rs"]
mod cluster;
mod hidden;
mod hostile;
mod kills;
mod origins;
#[cfg(all(unix, feature = "postgres"))]
mod postgres;
mod rights;
mod rooms;
mod soak;
mod sockets;
