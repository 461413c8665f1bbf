//! Handles Ctrl-C, a request to end (SIGTERM), and a closed terminal (SIGHUP).

use std::io::Write;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The function to call first when the program is interrupted.
static ON_EXIT: OnceLock<fn()> = OnceLock::new();

/// Sets the function to call first when the program is interrupted. Only the first call has an effect.
pub(crate) fn on_exit(restore: fn()) {
    let _ = ON_EXIT.set(restore);
}

/// Writes to standard output without waiting for its lock.
#[cfg(unix)]
pub(crate) fn write_past(bytes: &[u8]) {
    // If the terminal has been closed, nothing needs to be written.
    let _ = rustix::io::write(rustix::stdio::stdout(), bytes);
}

/// Writes to standard error, because the system has no other way.
#[cfg(not(unix))]
pub(crate) fn write_past(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

/// Whether Ctrl-C has asked a long command to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on, the first Ctrl-C requests a stop (see [`is_stopped`]); a second one ends the program at once.
pub(crate) fn stop_on_request() {
    // Without signals, the system's default applies.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            exit(i32::from(INTERRUPTED));
        }
        let text = "\nstopping; the result so far follows. Ctrl-C again ends at once\n";
        let _ = std::io::stderr().write_all(text.as_bytes());
    });
}

/// Whether the command has to stop and print its results so far.
pub(crate) fn is_stopped() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// The exit code after an interruption, as in shells.
pub(crate) const INTERRUPTED: u8 = 130;

/// Ends the program when it is interrupted: never while a file is being written, and with a last message.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    last_word: Arc<Mutex<Option<String>>>,
}

impl Interrupt {
    /// From now on, an interruption ends the program in this way.
    pub(crate) fn watch() -> Self {
        let interrupt = Interrupt::default();
        let watched = interrupt.clone();
        let terminal = terminal_as_it_is();
        // Without signals, or if another part of the program handles them, the default applies.
        let _ = ctrlc::set_handler(move || {
            let last_word = watched.busy();
            if let Some(restore) = ON_EXIT.get() {
                restore();
            }
            // A prompt that waits for input holds the lock of standard output. If even this write fails, nothing
            // can be done.
            let text = last_word
                .as_ref()
                .map_or(String::new(), |text| format!("{text}\n"));
            let _ = std::io::stderr().write_all(format!("\n{text}").as_bytes());
            terminal();
            exit(i32::from(INTERRUPTED));
        });
        interrupt
    }

    /// Delays interruptions until the result is dropped.
    pub(crate) fn busy(&self) -> MutexGuard<'_, Option<String>> {
        self.last_word
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the last message.
    pub(crate) fn say(&self, text: Option<String>) {
        *self.busy() = text;
    }
}

/// Returns a function that restores the current terminal settings, because editing a line changes them.
#[cfg(unix)]
fn terminal_as_it_is() -> impl Fn() + Send + 'static {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let now = tcgetattr(std::io::stdin()).ok();
    move || {
        if let Some(now) = &now {
            // If the terminal has been closed, there is nothing to restore.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, now);
        }
    }
}

#[cfg(not(unix))]
fn terminal_as_it_is() -> impl Fn() + Send + 'static {
    || {}
}
