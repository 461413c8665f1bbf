//! The packs of a workspace, including unsaved edits, and their problems.

use crate::text;
use cardwright::{Diagnostic, PackSource, Severity, Span, check_packs, pack_head};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The file name of a pack's manifest.
pub(crate) const MANIFEST: &str = "pack.toml";
/// The maximum length of a chain of pack dependencies.
const CHAIN: usize = 16;

/// Access to pack files. The caller implements it and sets the limits for reading.
pub trait Files {
    /// Reads the files of the pack in a folder.
    ///
    /// # Errors
    /// A sentence that says why it cannot be read.
    fn pack(&self, folder: &Path) -> Result<PackSource, String>;
    /// Whether a folder contains a pack.
    fn is_pack(&self, folder: &Path) -> bool;
    /// The folders of all packs in a workspace.
    fn packs_in(&self, root: &Path) -> Vec<PathBuf>;
}

/// A problem at a place in a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Problem {
    pub one: Diagnostic,
    pub range: lsp_types::Range,
    pub others: Vec<(PathBuf, lsp_types::Range, String)>,
}

/// A pack with its current problems.
pub(crate) struct Pack {
    pub source: PackSource,
    pub game: Option<String>,
    /// The packs that it is checked with, including itself as the last.
    pub with: Vec<PackSource>,
    pub problems: BTreeMap<PathBuf, Vec<Problem>>,
}

/// Open files and known packs.
#[derive(Default)]
pub(crate) struct Packs {
    pub open: BTreeMap<PathBuf, String>,
    pub known: BTreeMap<PathBuf, Pack>,
    changed: BTreeSet<PathBuf>,
    /// The ids of packs that were removed from the workspace.
    gone: BTreeSet<String>,
}

impl Packs {
    /// The folder of the pack that a file belongs to.
    pub(crate) fn folder(&self, files: &dyn Files, file: &Path) -> Option<PathBuf> {
        let is_pack = |folder: &&Path| {
            self.open.contains_key(&folder.join(MANIFEST)) || files.is_pack(folder)
        };
        file.ancestors()
            .skip(1)
            .find(is_pack)
            .map(Path::to_path_buf)
    }

    /// The pack of a file.
    pub(crate) fn of(&self, file: &Path) -> Option<(&Path, &Pack)> {
        let (folder, pack) = file
            .ancestors()
            .skip(1)
            .find_map(|folder| self.known.get_key_value(folder))?;
        Some((folder, pack))
    }

    /// The current text of a file: as edited, or as saved.
    pub(crate) fn text(&self, file: &Path) -> Option<&str> {
        if let Some(text) = self.open.get(file) {
            return Some(text);
        }
        let (folder, pack) = self.of(file)?;
        let path = file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
        let (_, bytes) = pack.source.files.iter().find(|(name, _)| *name == path)?;
        std::str::from_utf8(bytes).ok()
    }

    /// Marks a pack as changed.
    pub(crate) fn touch(&mut self, folder: PathBuf) {
        self.changed.insert(folder);
    }

    /// Removes a workspace folder with its packs, unless one of their files is open. Returns the files that had
    /// problems.
    pub(crate) fn forget(&mut self, root: &Path) -> Vec<PathBuf> {
        let open = |folder: &Path| self.open.keys().any(|file| file.starts_with(folder));
        let gone = |folder: &&PathBuf| folder.starts_with(root) && !open(folder);
        let folders: Vec<PathBuf> = self.known.keys().filter(gone).cloned().collect();
        let ids: Vec<String> = folders
            .iter()
            .filter_map(|folder| self.id(folder))
            .collect();
        self.gone.extend(ids);
        let packs = folders
            .iter()
            .filter_map(|folder| self.known.remove(folder));
        packs.flat_map(|pack| pack.problems.into_keys()).collect()
    }

    /// Reads and checks changed packs, and packs that depend on them; returns the files whose problems must be
    /// published again.
    pub(crate) fn refresh(&mut self, files: &dyn Files) -> BTreeMap<PathBuf, Vec<Problem>> {
        let mut shown: BTreeMap<PathBuf, Vec<Problem>> = BTreeMap::new();
        let changed = std::mem::take(&mut self.changed);
        // The pack's previous id counts too: packs that depend on it now miss it.
        let mut ids = std::mem::take(&mut self.gone);
        if changed.is_empty() && ids.is_empty() {
            return shown;
        }
        ids.extend(changed.iter().filter_map(|folder| self.id(folder)));
        for folder in &changed {
            self.read(files, folder, &mut shown);
        }
        ids.extend(changed.iter().filter_map(|folder| self.id(folder)));
        let mut again = changed;
        again.extend(self.dependents(ids));
        for folder in again {
            self.check(&folder, &mut shown);
        }
        shown
    }

