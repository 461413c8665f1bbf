//! How generated texts and messages say what the templates of nouns and verbs alone cannot say well.

/// Phrases of a game, by place in its lexicon. What is not in here is said by the templates.
#[derive(Clone, Copy, Debug)]
pub struct Phrases {
    /// Nouns that are numbers or sets: the noun, how to say that there is something, and that there is nothing.
    pub some: &'static [(u8, &'static str, &'static str)],
    /// Sorts of things with another name in messages than in scripts: one of them, and several.
    pub things: &'static [(u8, &'static str, &'static str)],
    /// What texts call one thing of a sort that was chosen, as in "that card".
    pub called: &'static [(u8, &'static str)],
    /// Facts that are numbers: kind, fact, and a sentence, with `{0}` for the number.
    pub facts: &'static [(u8, u8, &'static str)],
    /// The noun that asks which variant of a rule the table plays, and which variants hold, a bit each: those of the
    /// usual game, or of the table that texts are for.
    pub variants: Option<(u8, u64)>,
}

impl Phrases {
    /// None: everything is said by the templates.
    pub const NONE: Phrases = Phrases { some: &[], things: &[], called: &[], facts: &[], variants: None };
}
