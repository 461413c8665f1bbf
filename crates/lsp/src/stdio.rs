//! The connection over standard input and output. An unreadable message is reported to the client, and the server
//! continues with the next one.

use lsp_server::{Connection, Message, Notification};
use lsp_types::{LogMessageParams, MessageType};
use std::io::{self, BufRead, ErrorKind, Read};
use std::thread::{self, JoinHandle};

/// The maximum number of bytes of a message; an editor sends whole files.
const MESSAGE_BYTES: u64 = 64 << 20;
/// The maximum number of bytes of a header line.
const HEADER_BYTES: u64 = 4096;

/// The threads of a connection: one reads, one writes.
#[derive(Debug)]
pub struct Threads(JoinHandle<io::Result<()>>, JoinHandle<io::Result<()>>);

impl Threads {
    /// Waits until everything is written.
    ///
    /// # Errors
    /// If reading the input or writing the output failed.
    pub fn join(self) -> io::Result<()> {
        let ended = |thread: JoinHandle<io::Result<()>>| {
            thread
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("a thread of the connection stopped")))
        };
        ended(self.0).and(ended(self.1))
    }
}

/// Opens a connection over standard input and output.
pub fn over_stdio() -> (Connection, Threads) {
    let (server, client) = Connection::memory();
    let (to_server, from_server) = (client.sender, client.receiver);
    let to_client = server.sender.clone();
    let reader = thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let message = match read(&mut input) {
                Ok(Some(message)) => message,
                Ok(None) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    let about = LogMessageParams {
                        typ: MessageType::ERROR,
                        message: format!("a message was ignored: {error}"),
                    };
                    // A disconnected client needs no report.
                    let _ =
                        to_client.send(Notification::new("window/logMessage".into(), about).into());
                    continue;
                }
                Err(error) => return Err(error),
            };
            let exit = matches!(&message, Message::Notification(note) if note.method == "exit");
            if to_server.send(message).is_err() || exit {
                return Ok(());
            }
        }
    });
    let writer = thread::spawn(move || {
        let mut output = io::stdout().lock();
        from_server
            .into_iter()
            .try_for_each(|message| message.write(&mut output))
    });
    (server, Threads(reader, writer))
}

/// The next message; `None` at the end of the input.
///
/// # Errors
/// [`ErrorKind::InvalidData`] if a message cannot be read, but the next one may be.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let unreadable = |why: String| Err(io::Error::new(ErrorKind::InvalidData, why));
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input
            .by_ref()
            .take(HEADER_BYTES)
            .read_until(b'\n', &mut line)?
            == 0
        {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let Some((name, value)) = line.split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            continue;
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let Some(length) = length else {
        return unreadable("it has no length (`Content-Length`)".into());
    };
    let mut body = input.take(length);
    if length > MESSAGE_BYTES {
        io::copy(&mut body, &mut io::sink())?;
        return unreadable(format!(
            "it has {length} bytes, and at most {MESSAGE_BYTES} are allowed"
        ));
    }
    let mut text = Vec::new();
    if body.read_to_end(&mut text)? < length as usize {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    serde_json::from_slice(&text)
        .map(Some)
        .or_else(|error| unreadable(cardwright::json_fault(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_told_and_the_next_message_is_read() {
        let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let large = "x".repeat(MESSAGE_BYTES as usize + 1);
        let sent = format!(
            "Content-Length: 5\r\n\r\n{{{{{{{{{{\
             Content-Type: x\r\n\r\n\
             Content-Length: -7\r\n\r\n\
             Content-Length: {}\r\n\r\n{large}\
             nonsense\r\nCONTENT-LENGTH: {}\r\n\r\n{exit}",
            large.len(),
            exit.len()
        );
        let mut input = sent.as_bytes();
        for why in [
            "the text is not JSON: see line 1, column 2",
            "it has no length (`Content-Length`)",
            "it has no length (`Content-Length`)",
            "it has 67108865 bytes, and at most 67108864 are allowed",
        ] {
            let error = read(&mut input).unwrap_err();
            assert_eq!(
                (error.kind(), error.to_string()),
                (ErrorKind::InvalidData, why.into())
            );
        }
        let Some(Message::Notification(note)) = read(&mut input).unwrap() else {
            panic!("no notification")
        };
        assert_eq!(note.method, "exit");
        assert!(read(&mut input).unwrap().is_none());
    }

    #[test]
    fn a_length_that_nobody_sends_costs_nothing() {
        let mut input = &b"Content-Length: 60000000\r\n\r\n{}"[..];
        assert_eq!(
            read(&mut input).unwrap_err().kind(),
            ErrorKind::UnexpectedEof
        );
        let mut input = &b"Content-Length: 99999999999999\r\n\r\n{}"[..];
        assert_eq!(read(&mut input).unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
