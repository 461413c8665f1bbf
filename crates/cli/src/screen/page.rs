//! A page over the screen.

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Popup {
    /// What it is.
    pub(super) title: String,
    /// Its text.
    pub(super) text: String,
    /// The first row that is shown.
    pub(super) scroll: usize,
    /// Whether it begins at its end.
    pub(super) at_end: bool,
}

impl Popup {
    /// The columns of a page's text.
    pub(super) fn columns(size: (u16, u16)) -> usize {
        usize::from(size.0.saturating_sub(6)).clamp(20, 96)
    }

    /// What a command printed.
    pub(super) fn text(text: &str) -> Self {
        Popup { title: String::new(), text: text.into(), scroll: 0, at_end: false }
    }
}
