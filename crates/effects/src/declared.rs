//! Words that packs add to the words of a game, such as a new type of damage.

use crate::{Lexicon, Symbol, Word};
use std::borrow::Cow;

/// A kind of word that packs may declare, each in a table of `pack.toml`.
#[derive(Clone, Copy, Debug)]
pub struct Declarable {
    /// The name of the table in `pack.toml`: `[[damage]]`.
    pub table: &'static str,
    /// The kind of thing, as an index in [`Lexicon::things`].
    pub thing: u8,
    /// The number of the first added word; the game's own words have lower numbers.
    pub first: i16,
    /// The maximum number of words that all packs of a match may add together.
    pub most: u8,
    /// The effect symbol for each added word, in the order of their numbers; empty for none. A symbol has the name of
    /// its word.
    pub symbols: &'static [Symbol<'static>],
    /// A one-line description.
    pub doc: &'static str,
    /// An example name.
    pub example: &'static str,
}

/// A word that a pack declares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// The name used in scripts, card files and notation.
    pub name: String,
    /// The kind of thing, as an index in [`Lexicon::things`].
    pub thing: u8,
    /// The number of the thing within its kind.
    pub value: i16,
    /// The names as `(language, name)`, English first; empty if the pack gives none.
    pub names: Vec<(String, String)>,
    /// A one-line description; may be empty.
    pub doc: String,
    /// The id of the pack that declares it.
    pub pack: String,
}

impl Declared {
    /// The name in a language, in English, or else as used in scripts.
    pub fn shown(&self, language: &str) -> &str {
        let find = |wanted: &str| self.names.iter().find(|(code, _)| code == wanted);
        find(language)
            .or_else(|| self.names.first())
            .map_or(&self.name, |(_, name)| name)
    }

    fn word(&self) -> Word<'_> {
        Word {
            name: &self.name,
            thing: self.thing,
            value: self.value,
            doc: &self.doc,
        }
    }
}

impl Lexicon {
    /// Adds words from packs to the vocabulary. They are numbered by pack and name, so their order in `added` does not
    /// matter; a word with the same name as another of its kind is ignored. Words above the limit of their kind all get
    /// its last number, so that a loader that refuses them can still report other errors.
    #[must_use]
    pub fn with(&self, mut added: Vec<Declared>) -> Lexicon {
        added.sort_by(|a, b| (&a.pack, &a.name).cmp(&(&b.pack, &b.name)));
        let mut declared: Vec<Declared> = Vec::new();
        for mut word in added {
            let Some(sort) = self.declarable.iter().find(|sort| sort.thing == word.thing) else {
                continue;
            };
            let before = declared
                .iter()
                .filter(|known| known.thing == word.thing)
                .count() as i16;
            if sort.most > 0
                && declared
                    .iter()
                    .all(|known| (known.thing, &known.name) != (word.thing, &word.name))
            {
                word.value = sort.first + before.min(i16::from(sort.most) - 1);
                declared.push(word);
            }
        }
        Lexicon {
            declared: Cow::Owned(declared),
            ..self.clone()
        }
    }

