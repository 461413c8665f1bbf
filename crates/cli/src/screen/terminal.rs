//! Enters and leaves the full screen. It is left when the program ends, panics, or is told to end.

use crate::interrupt;
use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, poll,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether the full screen is shown now.
static SHOWN: AtomicBool = AtomicBool::new(false);
/// Ensures that the panic hook is set only once.
static HOOK: Once = Once::new();

/// The bytes that leave the full screen, for a terminal that cannot be queried any more: they end bracketed paste
/// and mouse mode, switch back to the main screen, show the cursor, and reset colours.
const LEAVE: &[u8] =
    b"\x1b[?2004l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1049l\x1b[?25h\x1b[0m";

/// The terminal, while the full screen is shown.
pub(super) struct Terminal(ratatui::Terminal<CrosstermBackend<Stdout>>);

impl Terminal {
    /// Enters the full screen, and enables key and mouse events.
    pub(super) fn enter() -> io::Result<Self> {
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                leave();
                before(info);
            }));
        });
        interrupt::on_exit(restore);
        enable_raw_mode()?;
        SHOWN.store(true, Ordering::SeqCst);
        // The first poll starts to report changes of size, so it happens before anything is drawn.
        let heard = poll(Duration::ZERO).map(drop);
        let entered = heard.and_then(|()| {
            execute!(
                stdout(),
                EnterAlternateScreen,
                // Some terminals have only one screen, which still shows the menu.
                Clear(ClearType::All),
                EnableMouseCapture,
                EnableBracketedPaste
            )
        });
        let terminal =
            entered.and_then(|()| ratatui::Terminal::new(CrosstermBackend::new(stdout())));
        terminal.map(Terminal).inspect_err(|_| leave())
    }

    /// The number of columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        size()
    }

    /// Draws a frame.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        self.0.draw(draw).map(drop)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        leave();
    }
}

/// Leaves the full screen, if it is shown. If the terminal has been closed, nothing happens.
fn leave() {
    if SHOWN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// Leaves the full screen from another thread, which must not wait for the lock of the output.
fn restore() {
    if SHOWN.swap(false, Ordering::SeqCst) {
        interrupt::write_past(LEAVE);
        let _ = disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    /// It writes to the real standard output, so the test below runs it in a process of its own.
    #[test]
    #[ignore = "run by the next test"]
    #[should_panic(expected = "a defect")]
    fn panics_in_the_full_screen() {
        // Without a terminal this fails, but only after it has set the panic hook.
        std::mem::forget(Terminal::enter());
        SHOWN.store(true, Ordering::SeqCst);
        panic!("a defect");
    }

    #[test]
    fn a_panic_leaves_the_full_screen() {
        let test = "screen::terminal::tests::panics_in_the_full_screen";
        let run = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--ignored", "--nocapture"])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let [shown, told] = [run.stdout, run.stderr].map(|all| String::from_utf8(all).unwrap());
        assert!(told.contains("a defect"), "{told}");
        // Back to the main screen, and the cursor is shown.
        let left = shown.rfind("\x1b[?1049l").zip(shown.rfind("\x1b[?25h"));
        assert!(left.is_some(), "{shown:?}");
    }
}
