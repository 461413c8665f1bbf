//! `cardwright serve --http` with clients of this test over HTTP and WebSocket, as programs and pages use it.

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
