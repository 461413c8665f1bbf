//! The vocabulary of a game's card files and scripts as data, for editors and other tools.

use crate::packs::with_official;
use crate::registry::lexicon;
use crate::{PackSource, SetupError, game};
use cardwright_cards::{declared, pack_schema, play_time, schema};
use cardwright_effects::{CardKind, FactType, Lexicon, Param, Ty};
use serde::Serialize;
use serde_json::Value;

/// The kind of a word in a card script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WordKind {
    /// A keyword of the language, such as `each`.
    Language,
    /// A named constant, such as `fist`.
    Name,
    /// A value that a card may read, written `name(x)`.
    Noun,
    /// A value that a card may read, written `x.name`.
    Property,
    /// An action that a card may perform.
    Verb,
    /// A function that a card script may define.
    Function,
}

/// A word that card scripts may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScriptWord {
    /// The word itself.
    pub name: String,
    /// Whether it is a keyword, a name, a noun, a property, a verb or a function.
    pub kind: WordKind,
    /// Its syntax, such as `lose(robot: a robot, points: a number)`.
    pub written: String,
    /// What it means, in Markdown.
    pub doc: String,
    /// An example line of script; may be empty.
    pub example: String,
    /// The clause that the word implements; empty for words of the language and of packs.
    pub rule: String,
    /// The names of its parameters, in order.
    pub params: Vec<String>,
    /// The functions in which a verb has an effect; `None` if it has one in all functions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub functions: Option<Vec<String>>,
}

/// A key of a card in a card file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardKey {
    /// The name of the key.
    pub name: String,
    /// What the key means.
    pub doc: String,
    /// An example of its value; may be empty.
    pub example: String,
    /// The clause that uses the value; may be empty.
    pub rule: String,
    /// The allowed words, if the key takes only certain words.
    pub values: Vec<String>,
    /// Whether every card of the kind must have the key.
    pub needed: bool,
    /// Whether a card with a script may leave out the key although it is needed otherwise.
    pub or_script: bool,
}

/// A kind of card, with the keys for its cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KindWords {
    /// The name of the kind (`kind = "part"`).
    pub name: String,
    /// A description of the kind.
    pub doc: String,
    /// Whether cards of the kind are dealt. If `false`, they are part of every game.
    pub dealt: bool,
    /// The keys of its cards, in addition to those of every card.
    pub keys: Vec<CardKey>,
    /// The functions that scripts of its cards may define.
    pub functions: Vec<String>,
}

/// All words for writing cards of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Vocabulary {
    /// The id of the game.
    pub game: &'static str,
    /// The words of scripts, including those declared by packs. A word with several forms is listed once per form.
    pub script: Vec<ScriptWord>,
    /// The kinds of cards.
    pub kinds: Vec<KindWords>,
    /// The effect symbols of card files, as keys.
    pub symbols: Vec<CardKey>,
    /// The JSON schema of card files.
    pub card_schema: Value,
    /// The JSON schema of `pack.toml`.
    pub pack_schema: Value,
}

/// The words for writing cards of a game, including those declared by its official packs and the given packs.
///
/// ```
/// let words = cardwright::vocabulary("moon-bots", &[])?;
/// let lose = words.script.iter().find(|word| word.name == "lose").ok_or("no such word")?;
/// assert!(lose.written.starts_with("lose(robot: a robot"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such game, or it has no cards.
pub fn vocabulary(id: &str, packs: &[PackSource]) -> Result<Vocabulary, SetupError> {
    let info = game(id)?;
    let lexicon = lexicon(info).ok_or(SetupError::NoCards { game: info.id })?;
    let lexicon = &declared(&with_official(id, packs), lexicon);
    Ok(Vocabulary {
        game: info.id,
        script: language().chain(script_words(lexicon)).collect(),
        kinds: lexicon
            .kinds
            .iter()
            .map(|kind| kind_words(lexicon, kind))
            .collect(),
        symbols: symbols(lexicon),
        card_schema: schema(lexicon),
        pack_schema: pack_schema(lexicon),
    })
}

