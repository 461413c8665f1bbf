//! Automatic fixes for problems of packs, as made by `check --fix`.

use crate::cards::check_packs;
use crate::setup::SetupError;
use cardwright_cards::{PackSource, Severity, Span};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of checks. A change may reveal another problem, but not endlessly.
const MAX_ROUNDS: usize = 8;
/// The error codes for files that do not parse: TOML and scripts.
const BROKEN: [&str; 2] = ["CW0101", "CW0401"];

/// A change that a fix made to a pack file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FixMade {
    /// The changed file: the pack's name and the path in it.
    pub file: String,
    /// The line, from 1, in the file before this change.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The code of the problem that the change fixes.
    pub code: &'static str,
    /// The text that was replaced.
    pub from: String,
    /// The new text.
    pub to: String,
}

/// The result of fixing packs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The packs with all fixes applied, in the order given.
    pub packs: Vec<PackSource>,
    /// The changes that were made, in order.
    pub made: Vec<FixMade>,
}

/// Applies every fix that `check_packs` suggests, repeatedly, until nothing changes. A file that would no longer parse
/// after its fixes is not changed.
///
/// # Errors
/// See [`check_packs`].
pub fn fix_packs(packs: &[PackSource]) -> Result<Fixed, SetupError> {
    let mut fixed = Fixed {
        packs: packs.to_vec(),
        made: Vec::new(),
    };
    let mut frozen: BTreeSet<String> = BTreeSet::new();
    for _ in 0..MAX_ROUNDS {
        let edits = edits(&fixed, &frozen)?;
        if edits.is_empty() {
            break;
        }
        let before = broken(&fixed.packs)?;
        let kept = fixed.clone();
        for (file, list) in &edits {
            fixed.apply(file, list);
        }
        let worse: Vec<String> = broken(&fixed.packs)?
            .difference(&before)
            .filter(|file| edits.contains_key(*file))
            .cloned()
            .collect();
        if !worse.is_empty() {
            frozen.extend(worse);
            fixed = kept;
        }
    }
    Ok(fixed)
}

/// A change: the problem's code and place, the range in the file and its new text.
struct Edit {
    made: FixMade,
    start: usize,
    end: usize,
}

/// The changes of each file, from its beginning, without overlaps.
fn edits(
    fixed: &Fixed,
    frozen: &BTreeSet<String>,
) -> Result<BTreeMap<String, Vec<Edit>>, SetupError> {
    let found = check_packs(&fixed.packs)?.found;
    let mut all: BTreeMap<String, Vec<Edit>> = BTreeMap::new();
    for one in &found.list {
        let Some((fix, source)) = one
            .fix
            .as_ref()
            .and_then(|fix| Some((fix, found.sources.get(usize::from(fix.span.file))?)))
        else {
            continue;
        };
        let (line, column) = source.line_column(fix.span.start);
        let Some(from) = source.text.get(fix.span.start..fix.span.end) else {
            continue;
        };
        let made = FixMade {
            file: source.path.clone(),
            line,
            column,
            code: one.code,
            from: from.to_owned(),
            to: fix.replace.clone(),
        };
        // Two fixes that undo each other would never end.
        let undone = |known: &FixMade| {
            known.file == made.file && known.from == made.to && known.to == made.from
        };
        let ours = fixed.place(&made.file).is_some();
        if !ours || from == made.to || frozen.contains(&made.file) || fixed.made.iter().any(undone)
        {
            continue;
        }
        let (start, end) = (fix.span.start, fix.span.end);
        all.entry(made.file.clone())
            .or_default()
            .push(Edit { made, start, end });
    }
    for list in all.values_mut() {
        list.sort_by_key(|edit| (edit.start, edit.end));
        let mut behind = 0;
        list.retain(|edit| {
            let free = edit.start >= behind;
            behind = if free { edit.end } else { behind };
            free
        });
    }
    Ok(all)
}

/// The files that do not parse.
fn broken(packs: &[PackSource]) -> Result<BTreeSet<String>, SetupError> {
    let found = check_packs(packs)?.found;
    let bad = found
        .list
        .iter()
        .filter(|one| one.severity == Severity::Error && BROKEN.contains(&one.code));
    let file = |span: Span| found.sources.get(usize::from(span.file));
    Ok(bad
        .filter_map(|one| Some(file(one.span?)?.path.clone()))
        .collect())
}

impl Fixed {
    /// The index of a file's pack, and of the file in the pack.
    fn place(&self, file: &str) -> Option<(usize, usize)> {
        self.packs.iter().enumerate().find_map(|(nth, pack)| {
            let inside = match pack.name.as_str() {
                "" => file,
                name => file.strip_prefix(name)?.strip_prefix('/')?,
            };
            let at = pack.files.iter().position(|(path, _)| path == inside)?;
            Some((nth, at))
        })
    }

