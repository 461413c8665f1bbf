//! Generates the `.d.rhai` file of a game, which gives its vocabulary to editors.

use cardwright_effects::{Lexicon, Param, Ty};
use std::fmt::Write;

/// The game's vocabulary as Rhai definitions, for completion and help in editors.
pub fn definitions(lexicon: &Lexicon) -> String {
    let mut out = format!(
        "module static;\n\n// The words of the game `{}`, version {}.\n",
        lexicon.game, lexicon.api
    );
    for word in lexicon.words {
        entry(
            &mut out,
            word.doc,
            None,
            &format!("const {}: {};", word.name, ty(lexicon, Ty::One(word.thing))),
        );
    }
    for noun in lexicon.nouns.iter().filter(|noun| noun.name != "this") {
        let gives = ty(lexicon, noun.gives);
        let line = match (noun.property, noun.params) {
            (true, [of]) => format!(
                "fn get {}({}: {}) -> {gives};",
                noun.name,
                of.name,
                ty(lexicon, of.ty)
            ),
            _ => format!(
                "fn {}({}) -> {gives};",
                noun.name,
                params(lexicon, noun.params)
            ),
        };
        entry(&mut out, noun.doc, Some(noun.example), &line);
    }
    for verb in lexicon.verbs {
        let line = format!("fn {}({});", verb.name, params(lexicon, verb.params));
        entry(&mut out, verb.doc, Some(verb.example), &line);
    }
    out
}

fn entry(out: &mut String, doc: &str, example: Option<&str>, line: &str) {
    // Writing to a text cannot fail.
    let _ = writeln!(out, "\n/// {doc}");
    if let Some(example) = example {
        let _ = writeln!(out, "///\n/// For example: `{example}`");
    }
    let _ = writeln!(out, "{line}");
}

fn params(lexicon: &Lexicon, params: &[Param]) -> String {
    let each = params
        .iter()
        .map(|param| format!("{}: {}", param.name, ty(lexicon, param.ty)));
    each.collect::<Vec<_>>().join(", ")
}

/// A type's name as an identifier: `Robot`, `RobotSet`.
fn ty(lexicon: &Lexicon, ty: Ty) -> String {
    let thing = |place: u8| {
        let name = lexicon
            .things
            .get(usize::from(place))
            .map_or("thing", |thing| thing.name);
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| {
            format!("{}{}", first.to_uppercase(), letters.as_str())
        })
    };
    match ty {
        Ty::Number => "int".into(),
        Ty::Truth => "bool".into(),
        Ty::One(place) => thing(place),
        Ty::Many(place) => format!("{}Set", thing(place)),
    }
}
