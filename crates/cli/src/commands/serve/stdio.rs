//! `cardwright serve --stdio` and `--mcp`: replies to lines.

use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use cardwright_wire::rpc::{LINE_BYTES, Service};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

/// The number of lines that may wait while one is answered: enough for a client that sends a few at once. A line
/// may be as long as [`LINE_BYTES`], so this limits the memory.
const WAITING: usize = 4;

/// A line of input.
enum Heard {
    Line(Vec<u8>),
    TooLong,
}

/// Answers lines with a service until the input ends.
///
/// # Errors
/// When a reply cannot be written.
pub(super) fn service(seed: Option<u64>, out: &mut Out) -> Result<Verdict, CommandError> {
    let mut service = Service::new(seed.unwrap_or_else(entropy));
    let heard = hear();
    while !service.is_over() {
        let lines = match next(&heard, service.is_busy()) {
            Ok(Some(Heard::Line(line))) => service.begin(&line),
            Ok(Some(Heard::TooLong)) => service.too_long(),
            Ok(None) => service.work(),
            Err(End) => break,
        };
        say(out, &lines)?;
    }
    Ok(Verdict::Good)
}

/// Answers an assistant until the input ends.
///
/// # Errors
/// When a reply cannot be written.
#[cfg(feature = "mcp")]
pub(super) fn assistant(out: &mut Out) -> Result<Verdict, CommandError> {
    let mut server = cardwright_mcp::Server::new(entropy());
    let heard = hear();
    while let Ok(Some(heard)) = next(&heard, false) {
        let answer = match heard {
            Heard::Line(line) => server.handle(&line),
            // Refused like any other line that is too long.
            Heard::TooLong => server.handle(&vec![b'x'; LINE_BYTES + 1]),
        };
        say(out, answer.as_slice())?;
    }
    Ok(Verdict::Good)
}

#[cfg(not(feature = "mcp"))]
pub(super) fn assistant(_: &mut Out) -> Result<Verdict, CommandError> {
    Err(crate::commands::left_out("what assistants need", "mcp"))
}

fn say(out: &mut Out, lines: &[String]) -> Result<(), CommandError> {
    lines.iter().try_for_each(|line| out.line(line))?;
    if lines.is_empty() {
        Ok(())
    } else {
        out.flush()
    }
}

/// Starts reading the standard input.
fn hear() -> Receiver<Heard> {
    let (sender, heard) = sync_channel(WAITING);
    std::thread::spawn(move || listen(&sender));
    heard
}

/// An unpredictable number, from the random keys of the standard library's hash maps.
pub(super) fn entropy() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The input has ended, and no work is running.
struct End;

/// The next line; `None` if there is none yet and work is running.
fn next(heard: &Receiver<Heard>, busy: bool) -> Result<Option<Heard>, End> {
    if !busy {
        return heard.recv().map(Some).map_err(|_| End);
    }
    match heard.try_recv() {
        Ok(line) => Ok(Some(line)),
        // Work that was requested is finished even if the input has ended.
        Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(None),
    }
}

/// Reads lines of the standard input until it ends, or until nobody needs them.
fn listen(sender: &SyncSender<Heard>) {
    let mut input = BufReader::new(std::io::stdin().lock());
    while let Some(heard) = read_line(&mut input) {
        if sender.send(heard).is_err() {
            return;
        }
    }
}

/// A line without its line ending; the content of a line that is too long is dropped.
fn read_line(input: &mut impl BufRead) -> Option<Heard> {
    let mut line = Vec::new();
    let most = LINE_BYTES as u64 + 2;
    let read = input
        .by_ref()
        .take(most)
        .read_until(b'\n', &mut line)
        .ok()?;
    match line.last() {
        _ if read == 0 => None,
        Some(b'\n') => {
            line.pop();
            Some(Heard::Line(line))
        }
        _ if read as u64 == most => {
            skip_line(input)?;
            Some(Heard::TooLong)
        }
        _ => Some(Heard::Line(line)),
    }
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> Option<()> {
    loop {
        let buffer = input.fill_buf().ok()?;
        if buffer.is_empty() {
            return Some(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &[u8]) -> Vec<Option<usize>> {
        let mut input = BufReader::with_capacity(7, text);
        std::iter::from_fn(|| read_line(&mut input))
            .map(|heard| {
                if let Heard::Line(line) = heard {
                    Some(line.len())
                } else {
                    None
                }
            })
            .collect()
    }

    #[test]
    fn lines_are_cut_at_their_ends_and_long_ones_are_passed_over() {
        assert_eq!(kinds(b"one\n\nthree"), [Some(3), Some(0), Some(5)]);
        let mut text = vec![b'x'; 3 * LINE_BYTES];
        text.extend(b"\nafter\n");
        assert_eq!(kinds(&text), [None, Some(5)]);
        let mut text = vec![b'x'; LINE_BYTES];
        text.push(b'\n');
        assert_eq!(kinds(&text), [Some(LINE_BYTES)]);
    }
}