    fn apply(&mut self, file: &str, edits: &[Edit]) {
        let Some((pack, at)) = self.place(file) else {
            return;
        };
        let Some((_, bytes)) = self
            .packs
            .get_mut(pack)
            .and_then(|pack| pack.files.get_mut(at))
        else {
            return;
        };
        // The loader ignores a byte order mark, so its positions do not count it.
        let mark = "\u{feff}".as_bytes();
        let shift = if bytes.starts_with(mark) {
            mark.len()
        } else {
            0
        };
        for edit in edits.iter().rev() {
            let stretch = edit.start + shift..edit.end + shift;
            if bytes.get(stretch.clone()) == Some(edit.made.from.as_bytes()) {
                bytes.splice(stretch, edit.made.to.bytes());
                self.made.push(edit.made.clone());
            }
        }
    }

    /// The paths and texts of the files that were changed, for each pack.
    pub fn changed<'a>(
        &'a self,
        before: &'a [PackSource],
    ) -> impl Iterator<Item = (&'a PackSource, &'a str, &'a [u8])> {
        self.packs.iter().zip(before).flat_map(|(now, before)| {
            let files = now.files.iter().zip(&before.files);
            files
                .filter(|(now, before)| now.1 != before.1)
                .map(move |((path, bytes), _)| (now, path.as_str(), bytes.as_slice()))
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]
mod tests {
    use super::*;

    const HEAD: &str = "id = \"mine\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"Mine\"\ncards = [\"c.toml\"]\n";

    fn pack(card: &str, script: &str) -> PackSource {
        let files = [("c.toml", card), ("pack.toml", HEAD), ("s.rhai", script)];
        PackSource::from_texts("mine", files)
    }

    fn text(fixed: &Fixed, file: usize) -> &str {
        std::str::from_utf8(&fixed.packs[0].files[file].1).unwrap()
    }

    const CARD: &str = "[[card]]\nid = \"nap\"\nkind = \"weapon\"\nname = \"Nap\"\nplay = \"damage\"\nscript = \"s.rhai\"\n\
        [[card]]\nid = \"hat\"\nkind = \"part\"\nname = \"Hat\"\nslot = \"hed\"\nactivate = { any = [1] }\neffect = [{ loss = 1 }]\nmarkd = 1\n";
    const SCRIPT: &str = "// on_struck stays in comments\nfn play(me) {\n    when showing(1) > 0 { gian(me, 1); }\n}\n";

    #[test]
    fn fixes_write_the_new_and_the_meant_words_and_nothing_else() {
        let fixed = fix_packs(&[pack(CARD, SCRIPT)]).unwrap();
        let card = CARD
            .replace("play = ", "play_in = ")
            .replace("\"hed\"", "\"head\"")
            .replace("loss = 1", "lose = 1");
        // `markd` is similar to no current key.
        assert_eq!(text(&fixed, 0), card);
        let script = SCRIPT
            .replace("showing(", "dice_showing(")
            .replace("gian(", "gain(");
        assert_eq!(text(&fixed, 2), script);
        let words: Vec<&str> = fixed.made.iter().map(|made| made.to.as_str()).collect();
        assert_eq!(words.len(), 5, "{words:?}");
        // A second run changes nothing.
        let again = fix_packs(&fixed.packs).unwrap();
        assert_eq!((again.made.len(), &again.packs), (0, &fixed.packs));
    }

    #[test]
    fn old_words_play_like_the_new_ones() {
        let (card, script) = (
            "[[card]]\nid = \"hat\"\nkind = \"upgrade\"\nname = \"Hat\"\nmost = 2\nscript = \"s.rhai\"\n",
            "fn on_struck(me) { reduce(me, fist, 1); }\n",
        );
        let old = pack(card, script);
        let checked = check_packs(std::slice::from_ref(&old)).unwrap();
        assert!(checked.is_good());
        let codes: Vec<_> = checked.found.list.iter().map(|one| one.code).collect();
        assert_eq!(codes, ["CW0109", "CW0109"]);
        let fixed = fix_packs(std::slice::from_ref(&old)).unwrap();
        assert!(check_packs(&fixed.packs).unwrap().found.list.is_empty());
        let shown = |pack: &PackSource| {
            let cards = crate::cards::cards("moon-bots", std::slice::from_ref(pack)).unwrap();
            let mut card = cards
                .into_iter()
                .find(|card| card.id == "mine:hat")
                .unwrap();
            card.line = 0;
            card
        };
        assert_eq!(shown(&old), shown(&fixed.packs[0]));
    }

    #[test]
    fn a_broken_file_is_not_made_worse() {
        let fixed = fix_packs(&[pack(CARD, "fn play(me) { gian(me, 1); \n")]).unwrap();
        assert_eq!(text(&fixed, 2), "fn play(me) { gian(me, 1); \n");
    }
}