    /// The packs that depend on one of these packs, directly or indirectly.
    fn dependents(&self, mut ids: BTreeSet<String>) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        loop {
            let before = found.len();
            for (folder, pack) in &self.known {
                if needs(&pack.source).iter().any(|id| ids.contains(id)) {
                    found.insert(folder.clone());
                    ids.extend(self.id(folder));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    fn id(&self, folder: &Path) -> Option<String> {
        pack_head(&self.known.get(folder)?.source).0
    }

    /// Reads a pack; the problems of a deleted pack are removed.
    fn read(
        &mut self,
        files: &dyn Files,
        folder: &Path,
        shown: &mut BTreeMap<PathBuf, Vec<Problem>>,
    ) {
        let before = self.known.remove(folder);
        for file in before.iter().flat_map(|pack| pack.problems.keys()) {
            shown.insert(file.clone(), Vec::new());
        }
        let typed = |file: &&PathBuf| self.belongs(file, folder, files);
        let open: Vec<&PathBuf> = self.open.keys().filter(typed).collect();
        let there = files.is_pack(folder);
        if !there && !self.open.contains_key(&folder.join(MANIFEST)) {
            return;
        }
        let empty = || PackSource {
            name: String::new(),
            files: Vec::new(),
        };
        let (mut source, error) = match files.pack(folder) {
            Ok(source) => (source, None),
            Err(why) => (empty(), there.then_some(why)),
        };
        source.name = folder.display().to_string();
        for file in open {
            let (Some(path), Some(text)) = (inside(folder, file), self.open.get(file)) else {
                continue;
            };
            source.files.retain(|(name, _)| *name != path);
            source.files.push((path, text.clone().into_bytes()));
        }
        source.files.sort();
        let mut problems = BTreeMap::new();
        problems.extend(error.map(|why| (folder.join(MANIFEST), vec![Problem::of_folder(why)])));
        let game = pack_head(&source).1;
        self.known.insert(
            folder.to_path_buf(),
            Pack {
                source,
                game,
                with: Vec::new(),
                problems,
            },
        );
    }

    /// Whether an open file belongs to this pack and not to a pack inside it.
    fn belongs(&self, file: &Path, folder: &Path, files: &dyn Files) -> bool {
        let hidden = inside(folder, file)
            .is_none_or(|path| path.split('/').any(|part| part.starts_with('.')));
        if hidden {
            return false;
        }
        let ours = ["toml", "rhai", "md", "txt"];
        let ending = file.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ours.contains(&ending))
            && self.folder(files, file).as_deref() == Some(folder)
    }

    /// Checks a pack together with the workspace packs that it depends on.
    fn check(&mut self, folder: &Path, shown: &mut BTreeMap<PathBuf, Vec<Problem>>) {
        let Some(pack) = self.known.get(folder) else {
            return;
        };
        let mut with = self.needed(&pack.source);
        with.push(pack.source.clone());
        let mut found: BTreeMap<PathBuf, Vec<Problem>> = BTreeMap::new();
        match check_packs(&with) {
            Ok(checked) => {
                for one in &checked.found.list {
                    let place = place(&checked.found, one.span);
                    let file = place
                        .as_ref()
                        .map_or_else(|| folder.join(MANIFEST), |(file, _)| file.clone());
                    if file.starts_with(folder) {
                        found
                            .entry(file)
                            .or_default()
                            .push(Problem::of(&checked.found, one));
                    }
                }
            }
            Err(why) => {
                found
                    .entry(folder.join(MANIFEST))
                    .or_default()
                    .push(Problem::of_folder(why.to_string()));
            }
        }
        let Some(pack) = self.known.get_mut(folder) else {
            return;
        };
        // An unreadable folder has only that problem.
        if !pack.source.files.is_empty() {
            for file in pack.problems.keys() {
                shown.insert(file.clone(), Vec::new());
            }
            pack.problems = found;
        }
        pack.with = with;
        shown.extend(pack.problems.clone());
    }

    /// The workspace packs that a pack depends on, directly or indirectly.
    fn needed(&self, source: &PackSource) -> Vec<PackSource> {
        let mut wanted = needs(source);
        let mut found: Vec<PackSource> = Vec::new();
        let mut at = 0;
        while at < wanted.len().min(CHAIN) {
            let is = |pack: &&Pack| pack_head(&pack.source).0.as_ref() == wanted.get(at);
            if let Some(pack) = self
                .known
                .values()
                .find(is)
                .filter(|pack| pack.source != *source)
            {
                for more in needs(&pack.source) {
                    if !wanted.contains(&more) {
                        wanted.push(more);
                    }
                }
                found.push(pack.source.clone());
            }
            at += 1;
        }
        found
    }
}

/// The path of a file relative to its pack.
pub(crate) fn inside(folder: &Path, file: &Path) -> Option<String> {
    Some(file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/"))
}

/// The ids of the packs that a pack depends on.
fn needs(source: &PackSource) -> Vec<String> {
    cardwright::pack_needs(source)
}

/// The file and byte range of a place.
fn place(
    found: &cardwright::Diagnostics,
    span: Option<Span>,
) -> Option<(PathBuf, lsp_types::Range)> {
    let span = span?;
    let source = found.sources.get(usize::from(span.file))?;
    Some((
        PathBuf::from(&source.path),
        text::range(&source.text, &(span.start..span.end)),
    ))
}

impl Problem {
    fn of(found: &cardwright::Diagnostics, one: &Diagnostic) -> Problem {
        let others = one.labels.iter().filter_map(|label| {
            let (file, range) = place(found, Some(label.span))?;
            Some((file, range, label.text.clone()))
        });
        Problem {
            one: one.clone(),
            range: place(found, one.span)
                .map(|(_, range)| range)
                .unwrap_or_default(),
            others: others.collect(),
        }
    }

    /// A problem with a pack as a whole.
    fn of_folder(message: String) -> Problem {
        let one = Diagnostic {
            // The game has no cards.
            code: "CW0203",
            severity: Severity::Error,
            span: None,
            message,
            help: None,
            labels: Vec::new(),
            fix: None,
        };
        Problem {
            one,
            range: lsp_types::Range::default(),
            others: Vec::new(),
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on panics"
)]
mod tests {
    use super::*;

    /// Packs in memory, for tests.
    #[derive(Clone, Default)]
    struct Shelf(BTreeMap<PathBuf, PackSource>);

    impl Files for Shelf {
        fn pack(&self, folder: &Path) -> Result<PackSource, String> {
            self.0.get(folder).cloned().ok_or_else(|| "gone".into())
        }
        fn is_pack(&self, folder: &Path) -> bool {
            self.0.contains_key(folder)
        }
        fn packs_in(&self, root: &Path) -> Vec<PathBuf> {
            let inside = self.0.keys().filter(|folder| folder.starts_with(root));
            inside.cloned().collect()
        }
    }

    fn pack(id: &str, needs: &str) -> PackSource {
        let card = format!(
            "[[card]]\nid = \"{id}-hat\"\nkind = \"part\"\nname = \"{id} hat\"\nslot = \"head\"\n\
             activate = {{ exact = 3 }}\neffect = [{{ fist = 1 }}]\n"
        );
        let manifest = format!(
            "id = \"{id}\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"{id}\"\n\
             cards = [\"cards.toml\"]\n[depends]\n{needs}"
        );
        PackSource {
            name: id.into(),
            files: vec![
                ("cards.toml".into(), card.into_bytes()),
                (MANIFEST.into(), manifest.into_bytes()),
            ],
        }
    }

    /// A chain of packs, and one without dependencies.
    fn shelf() -> Shelf {
        let packs = [
            ("tin", ""),
            ("zinc", "tin = \"1\"\n"),
            ("lead", "zinc = \"1\"\n"),
            ("iron", ""),
        ];
        Shelf(
            packs
                .map(|(id, needs)| (PathBuf::from("/shelf").join(id), pack(id, needs)))
                .into(),
        )
    }

    /// Each pack removed, with another id, with another version, and with a faulty or changed card.
    fn changes() -> Vec<(PathBuf, Option<PackSource>)> {
        let mut all = Vec::new();
        for (folder, pack) in shelf().0 {
            all.push((folder.clone(), None));
            for (file, from, to) in [
                (1, "\nversion = \"1", "\nversion = \"2"),
                (1, "id = \"", "id = \"other-"),
                (1, "[depends]\n", "[depends]\niron = \"1\"\n"),
                (0, "head", "hat"),
                (0, "id = \"", "id = \"tin-hat\" # "),
            ] {
                let mut pack = pack.clone();
                let text = String::from_utf8(pack.files[file].1.clone()).unwrap();
                pack.files[file].1 = text.replacen(from, to, 1).into_bytes();
                all.push((folder.clone(), Some(pack)));
            }
        }
        all
    }

    type Shown = BTreeMap<PathBuf, Vec<String>>;

    fn show(shown: &mut Shown, found: BTreeMap<PathBuf, Vec<Problem>>) {
        for (file, problems) in found {
            let told = |problem: &Problem| problem.one.message.clone();
            let problems: Vec<String> = problems.iter().map(told).collect();
            shown.remove(&file);
            if !problems.is_empty() {
                shown.insert(file, problems);
            }
        }
    }

    /// The packs and diagnostics right after opening the workspace.
    fn opened(shelf: &Shelf) -> (Packs, Shown) {
        let (mut packs, mut shown) = (Packs::default(), Shown::new());
        let folders = shelf.packs_in(Path::new("/shelf"));
        folders.into_iter().for_each(|folder| packs.touch(folder));
        show(&mut shown, packs.refresh(shelf));
        (packs, shown)
    }

    #[test]
    fn after_every_change_each_pack_shows_what_it_would_show_if_it_were_opened_now() {
        let (first, mut seen) = (shelf(), BTreeSet::new());
        let (mut packs, mut shown) = opened(&first);
        assert_eq!(shown, Shown::new());
        for (folder, changed) in changes() {
            let mut now = first.clone();
            now.0.remove(&folder);
            let leaves = changed.is_none();
            now.0.extend(changed.map(|pack| (folder.clone(), pack)));
            let there = opened(&now).1;
            packs.touch(folder.clone());
            show(&mut shown, packs.refresh(&now));
            assert_eq!(shown, there, "{folder:?} {:?}", now.0.get(&folder));
            seen.extend(shown.keys().cloned());
            // Earlier diagnostics return.
            packs.touch(folder.clone());
            show(&mut shown, packs.refresh(&first));
            assert_eq!(shown, Shown::new(), "{folder:?}");
            // Removing a folder from the workspace removes its pack.
            if leaves {
                for file in packs.forget(&folder) {
                    shown.remove(&file);
                }
                show(&mut shown, packs.refresh(&now));
                assert_eq!(shown, there, "{folder:?} has left");
                packs.touch(folder);
                show(&mut shown, packs.refresh(&first));
            }
        }
        // Every pack except the one without dependencies had an error caused by another pack.
        assert!(seen.len() >= 6, "{seen:?}");
    }

    /// A pack is checked with all that it needs, directly or not, each once, and with itself at the end. The length of
    /// such a chain is bounded.
    #[test]
    fn a_pack_is_checked_with_all_that_it_needs() {
        let mut shelf = shelf();
        let both = pack("both", "lead = \"1\"\ntin = \"1\"\niron = \"1\"\n");
        shelf.0.insert("/shelf/both".into(), both);
        let with = |packs: &Packs, folder: &str| -> Vec<String> {
            let pack = packs.known.get(Path::new(folder)).unwrap();
            pack.with
                .iter()
                .map(|pack| pack_head(pack).0.unwrap())
                .collect()
        };
        let mut packs = Packs::default();
        for folder in shelf.packs_in(Path::new("/shelf")) {
            packs.touch(folder);
        }
        packs.refresh(&shelf);
        for (folder, mut needs) in [
            ("tin", vec![]),
            ("zinc", vec!["tin"]),
            ("lead", vec!["zinc", "tin"]),
            ("both", vec!["iron", "lead", "tin", "zinc"]),
        ] {
            let mut found = with(&packs, &format!("/shelf/{folder}"));
            assert_eq!(found.pop().unwrap(), folder);
            found.sort();
            needs.sort_unstable();
            assert_eq!(found, needs, "{folder}");
        }
        let id = |nth: usize| format!("p{nth}");
        let long = Packs {
            known: (0..CHAIN + 3)
                .map(|nth| {
                    let source = pack(&id(nth), &format!("{} = \"1\"\n", id(nth + 1)));
                    let pack = Pack {
                        source,
                        game: None,
                        with: Vec::new(),
                        problems: BTreeMap::new(),
                    };
                    (PathBuf::from("/long").join(id(nth)), pack)
                })
                .collect(),
            ..Packs::default()
        };
        assert_eq!(long.needed(&pack("first", "p0 = \"1\"\n")).len(), CHAIN);
        let all = long.dependents([id(CHAIN + 2)].into());
        assert_eq!(all.len(), CHAIN + 2, "each but itself depends on it");
    }
}
