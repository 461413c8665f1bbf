//! How much of the log each viewer has seen.

use cardwright_kernel::Viewer;

/// For each viewer, how many log lines were shown.
#[derive(Clone, Default, Debug)]
pub(super) struct Told(Vec<(Viewer, usize)>);

impl Told {
    pub(super) fn of(&self, viewer: Viewer) -> usize {
        self.0
            .iter()
            .find(|(who, _)| *who == viewer)
            .map_or(0, |(_, told)| *told)
    }

    pub(super) fn add(&mut self, viewer: Viewer, lines: usize) {
        self.set(viewer, self.of(viewer) + lines);
    }

    pub(super) fn set(&mut self, viewer: Viewer, told: usize) {
        match self.0.iter_mut().find(|(who, _)| *who == viewer) {
            Some((_, count)) => *count = told,
            None => self.0.push((viewer, told)),
        }
    }

    /// Limits the numbers to the existing lines after an undo.
    pub(super) fn rewind(&mut self, all: impl Fn(Viewer) -> usize) {
        for (viewer, told) in &mut self.0 {
            *told = all(*viewer).min(*told);
        }
    }
}
