//! The bytes of one connection: a client that does not read is disconnected, but a last message reaches a client
//! that reads.

use crate::limits::{LINGER, LINGER_BYTES, SEND};
use crate::listen::Line;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep, timeout};

/// A connection that is closed if its client reads nothing for [`SEND`]. When it is dropped, data that the client still
/// sends is read for a moment, because a system that closes a socket with unread data discards what it has not
/// delivered.
pub(crate) struct Stream {
    /// `None` only after the drop.
    stream: Option<TcpStream>,
    line: Option<Line>,
    /// The deadline for pending output.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Stream {
    pub(crate) fn new(stream: TcpStream, line: Line) -> Self {
        Stream {
            stream: Some(stream),
            line: Some(line),
            stalled: None,
        }
    }

    fn with<T>(
        &mut self,
        work: impl FnOnce(Pin<&mut TcpStream>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        match &mut self.stream {
            Some(stream) => work(Pin::new(stream)),
            None => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
        }
    }

    /// The result of a write, or a timeout if no data was sent for too long.
    fn in_time<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(SEND)));
        match stalled.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.with(|stream| stream.poll_read(cx, buf))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.with(|stream| stream.poll_write(cx, buf));
        self.in_time(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.with(|stream| stream.poll_write_vectored(cx, bufs));
        self.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|stream| stream.poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|stream| stream.poll_shutdown(cx))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let (Some(stream), Ok(runtime)) =
            (self.stream.take(), tokio::runtime::Handle::try_current())
        else {
            return;
        };
        // The connection counts while it lingers, unless it was closed in favour of another.
        let line = self.line.take();
        if line.as_ref().is_none_or(Line::is_gone) {
            return;
        }
        runtime.spawn(async move {
            let _ = timeout(LINGER, linger(stream)).await;
            drop(line);
        });
    }
}

/// Reads and discards what a client still sends.
async fn linger(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    tokio::io::copy(&mut stream.take(LINGER_BYTES), &mut tokio::io::sink()).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The deadline is removed when data is sent, set when none is, and ends the connection when it is over.
    #[tokio::test]
    async fn only_a_client_that_reads_nothing_for_so_long_is_let_go() {
        let mut stream = Stream {
            stream: None,
            line: None,
            stalled: None,
        };
        let mut write = async |written: fn() -> Poll<io::Result<usize>>, over: bool| {
            if over {
                stream.stalled = Some(Box::pin(sleep(std::time::Duration::ZERO)));
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
            let found = std::future::poll_fn(|cx| Poll::Ready(stream.in_time(cx, written()))).await;
            (found, stream.stalled.is_some())
        };
        let (found, waits) = write(|| Poll::Pending, false).await;
        assert!(found.is_pending() && waits);
        let (found, waits) = write(|| Poll::Ready(Ok(3)), false).await;
        assert!(matches!(found, Poll::Ready(Ok(3))) && !waits);
        let (found, _) = write(|| Poll::Pending, true).await;
        let Poll::Ready(Err(error)) = found else {
            panic!("{found:?}")
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        // Data that is sent at the last moment counts.
        let (found, waits) = write(|| Poll::Ready(Ok(3)), true).await;
        assert!(matches!(found, Poll::Ready(Ok(3))) && !waits);
    }
}