/// The words of the language: every keyword in a form of the reference.
fn language() -> impl Iterator<Item = ScriptWord> {
    play_time().flat_map(|(written, doc)| {
        let mut names: Vec<&str> = Vec::new();
        for form in written.split('`').skip(1).step_by(2) {
            // The text in double quotes is written by the author.
            let own = form.split('"').step_by(2);
            for word in
                own.flat_map(|part| part.split(|c: char| !(c.is_ascii_lowercase() || c == '_')))
            {
                let known = LANGUAGE.iter().find(|known| **known == word);
                names.extend(known.filter(|known| !names.contains(known)));
            }
        }
        names.into_iter().map(move |name| ScriptWord {
            name: name.into(),
            kind: WordKind::Language,
            written: written.into(),
            doc: doc.into(),
            example: String::new(),
            rule: String::new(),
            params: Vec::new(),
            functions: None,
        })
    })
}

/// The words in the forms of the reference that are keywords; all other words there are variables.
const LANGUAGE: &[&str] = &[
    "let",
    "each",
    "in",
    "by",
    "number",
    "where",
    "when",
    "otherwise",
    "choose",
    "up",
    "to",
    "from",
    "either",
    "or",
    "none",
    "random",
    "coin",
    "repeat",
    "those",
    "any",
    "all",
    "most",
    "least",
    "of",
    "highest",
    "lowest",
    "sum",
    "this",
    "and",
    "not",
    "min",
    "max",
    "abs",
    "clamp",
    "value_if",
    "count",
    "has",
];

fn script_words(lexicon: &Lexicon) -> impl Iterator<Item = ScriptWord> {
    let one = |name: &str,
               kind,
               written: String,
               doc: &str,
               example: &str,
               rule: &str,
               params: &[Param]| {
        let params = params.iter().map(|param| param.name.to_owned()).collect();
        let (name, doc) = (name.to_owned(), doc.to_owned());
        ScriptWord {
            name,
            kind,
            written,
            doc,
            example: example.into(),
            rule: rule.into(),
            params,
            functions: None,
        }
    };
    let words = lexicon.all_words().map(|word| {
        one(
            word.name,
            WordKind::Name,
            format!("{}: {}", word.name, lexicon.type_name(Ty::One(word.thing))),
            word.doc,
            "",
            "",
            &[],
        )
    });
    let nouns = lexicon
        .nouns
        .iter()
        .filter(|noun| noun.name != "this")
        .map(|noun| {
            let gives = lexicon.type_name(noun.gives);
            match (noun.property, noun.params) {
                (true, [of]) => {
                    let written = format!("{}.{} gives {gives}", of.name, noun.name);
                    one(
                        noun.name,
                        WordKind::Property,
                        written,
                        noun.doc,
                        noun.example,
                        noun.rule.0,
                        &[],
                    )
                }
                (_, params) => {
                    let written = format!("{} gives {gives}", called(lexicon, noun.name, params));
                    one(
                        noun.name,
                        WordKind::Noun,
                        written,
                        noun.doc,
                        noun.example,
                        noun.rule.0,
                        params,
                    )
                }
            }
        });
    let verbs = lexicon.verbs.iter().map(|verb| {
        let written = called(lexicon, verb.name, verb.params);
        let functions = verb.sense.hooks.map(|hooks| {
            let name = |place: &u8| Some(lexicon.hooks.get(usize::from(*place))?.name.to_owned());
            hooks.iter().filter_map(name).collect()
        });
        let word = one(
            verb.name,
            WordKind::Verb,
            written,
            verb.doc,
            verb.example,
            verb.rule.0,
            verb.params,
        );
        ScriptWord { functions, ..word }
    });
    let hooks = lexicon.hooks.iter().map(|hook| {
        let written = format!("fn {}", called(lexicon, hook.name, hook.params));
        let answers = match (hook.answers, hook.number) {
            (true, false) => " It returns yes or no, and may not change the game.",
            (true, true) => " It returns a number, and may not change the game.",
            (false, _) => "",
        };
        let doc = format!("{}{answers}", hook.doc);
        one(
            hook.name,
            WordKind::Function,
            written,
            &doc,
            "",
            hook.rule.0,
            hook.params,
        )
    });
    words
        .chain(nouns)
        .chain(verbs)
        .chain(hooks)
        .collect::<Vec<_>>()
        .into_iter()
}