    /// The game's words, then those declared by packs.
    pub fn all_words(&self) -> impl Iterator<Item = Word<'_>> {
        self.words
            .iter()
            .copied()
            .chain(self.declared.iter().map(Declared::word))
    }

    /// The name of a thing, given by its kind and number.
    pub fn word_of(&self, thing: u8, value: i16) -> Option<&str> {
        self.all_words()
            .find(|word| word.thing == thing && word.value == value)
            .map(|word| word.name)
    }

    /// The game's effect symbols, then those of declared words. Cards refer to a symbol by its index in this list.
    pub fn all_symbols(&self) -> impl Iterator<Item = Symbol<'_>> {
        self.symbols
            .iter()
            .copied()
            .chain(self.declared.iter().filter_map(|word| self.symbol_of(word)))
    }

    fn symbol_of<'w>(&'w self, word: &'w Declared) -> Option<Symbol<'w>> {
        let sort = self
            .declarable
            .iter()
            .find(|sort| sort.thing == word.thing)?;
        let form: Symbol<'w> = *sort
            .symbols
            .get(usize::try_from(word.value - sort.first).ok()?)?;
        Some(Symbol {
            name: &word.name,
            doc: &word.doc,
            ..form
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Phrases, SymbolArg, Thing};
    use cardwright_kernel::RuleId;

    const fn symbol(args: &'static [SymbolArg]) -> Symbol<'static> {
        Symbol {
            name: "",
            verb: 0,
            args,
            then: None,
            order: 0,
            doc: "",
            rule: RuleId("T-1"),
        }
    }

    const LEXICON: Lexicon = Lexicon {
        game: "test",
        api: 1,
        things: &[Thing::new("damage", "", true)],
        words: &[Word {
            name: "fist",
            thing: 0,
            value: 0,
            doc: "",
        }],
        nouns: &[],
        verbs: &[],
        hooks: &[],
        symbols: &[Symbol {
            name: "fist",
            ..symbol(&[SymbolArg::Fixed(0)])
        }],
        kinds: &[],
        windows: &[],
        beside: &[],
        keeps: &[],
        idle: crate::Idle::NONE,
        secrecy: None,
        phrases: Phrases::NONE,
        declarable: &[Declarable {
            table: "damage",
            thing: 0,
            first: 1,
            most: 2,
            symbols: &[
                symbol(&[SymbolArg::Fixed(1)]),
                symbol(&[SymbolArg::Fixed(2)]),
            ],
            doc: "",
            example: "laser",
        }],
        declared: Cow::Borrowed(&[]),
        lists: false,
        aliases: &[],
    };

    fn declared(pack: &str, name: &str) -> Declared {
        Declared {
            pack: pack.into(),
            name: name.into(),
            ..Declared::default()
        }
    }

    fn names(added: &[(&str, &str)]) -> Vec<(String, i16)> {
        let lexicon = LEXICON.with(
            added
                .iter()
                .map(|(pack, name)| declared(pack, name))
                .collect(),
        );
        lexicon
            .all_words()
            .map(|word| (word.name.to_owned(), word.value))
            .collect()
    }

    #[test]
    fn numbers_do_not_depend_on_the_order_of_packs() {
        let sorted = [("fist".into(), 0), ("ray".into(), 1), ("acid".into(), 2)];
        assert_eq!(names(&[("a", "ray"), ("b", "acid")]), sorted);
        assert_eq!(names(&[("b", "acid"), ("a", "ray")]), sorted);
    }

    #[test]
    fn too_many_share_a_number_and_what_is_there_twice_is_left_out() {
        let many = names(&[("a", "ray"), ("a", "ray"), ("b", "acid"), ("c", "ice")]);
        assert_eq!(
            many.iter().map(|(_, value)| *value).collect::<Vec<_>>(),
            [0, 1, 2, 2]
        );
        let other_sort = Declared {
            thing: 9,
            ..declared("a", "ray")
        };
        assert_eq!(LEXICON.with(vec![other_sort]).all_words().count(), 1);
    }

    #[test]
    fn a_word_becomes_the_symbol_of_its_number() {
        let lexicon = LEXICON.with(vec![declared("a", "ray"), declared("b", "acid")]);
        let symbols: Vec<_> = lexicon
            .all_symbols()
            .map(|symbol| (symbol.name, symbol.args))
            .collect();
        let shown: Vec<_> = symbols
            .iter()
            .map(|(name, args)| format!("{name} {args:?}"))
            .collect();
        assert_eq!(
            shown,
            ["fist [Fixed(0)]", "ray [Fixed(1)]", "acid [Fixed(2)]"]
        );
        assert_eq!(lexicon.word_of(0, 2), Some("acid"));
    }
}
