//! The vocabulary of a game's cards, with the types of its words: what fits at a place in a script.

use cardwright::{ScriptWord, Vocabulary, WordKind};

/// A variable of a script, with its type in words, such as `a robot`.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: String,
}

/// An expression that fits at a place, with its meaning.
pub(super) struct Fitting {
    pub(super) code: String,
    pub(super) doc: String,
}

/// The maximum number of expressions offered at one place.
const MOST: usize = 40;

/// The parameters of a word: `lose(robot: a robot, points: a number)`.
pub(super) fn params(word: &ScriptWord) -> Vec<Variable> {
    let inner = word
        .written
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(')'))
        .map_or("", |(inner, _)| inner);
    let each = inner.split(", ").filter_map(|one| one.split_once(": "));
    each.map(|(name, ty)| Variable {
        name: name.into(),
        ty: ty.into(),
    })
    .collect()
}

/// The type of a word's result; empty for a verb.
fn gives(word: &ScriptWord) -> &str {
    match word.kind {
        WordKind::Name => word.written.split_once(": ").map_or("", |(_, ty)| ty),
        _ => word.written.rsplit_once(" gives ").map_or("", |(_, ty)| ty),
    }
}

/// The type of a set's members: for `a set of types of damage`, it is `a type of damage`.
pub(super) fn member<'v>(words: &'v Vocabulary, set: &str) -> Option<&'v str> {
    let members = set.strip_prefix("a set of ")?;
    types(words).find(|ty| plural(ty) == members)
}

fn types(words: &Vocabulary) -> impl Iterator<Item = &str> {
    let given = words.script.iter().map(gives);
    let taken = words.script.iter().flat_map(|word| {
        let inner = word.written.split_once('(').map_or("", |(_, rest)| rest);
        inner
            .split(')')
            .next()
            .unwrap_or_default()
            .split(", ")
            .filter_map(|one| Some(one.split_once(": ")?.1))
    });
    given.chain(taken).filter(|ty| !ty.is_empty())
}

fn plural(ty: &str) -> String {
    let bare = ty
        .strip_prefix("a ")
        .or_else(|| ty.strip_prefix("an "))
        .unwrap_or(ty);
    match bare.split_once(' ') {
        Some((first, rest)) => format!("{first}s {rest}"),
        None => format!("{bare}s"),
    }
}

/// The expressions that have a certain type: variables, names, and words applied to them.
pub(super) fn fitting(words: &Vocabulary, ty: &str, scope: &[Variable]) -> Vec<Fitting> {
    let simple = |wanted: &str| -> Vec<Fitting> {
        let own = scope.iter().rev().filter(|one| one.ty == wanted);
        let names = words
            .script
            .iter()
            .filter(|word| word.kind == WordKind::Name && gives(word) == wanted);
        own.map(|one| (one.name.clone(), String::new()))
            .chain(names.map(|word| (word.name.clone(), word.doc.clone())))
            .map(|(code, doc)| Fitting { code, doc })
            .collect()
    };
    let mut found = simple(ty);
    for word in &words.script {
        if gives(word) != ty {
            continue;
        }
        match word.kind {
            WordKind::Noun => {
                let mut given: Vec<Vec<String>> = vec![Vec::new()];
                for param in params(word) {
                    let fits = simple(&param.ty);
                    given = given
                        .into_iter()
                        .flat_map(|before| {
                            fits.iter().map(move |one| {
                                let next = std::iter::once(one.code.clone());
                                before.iter().cloned().chain(next).collect()
                            })
                        })
                        .take(MOST)
                        .collect();
                }
                found.extend(given.into_iter().map(|args: Vec<String>| Fitting {
                    code: format!("{}({})", word.name, args.join(", ")),
                    doc: word.doc.clone(),
                }));
            }
            WordKind::Property => {
                // `robot.energy gives a number`: the owner has the name of a parameter of other words.
                let owner = word.written.split('.').next().unwrap_or_default();
                let ty = words
                    .script
                    .iter()
                    .flat_map(params)
                    .find(|param| param.name == owner)
                    .map(|param| param.ty);
                let of = scope.iter().filter(|one| Some(&one.ty) == ty.as_ref());
                found.extend(of.map(|one| Fitting {
                    code: format!("{}.{}", one.name, word.name),
                    doc: word.doc.clone(),
                }));
            }
            _ => {}
        }
    }
    found.truncate(MOST);
    found
}

/// Every set that can be named at a place, with the type of its members.
pub(super) fn sets<'v>(words: &'v Vocabulary, scope: &[Variable]) -> Vec<(Fitting, &'v str)> {
    let mut seen: Vec<&str> = Vec::new();
    for word in &words.script {
        let ty = gives(word);
        if ty.starts_with("a set of ") && !seen.contains(&ty) {
            seen.push(ty);
        }
    }
    seen.into_iter()
        .filter_map(|ty| Some((ty, member(words, ty)?)))
        .flat_map(|(ty, member)| {
            fitting(words, ty, scope)
                .into_iter()
                .map(move |one| (one, member))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::vocabulary;

    #[test]
    fn every_set_of_a_game_has_members_of_a_type_that_is_known() {
        for game in ["moon-bots", "robot-empire"] {
            let words = vocabulary(game, &[]).unwrap();
            for word in &words.script {
                let ty = gives(word);
                assert!(
                    !ty.starts_with("a set of ") || member(&words, ty).is_some(),
                    "{game}: {}",
                    word.written
                );
            }
        }
    }

    #[test]
    fn what_fits_is_made_of_variables_and_names() {
        let words = vocabulary("moon-bots", &[]).unwrap();
        let me = Variable {
            name: "me".into(),
            ty: "a robot".into(),
        };
        let codes = |ty| -> Vec<String> {
            let all = fitting(&words, ty, std::slice::from_ref(&me));
            all.into_iter().map(|one| one.code).collect()
        };
        assert!(codes("a robot").contains(&"active()".to_string()));
        assert!(codes("a number").contains(&"me.energy".to_string()));
        assert!(codes("a set of cards").contains(&"pile(me, part)".to_string()));
        assert_eq!(codes("a type of damage"), ["fist", "missile"]);
    }
}