fn called(lexicon: &Lexicon, name: &str, params: &[Param]) -> String {
    let each = params
        .iter()
        .map(|param| format!("{}: {}", param.name, lexicon.type_name(param.ty)));
    format!("{name}({})", each.collect::<Vec<_>>().join(", "))
}

fn kind_words(lexicon: &Lexicon, kind: &CardKind) -> KindWords {
    let keys = kind.facts.iter().map(|fact| CardKey {
        name: fact.name.into(),
        doc: fact.doc.into(),
        example: format!("{} = {}", fact.name, fact.example),
        rule: fact.rule.0.into(),
        values: match fact.ty {
            FactType::OneOf(words) | FactType::SomeOf(words) => {
                words.iter().map(|word| (*word).into()).collect()
            }
            FactType::Flag => vec!["true".into(), "false".into()],
            FactType::Declared(thing) => lexicon
                .all_words()
                .filter(|word| word.thing == thing)
                .map(|word| word.name.into())
                .collect(),
            _ => Vec::new(),
        },
        needed: fact.required,
        or_script: !kind.hooks.is_empty() && fact.is_replaced_by_script(),
    });
    let hook = |place: &u8| {
        lexicon
            .hooks
            .get(usize::from(*place))
            .map(|hook| hook.name.to_owned())
    };
    KindWords {
        name: kind.name.into(),
        doc: kind.doc.into(),
        dealt: kind.dealt,
        keys: keys.collect(),
        functions: kind.hooks.iter().filter_map(hook).collect(),
    }
}

fn symbols(lexicon: &Lexicon) -> Vec<CardKey> {
    let each = lexicon.symbols.iter().map(|symbol| CardKey {
        name: symbol.name.into(),
        doc: symbol.doc.into(),
        example: format!("{{ {} = 1 }}", symbol.name),
        rule: symbol.rule.0.into(),
        values: Vec::new(),
        needed: false,
        or_script: false,
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_game_with_cards_has_its_words() {
        for info in games() {
            let found = vocabulary(info.id, &[]);
            if !info.cards {
                assert_eq!(found, Err(SetupError::NoCards { game: info.id }));
                continue;
            }
            let words = found.unwrap();
            for word in LANGUAGE {
                let of = |it: &&ScriptWord| it.name == *word && it.kind == WordKind::Language;
                assert!(
                    words.script.iter().any(|it| of(&it)),
                    "{word} stands in no form of the reference"
                );
            }
            for kind in [
                WordKind::Noun,
                WordKind::Property,
                WordKind::Verb,
                WordKind::Function,
            ] {
                assert!(
                    words
                        .script
                        .iter()
                        .any(|word| word.kind == kind && !word.rule.is_empty()),
                    "{kind:?}"
                );
            }
            assert!(words.kinds.iter().all(|kind| !kind.doc.is_empty()));
        }
    }

    #[test]
    fn what_packs_declare_is_among_them() {
        let head = "id = 'mine'\nversion = '1.0.0'\napi = 1\ngame = 'moon-bots'\nname = 'Mine'\n\
                    cards = []\n[[damage]]\nid = 'laser'\ndoc = 'By light.'\n";
        let pack = PackSource::from_texts("mine", [("pack.toml", head)]);
        let words = vocabulary("moon-bots", &[pack]).unwrap();
        let laser = words
            .script
            .iter()
            .find(|word| word.name == "laser")
            .unwrap();
        assert_eq!(
            (laser.kind, laser.doc.as_str()),
            (WordKind::Name, "By light.")
        );
    }
}
