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
    /// Parameters of hooks that have another name in texts; `hook.parameter` names that of one hook, in full, and
    /// `parameter=word` that of a card with this word in a fact.
    pub params: &'static [(&'static str, &'static str)],
    /// Sentences for facts that are numbers: kind, fact, and sentence with `{0}` for the number.
    pub facts: &'static [(u8, u8, &'static str)],
    /// Words of facts that have other words in texts; an empty one is not mentioned.
    pub words: &'static [(&'static str, &'static str)],
    /// Hooks that run in the owner's turn, so that the active player is the owner, as indices in the lexicon.
    pub own_turn: &'static [u8],
    /// Phrases for the card's own place, shorter phrases, and whether the shorter ones apply only in the owner's turn.
    /// They also apply to the templates of verbs.
    pub own_place: &'static [(&'static str, &'static str, bool)],
    /// Words that people may write by mistake, each with the correct word.
    pub meant: &'static [(&'static str, &'static str)],
    /// Words for examples in help texts and in the reference.
    pub examples: Examples,
    /// Nouns whose set has at most one member; their phrase names this member.
    pub single: &'static [u8],
    /// Nouns whose members are things with a word of their own where templates name things by their owner and place:
    /// the noun, this word, and the owner if the noun has no parameter.
    pub members: &'static [(u8, &'static str, &'static str)],
    /// Nouns whose members have another phrase where a player chooses one of them.
    pub choices: &'static [(u8, &'static str)],
    /// Verbs with a limit that texts mention beside a calculated number.
    pub limits: &'static [(u8, &'static str)],
    /// Verbs that place a card before another player, and the hooks that still mean its first owner. In the others,
    /// "you" becomes "that robot" or the like.
    pub placing: &'static [(u8, &'static [u8])],
    /// Kinds of cards that act for another card, the words for that card, and the hooks about the card itself.
    pub bearers: &'static [(u8, &'static str, &'static [u8])],
    /// Hooks whose text begins in another way for cards of these kinds: the hook, the kinds, and the beginning.
    pub openings: &'static [(u8, &'static [u8], &'static str)],
    /// Kinds of cards that belong to nobody: the player of whom their texts speak is not "you".
    pub ownerless: &'static [u8],
    /// Nouns without parameters that name another thing after some verbs.
    pub changing: &'static [u8],
    /// Verbs that take everything away that a noun counts of their first argument, and the sentence for that.
    pub all: &'static [(u8, u8, &'static str)],
    /// What a hook under some conditions says of one card and of several: `{0}` is the cards, `{1}` a number, `{2}` the
    /// players or the other players.
    pub grouped: &'static [(u8, &'static str, &'static str)],
    /// Conditions on a card in play and the words for the cards that meet them, in the order of the words; whether the
    /// word names the cards.
    pub groups: &'static [(&'static str, &'static str, bool)],
    /// Kinds of things that scripts know nothing about, with what to write instead.
    pub unread: &'static [(u8, &'static str)],
    /// The noun that reads the table's rule variants, and the variants in use as a bit mask: those of the default game,
    /// or of the table that texts are generated for.
    pub variants: Option<(u8, u64)>,
}

/// Words of a game for examples. `me` and `foe` are two of its players.
#[derive(Clone, Copy, Debug)]
pub struct Examples {
    /// A property of a player that is a number, such as `energy`.
    pub number: &'static str,
    /// A call of a verb, such as `gain(me, 1)`.
    pub verb: &'static str,
}

impl Examples {
    /// A condition about the owner: `me.energy > 3`.
    pub fn condition(self) -> String {
        format!("me.{} > 3", self.number)
    }

    /// A condition about a member of a set: `foe.energy < 5`.
    pub fn member(self) -> String {
        format!("foe.{} < 5", self.number)
    }
}

impl Phrases {
    /// No special phrases: templates are used everywhere.
    pub const NONE: Phrases = Phrases {
        some: &[],
        things: &[],
        called: &[],
        facts: &[],
        params: &[],
        words: &[],
        own_turn: &[],
        own_place: &[],
        meant: &[],
        examples: Examples {
            number: "energy",
            verb: "gain(me, 1)",
        },
        single: &[],
        members: &[],
        choices: &[],
        limits: &[],
        placing: &[],
        bearers: &[],
        openings: &[],
        ownerless: &[],
        changing: &[],
        all: &[],
        grouped: &[],
        groups: &[],
        unread: &[],
        variants: None,
    };

    /// The correct word for a wrong one, if it is known.
    pub fn meant(&self, word: &str) -> Option<&'static str> {
        let known = self.meant.iter().find(|(written, _)| *written == word);
        known.map(|(_, help)| *help)
    }

    /// The words for a parameter of a hook, if they are its own.
    pub(crate) fn param_of(&self, hook: &str, param: &str) -> Option<&'static str> {
        let own = |name: &str| name.split_once('.') == Some((hook, param));
        let known = self.params.iter().find(|(name, _)| own(name));
        known.map(|(_, words)| *words)
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
