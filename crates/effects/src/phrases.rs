//! How generated texts and messages say what the templates of nouns and verbs alone cannot say well.

use crate::Lexicon;

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
    /// The noun that asks how the table reads an open question, and which readings hold, a bit each: those of the
    /// usual game, or of the table that texts are for.
    pub readings: Option<(u8, u64)>,
}

impl Phrases {
    /// None: everything is said by the templates.
    pub const NONE: Phrases = Phrases { some: &[], things: &[], called: &[], facts: &[], readings: None };
}

impl Lexicon {
    /// What messages call one thing of a sort, such as `robot`.
    pub fn thing_name(&self, thing: u8) -> &'static str {
        let known = self.phrases.things.iter().find(|(place, ..)| *place == thing).map(|(_, one, _)| *one);
        let name = || self.things.get(usize::from(thing)).map_or("thing", |thing| thing.name);
        known.unwrap_or_else(name)
    }

    /// What messages call several things of a sort, such as `robots`.
    pub fn thing_names(&self, thing: u8) -> String {
        let known = self.phrases.things.iter().find(|(place, ..)| *place == thing).map(|(.., many)| *many);
        known.map_or_else(|| format!("{}s", self.thing_name(thing)), str::to_owned)
    }
}
