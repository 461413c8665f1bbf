//! `cardwright serve --http`, as programs and pages have it: clients of our own over HTTP and WebSocket.

mod client;
#[cfg(all(unix, feature = "postgres"))]
#[path = "../../../../server/tests/cluster/mod.rs"]
mod cluster;
mod hidden;
mod hostile;
mod kills;
#[cfg(all(unix, feature = "postgres"))]
mod postgres;
mod rooms;
mod sockets;
