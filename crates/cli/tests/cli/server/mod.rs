//! `cardwright serve --http`, as programs and pages have it: clients of our own over HTTP and WebSocket.

mod client;
mod hidden;
mod kills;
mod load;
mod rooms;
mod sockets;
