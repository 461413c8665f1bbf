//! Phrases for generated texts and messages that the templates of nouns and verbs cannot express well.

/// Phrases of a game, by index in its lexicon. Templates are used for everything else.
#[derive(Clone, Copy, Debug)]
pub struct Phrases {
    /// For nouns: the noun, the phrase for "there is something" or "true", and the phrase for "there is nothing" or
    /// "false".
    pub some: &'static [(u8, &'static str, &'static str)],
    /// Kinds of things whose names in messages differ from those in scripts: singular and plural.
    pub things: &'static [(u8, &'static str, &'static str)],
    /// The word in texts for a chosen thing of a kind, as in "that card".
    pub called: &'static [(u8, &'static str)],
    /// Sentences for facts that are numbers: kind, fact, and sentence with `{0}` for the number.
    pub facts: &'static [(u8, u8, &'static str)],
    /// Hooks that run in the owner's turn, so that the active player is the owner, as indices in the lexicon.
    pub own_turn: &'static [u8],
    /// Phrases for the card's own place, shorter phrases, and whether the shorter ones apply only in the owner's turn.
    pub own_place: &'static [(&'static str, &'static str, bool)],
    /// Words that people may write by mistake, each with the correct word.
    pub meant: &'static [(&'static str, &'static str)],
    /// The noun that reads the table's rule variants, and the variants in use as a bit mask: those of the default game,
    /// or of the table that texts are generated for.
    pub variants: Option<(u8, u64)>,
}

impl Phrases {
    /// No special phrases: templates are used everywhere.
    pub const NONE: Phrases = Phrases {
        some: &[],
        things: &[],
        called: &[],
        facts: &[],
        own_turn: &[],
        own_place: &[],
        meant: &[],
        variants: None,
    };

    /// The correct word for a wrong one, if it is known.
    pub fn meant(&self, word: &str) -> Option<&'static str> {
        let known = self.meant.iter().find(|(written, _)| *written == word);
        known.map(|(_, help)| *help)
    }

    /// Shortens the words for the card's own place in a sentence.
    pub(crate) fn own_place(&self, told: &str, in_own_turn: bool) -> String {
        let fits = self
            .own_place
            .iter()
            .filter(|(.., own)| in_own_turn || !own);
        fits.fold(told.to_owned(), |told, (long, short, _)| {
            told.replace(long, short)
        })
    }
}
