//! Waits until somebody saves a file.

use crate::stop::CommandError;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long a file must not change before it counts as saved, because editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(150);

/// The events while waiting.
enum Comes {
    /// A file was changed.
    Changed,
    /// The input has ended.
    End,
}

/// Watches folders for changes.
pub(crate) struct Watch {
    comes: Receiver<Comes>,
    // It watches until it is dropped.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Watches folders and their subfolders. If the input is not a terminal, the watch stops when the input ends.
    ///
    /// # Errors
    /// When the system cannot watch one of the folders.
    pub(crate) fn new(folders: &[PathBuf]) -> Result<Watch, CommandError> {
        let (sender, comes) = channel();
        if !io::stdin().is_terminal() {
            tell_end(sender.clone());
        }
        let told = move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| changes(event.kind)) {
                // If nobody receives it, the change does not matter.
                let _ = sender.send(Comes::Changed);
            }
        };
        let mut watcher = notify::recommended_watcher(told)
            .map_err(|error| cannot_watch(Path::new("."), &error))?;
        for folder in folders {
            watcher
                .watch(folder, RecursiveMode::Recursive)
                .map_err(|error| cannot_watch(folder, &error))?;
        }
        Ok(Watch {
            comes,
            _watcher: watcher,
        })
    }

    /// Waits until a file has changed and no more changes follow. Returns false if the input has ended.
    pub(crate) fn changed(&self) -> bool {
        if !matches!(self.comes.recv(), Ok(Comes::Changed)) {
            return false;
        }
        loop {
            match self.comes.recv_timeout(QUIET) {
                Ok(Comes::Changed) => {}
                Ok(Comes::End) => return false,
                Err(_) => return true,
            }
        }
    }
}

/// Whether the event may mean a change; the program's own reading causes events too.
fn changes(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_)
    )
}

/// Reads the input to its end, and reports that.
fn tell_end(sender: Sender<Comes>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut part = [0; 1024];
        while input.read(&mut part).is_ok_and(|read| read > 0) {}
        let _ = sender.send(Comes::End);
    });
}

fn cannot_watch(folder: &Path, error: &notify::Error) -> CommandError {
    CommandError::usage(
        format!("cannot watch {}: {error}", folder.display()),
        "run `check` without --watch",
    )
}
