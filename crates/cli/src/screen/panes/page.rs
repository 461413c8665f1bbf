//! A page over the screen.

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Popup {
    /// The heading.
    pub(crate) title: String,
    /// Its text.
    pub(crate) text: String,
    /// The first row shown.
    pub(crate) scroll: usize,
    /// Whether it opens at its end.
    pub(crate) at_end: bool,
    /// Whether it is longer than the screen, once it has been drawn.
    pub(crate) is_long: bool,
}

impl Popup {
    /// The width of a page's text in columns.
    pub(crate) fn columns(size: (u16, u16)) -> usize {
        usize::from(size.0.saturating_sub(6)).clamp(20, 96)
    }

    /// A page with the output of a command.
    pub(crate) fn text(text: &str) -> Self {
        Popup {
            title: String::new(),
            text: text.into(),
            scroll: 0,
            at_end: false,
            is_long: false,
        }
    }
}
