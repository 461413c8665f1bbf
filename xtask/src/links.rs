//! Links between pages: every file that a page points to is there, and so is the heading after `#`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders whose pages are read, beside the pages at the top.
const FOLDERS: [&str; 1] = ["docs"];

/// Sentences about links that lead nowhere.
pub(crate) fn broken(root: &Path) -> Vec<String> {
    let mut pages = files(root, false);
    pages.extend(
        FOLDERS
            .iter()
            .flat_map(|folder| files(&root.join(folder), true)),
    );
    pages.sort();
    let mut headings = BTreeMap::new();
    let mut broken = Vec::new();
    for page in &pages {
        let Ok(text) = fs::read_to_string(page) else {
            continue;
        };
        for (line, link) in links(&text) {
            if let Some(why) = wrong(page, &link, &mut headings) {
                let shown = page.strip_prefix(root).unwrap_or(page).display();
                broken.push(format!(
                    "{shown}:{line}: the link `{link}` leads nowhere: {why}"
                ));
            }
        }
    }
    broken
}

fn files(folder: &Path, deep: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
    {
        if path.is_dir() && deep {
            found.extend(files(&path, deep));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found
}

/// Lines outside of code blocks, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence = None;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let start = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => return Some((at + 1, line)),
            _ => {}
        }
        None
    })
}

/// The targets of links and pictures, each with its line: `[text](target)`, `[text]: target`, `href` and `src`. Code is left out.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // A link may be broken into two lines, so lines are read as one text.
    let mut whole = String::new();
    let mut starts = Vec::new();
    for (line, content) in prose(text) {
        starts.push((whole.len(), line));
        let outside = content.split('`').step_by(2);
        whole += &outside.collect::<Vec<_>>().join("``");
        whole.push('\n');
    }
    let line_of = |at: usize| {
        starts
            .iter()
            .rev()
            .find(|(start, _)| *start <= at)
            .map_or(0, |(_, line)| *line)
    };
    for (begin, end) in [
        ("](", ')'),
        ("]: ", '\n'),
        ("href=\"", '"'),
        ("src=\"", '"'),
    ] {
        for (at, _) in whole.match_indices(begin) {
            let rest = &whole[at + begin.len()..];
            let target = rest.split([end, '\n']).next().unwrap_or_default();
            // A title may follow.
            let target = target
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .trim_matches(['<', '>']);
            found.push((line_of(at), target.to_string()));
        }
    }
    found.retain(|(_, target)| {
        !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:")
    });
    found.sort();
    found
}

/// Why a link from a page leads nowhere, if it does.
fn wrong(
    page: &Path,
    link: &str,
    headings: &mut BTreeMap<PathBuf, BTreeSet<String>>,
) -> Option<String> {
    let (file, anchor) = link
        .split_once('#')
        .map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let path = match file {
        "" => page.to_path_buf(),
        _ => page.parent()?.join(file.replace("%20", " ")),
    };
    if !path.exists() {
        return Some("there is no such file".into());
    }
    let anchor = anchor?;
    if path.extension().is_none_or(|ending| ending != "md") {
        return None;
    }
    let known = headings
        .entry(path)
        .or_insert_with_key(|path| anchors(&fs::read_to_string(path).unwrap_or_default()));
    (!known.contains(anchor)).then(|| format!("the page has no heading `#{anchor}`"))
}

/// The names of a page's headings, as books and forges make them, and of anchors written by hand.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (_, line) in prose(text) {
        for begin in ["id=\"", "name=\""] {
            names.extend(
                line.split(begin)
                    .skip(1)
                    .filter_map(|rest| rest.split('"').next())
                    .map(String::from),
            );
        }
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let name = slug(title.trim());
        let again = (1..).map(|many| format!("{name}-{many}"));
        names.extend(
            std::iter::once(name.clone())
                .chain(again)
                .find(|name| !names.contains(name)),
        );
    }
    names
}

/// Lower case, without marks, with `-` for spaces; of a link in the heading only its text.
fn slug(title: &str) -> String {
    let mut shown = String::new();
    let mut rest = title;
    while let Some((before, after)) = rest.split_once("](") {
        shown += before;
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    shown += rest;
    let kept = shown
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_file_and_to_a_heading() {
        let folder = std::env::temp_dir().join(format!("cardwright-links-{}", std::process::id()));
        fs::create_dir_all(folder.join("docs")).unwrap();
        let page = "# A page\n\n## `match/new` & more\n\n## Twice\n\n## Twice\n\n[here](#matchnew--more) [a](b.md) [two](#twice-1)\n\
                    [gone](c.md) `[code](d.md)` [far](https://e.example/f) [none](b.md#no)\n\n```text\n[shown](g.md)\n```\n";
        fs::write(folder.join("docs/a.md"), page).unwrap();
        fs::write(folder.join("docs/b.md"), "# B\n").unwrap();
        fs::write(
            folder.join("README.md"),
            "[a](docs/a.md#a-page) [b](docs/a.md#b-page)\n",
        )
        .unwrap();
        let found = broken(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            found,
            [
                "README.md:1: the link `docs/a.md#b-page` leads nowhere: the page has no heading `#b-page`",
                "docs/a.md:10: the link `b.md#no` leads nowhere: the page has no heading `#no`",
                "docs/a.md:10: the link `c.md` leads nowhere: there is no such file",
            ]
        );
    }
}
