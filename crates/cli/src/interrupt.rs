//! Ctrl-C, a request to end (SIGTERM), and a terminal that is closed (SIGHUP).

use std::io::Write;
use std::process::exit;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What is done first when the program is interrupted.
static ON_EXIT: OnceLock<fn()> = OnceLock::new();

/// Has this done first when the program is interrupted; the first to say it is heard.
pub(crate) fn on_exit(restore: fn()) {
    let _ = ON_EXIT.set(restore);
}

/// Writes to standard output past whoever holds it, without waiting.
#[cfg(unix)]
pub(crate) fn write_past(bytes: &[u8]) {
    // A terminal that has gone needs nothing.
    let _ = rustix::io::write(rustix::stdio::stdout(), bytes);
}

/// The same through standard error, where the system has no other way.
#[cfg(not(unix))]
pub(crate) fn write_past(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

/// What the program ends with then, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Ends the program when it is interrupted: never in the middle of writing a file, and with a last word.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    last_word: Arc<Mutex<Option<String>>>,
}

impl Interrupt {
    /// From now on an interruption ends the program so.
    pub(crate) fn watch() -> Self {
        let interrupt = Interrupt::default();
        let watched = interrupt.clone();
        let terminal = terminal_as_it_is();
        // Where the system has no signals, or another part of the program takes them, they do what they always do.
        let _ = ctrlc::set_handler(move || {
            let last_word = watched.busy();
            if let Some(restore) = ON_EXIT.get() {
                restore();
            }
            // Standard output is held by whoever is asked; nothing is left to do when even this cannot be written.
            let text = last_word
                .as_ref()
                .map_or(String::new(), |text| format!("{text}\n"));
            let _ = std::io::stderr().write_all(format!("\n{text}").as_bytes());
            terminal();
            exit(i32::from(INTERRUPTED));
        });
        interrupt
    }

    /// Holds an interruption back as long as this is kept.
    pub(crate) fn busy(&self) -> MutexGuard<'_, Option<String>> {
        self.last_word
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The last word.
    pub(crate) fn say(&self, text: Option<String>) {
        *self.busy() = text;
    }
}

/// What makes the terminal again as it is now: whoever edits a line has changed it.
#[cfg(unix)]
fn terminal_as_it_is() -> impl Fn() + Send + 'static {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let now = tcgetattr(std::io::stdin()).ok();
    move || {
        if let Some(now) = &now {
            // A terminal that has gone needs nothing.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, now);
        }
    }
}

#[cfg(not(unix))]
fn terminal_as_it_is() -> impl Fn() + Send + 'static {
    || {}
}
