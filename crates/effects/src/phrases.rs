//! How generated texts and messages say what the templates of nouns and verbs alone cannot say well.

/// Phrases of a game, by place in its lexicon. What is not in here is said by the templates.
#[derive(Clone, Copy, Debug)]
pub struct Phrases {
    /// Nouns: the noun, how to say that there is something, or that it holds, and that there is nothing, or that it
    /// does not hold.
    pub some: &'static [(u8, &'static str, &'static str)],
    /// Sorts of things with another name in messages than in scripts: one of them, and several.
    pub things: &'static [(u8, &'static str, &'static str)],
    /// What texts call one thing of a sort that was chosen, as in "that card".
    pub called: &'static [(u8, &'static str)],
    /// Facts that are numbers: kind, fact, and a sentence, with `{0}` for the number.
    pub facts: &'static [(u8, u8, &'static str)],
    /// Hooks that run in a turn of the owner, where the active one is the owner; by place in the lexicon.
    pub own_turn: &'static [u8],
    /// Words for a place of the card itself, shorter ones, and whether those hold in a turn of the owner only.
    pub own_place: &'static [(&'static str, &'static str, bool)],
    /// Words that people write for others of the game: what they write, and what to write instead.
    pub meant: &'static [(&'static str, &'static str)],
    /// The noun that asks which variant of a rule the table plays, and which variants hold, a bit each: those of the
    /// usual game, or of the table that texts are for.
    pub variants: Option<(u8, u64)>,
}

impl Phrases {
    /// None: everything is said by the templates.
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

    /// What to write instead of a word that is none of the game's, where that is known.
    pub fn meant(&self, word: &str) -> Option<&'static str> {
        let known = self.meant.iter().find(|(written, _)| *written == word);
        known.map(|(_, help)| *help)
    }

    /// A sentence with shorter words for the place of the card itself.
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
