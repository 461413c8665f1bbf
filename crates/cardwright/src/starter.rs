//! A template for a first pack: a normal pack that passes every check, with comments in its files.

use crate::modules::module;
use crate::packs::gather;
use crate::registry::lexicon;
use crate::{SetupError, game};
use cardwright_cards::{definitions, is_id, pack_schema, reference, schema};
use cardwright_effects::Lexicon;
use serde::Serialize;
use thiserror::Error;

/// The id used in the starter templates, which is replaced together with the name.
const ID: &str = "my-pack";
const TITLE: &str = "My Pack";

/// Why a first pack cannot be made.
#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "error", content = "data", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StarterError {
    /// The game does not exist or has no cards.
    #[error(transparent)]
    Game(#[from] SetupError),
    /// The name gives no valid id, or the id of the official pack.
    #[error("`{name}` cannot be the name of a pack")]
    Name {
        /// The given name.
        name: String,
        /// How to fix it.
        help: String,
    },
}

/// The pack id made from a name, such as `space-junk` for `Space Junk`: lower-case letters and digits, with hyphens for
/// everything else.
///
/// # Errors
/// [`StarterError::Name`] if the name does not begin with a letter from a to z, has other letters, or is too long.
pub fn pack_id(name: &str) -> Result<String, StarterError> {
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let id = words.join("-");
    if is_id(&id) {
        return Ok(id);
    }
    let help = "use letters from a to z, digits and hyphens, at most 64, and begin with a letter, such as `space-junk`";
    Err(StarterError::Name {
        name: name.into(),
        help: help.into(),
    })
}

/// The files of a first pack, as paths and texts ordered by path. The pack's id is made from the name; see [`pack_id`].
///
/// # Errors
/// If the game does not exist or has no cards, or the name gives no valid id or that of the official pack.
pub fn starter(game_id: &str, name: &str) -> Result<Vec<(String, String)>, StarterError> {
    let info = game(game_id)?;
    let no_cards = SetupError::NoCards { game: info.id };
    let (Some(lexicon), Some(first)) = (lexicon(info), module(game_id)?.starter()) else {
        return Err(no_cards.into());
    };
    let id = pack_id(name)?;
    if id == info.id {
        let help = format!(
            "`{id}` is the id of the official pack, and your pack would replace it: choose another name"
        );
        return Err(StarterError::Name {
            name: name.into(),
            help,
        });
    }
    let mut files = Vec::new();
    gather(first.files, &mut files);
    let named = |(path, bytes): (String, Vec<u8>)| {
        let text = String::from_utf8_lossy(&bytes)
            .replace(ID, &id)
            .replace(TITLE, &title(&id));
        (path, text)
    };
    let mut files: Vec<(String, String)> = files.into_iter().map(named).collect();
    files.extend(editor_files(lexicon));
    files.sort();
    Ok(files)
}

/// The files for editors and authors: the schemas, the definitions, the reference.
fn editor_files(lexicon: &Lexicon) -> [(String, String); 4] {
    [
        (
            "editor/pack.json".into(),
            format!("{:#}\n", pack_schema(lexicon)),
        ),
        (
            format!("editor/{}-cards.json", lexicon.game),
            format!("{:#}\n", schema(lexicon)),
        ),
        (
            format!("editor/{}.d.rhai", lexicon.game),
            definitions(lexicon),
        ),
        ("editor/words.md".into(), reference(lexicon)),
    ]
}

/// Converts an id to a title: `space-junk` becomes Space Junk.
fn title(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Judge, is_ruling};
    use crate::{PackSource, check_packs, games};

    fn pack(files: &[(String, String)]) -> PackSource {
        let bytes = |(path, text): &(String, String)| (path.clone(), text.clone().into_bytes());
        PackSource {
            name: "pack".into(),
            files: files.iter().map(bytes).collect(),
        }
    }

    #[test]
    fn names_make_ids() {
        let check = |name: &str| pack_id(name).ok();
        assert_eq!(check("Space Junk!").as_deref(), Some("space-junk"));
        assert_eq!(check("__a.b-2").as_deref(), Some("a-b-2"));
        for bad in ["", "-", "4-robots", "größer", "a/ö", &"a".repeat(65)] {
            assert_eq!(check(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_game_with_cards_has_a_first_pack_without_a_fault() {
        for info in games() {
            let files = starter(info.id, "Space Junk");
            if !info.cards {
                assert_eq!(files, Err(SetupError::NoCards { game: info.id }.into()));
                continue;
            }
            let files = files.unwrap();
            let checked = check_packs(&[pack(&files)]).unwrap();
            assert!(
                checked.is_good() && checked.found.list.is_empty(),
                "{}",
                checked.found
            );
            let mut judge = Judge::new().with_packs(vec![pack(&files)]);
            let rulings: Vec<_> = files.iter().filter(|(path, _)| is_ruling(path)).collect();
            assert!(!rulings.is_empty());
            for (path, text) in rulings {
                assert!(judge.judge(text).holds(), "{path}");
            }
            let left = files
                .iter()
                .find(|(_, text)| text.contains(ID) || text.contains(TITLE));
            assert_eq!(left.map(|(path, _)| path), None);
        }
    }

    #[test]
    fn the_official_id_is_not_given_away() {
        let refused = starter("moon-bots", "Moon Bots");
        assert!(
            matches!(refused, Err(StarterError::Name { .. })),
            "{refused:?}"
        );
    }
}
