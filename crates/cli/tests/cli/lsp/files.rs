//! Files in editors: large, invalid, renamed and removed ones, characters of two UTF-16 units, and nested folders.

use super::*;

/// Reports created (1), changed (2) or deleted (3) files.
fn watched(editor: &mut Editor, changes: &[(&str, u8)]) {
    let changes: Vec<Value> = changes
        .iter()
        .map(|(path, kind)| json!({ "uri": editor.uri(path), "type": kind }))
        .collect();
    editor.tell(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": changes }),
    );
}

fn close(editor: &mut Editor, path: &str) {
    let document = json!({ "uri": editor.uri(path) });
    editor.tell("textDocument/didClose", json!({ "textDocument": document }));
}

/// A pack with one error in its cards and one in a script.
fn wrong_pack(name: &str) -> (Bench, PathBuf) {
    let (bench, folder, cards) = first_pack(name);
    std::fs::write(
        folder.join("cards.toml"),
        cards.replace("\"head\"", "\"hed\""),
    )
    .unwrap();
    std::fs::write(
        folder.join("scripts/snack.rhai"),
        "fn play(me) { gian(me, 2); }",
    )
    .unwrap();
    (bench, folder)
}

/// The folder of a pack, one inside it, its parent, and one far above it.
#[test]
fn a_pack_is_found_wherever_the_workspace_begins() {
    let (bench, folder) = wrong_pack("lsp-roots");
    std::fs::create_dir_all(bench.path("work/a/b")).unwrap();
    std::fs::rename(&folder, bench.path("work/a/b/my pack")).unwrap();
    for (root, before) in [
        ("work/a/b/my pack", ""),
        ("work/a/b", "my pack/"),
        ("work/a", "b/my pack/"),
        ("work", "a/b/my pack/"),
    ] {
        let mut editor = Editor::of(&bench.path(root));
        let [cards, script] =
            ["cards.toml", "scripts/snack.rhai"].map(|file| format!("{before}{file}"));
        assert_eq!(
            (
                editor.mistakes(&cards).len(),
                editor.mistakes(&script).len()
            ),
            (1, 1),
            "{root}"
        );
        editor.open(&script);
        editor.type_over(&script, [0, 14, 0, 18], "gain");
        assert_eq!(
            (
                editor.mistakes(&cards).len(),
                editor.mistakes(&script).len()
            ),
            (1, 0),
            "{root}"
        );
        assert_eq!(editor.end(), Some(0));
    }
    let mut editor = Editor::of(&bench.path("work/a/b/my pack/scripts"));
    assert_eq!(
        editor.mistakes("snack.rhai").len(),
        1,
        "the workspace begins inside the pack"
    );
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn files_and_folders_that_move_take_their_mistakes_along() {
    let (bench, folder) = wrong_pack("lsp-moves");
    let root = folder.parent().unwrap().to_path_buf();
    let mut editor = Editor::of(&root);
    let count = |editor: &mut Editor, file: &str| editor.mistakes(file).len();
    editor.open("my pack/scripts/snack.rhai");
    assert_eq!(count(&mut editor, "my pack/scripts/snack.rhai"), 1);
    // A script is renamed: the editor closes the old one, opens the new one and reports both.
    let (old, new) = ("my pack/scripts/snack.rhai", "my pack/scripts/meal.rhai");
    std::fs::rename(root.join(old), root.join(new)).unwrap();
    close(&mut editor, old);
    editor.open(new);
    watched(&mut editor, &[(old, 3), (new, 1)]);
    assert_eq!(
        (
            count(&mut editor, old),
            count(&mut editor, "my pack/cards.toml")
        ),
        (0, 2),
        "the card misses it"
    );
    let cards = std::fs::read_to_string(root.join("my pack/cards.toml")).unwrap();
    std::fs::write(
        root.join("my pack/cards.toml"),
        cards.replace("snack.rhai", "meal.rhai"),
    )
    .unwrap();
    watched(&mut editor, &[("my pack/cards.toml", 2)]);
    assert_eq!(
        (
            count(&mut editor, new),
            count(&mut editor, "my pack/cards.toml")
        ),
        (1, 1)
    );
    close(&mut editor, new);
    // The folder of the pack is renamed: the editor reports only the folder.
    std::fs::rename(root.join("my pack"), root.join("our pack")).unwrap();
    watched(&mut editor, &[("my pack", 3), ("our pack", 1)]);
    assert_eq!(
        (
            count(&mut editor, new),
            count(&mut editor, "my pack/cards.toml")
        ),
        (0, 0)
    );
    assert_eq!(count(&mut editor, "our pack/cards.toml"), 1);
    std::fs::remove_dir_all(root.join("our pack")).unwrap();
    watched(&mut editor, &[("our pack", 3)]);
    assert_eq!(count(&mut editor, "our pack/cards.toml"), 0);
    assert_eq!(editor.end(), Some(0));
    drop(bench);
}

#[test]
fn folders_come_into_the_workspace_and_leave_it() {
    let (bench, folder) = wrong_pack("lsp-folders");
    std::fs::create_dir_all(bench.path("empty")).unwrap();
    let mut editor = Editor::of(&bench.path("empty"));
    editor.folder = folder.canonicalize().unwrap();
    let root = json!({ "uri": editor.uri(""), "name": "packs" });
    let change = |editor: &mut Editor, added: Value, removed: Value| {
        let event = json!({ "added": added, "removed": removed });
        editor.tell(
            "workspace/didChangeWorkspaceFolders",
            json!({ "event": event }),
        );
    };
    assert_eq!(editor.mistakes("cards.toml").len(), 0);
    change(&mut editor, json!([root]), json!([]));
    assert_eq!(editor.mistakes("cards.toml").len(), 1);
    change(&mut editor, json!([]), json!([root]));
    assert_eq!(editor.mistakes("cards.toml").len(), 0);
    // Open files remain.
    change(&mut editor, json!([root]), json!([]));
    editor.open("cards.toml");
    change(&mut editor, json!([]), json!([root]));
    assert_eq!(editor.mistakes("cards.toml").len(), 1);
    assert_eq!(editor.end(), Some(0));
}

/// Characters beyond the first plane are two units for an editor, four bytes in memory and one character for the
/// reader.
#[test]
fn places_behind_letters_of_two_units_are_meant_right() {
    let (_bench, folder, _) = first_pack("lsp-astral");
    let text = "/* 🤖𝄞🤖 */ fn play(me) { gian(me, 2); } // 🚀\n/* 🤖 */ fn can(me) { opponents(me).count > 0 }";
    std::fs::write(folder.join("scripts/snack.rhai"), text).unwrap();
    let script = "scripts/snack.rhai";
    let mut editor = Editor::of(&folder);
    editor.open(script);
    let (line, column) = at(text, "gian");
    assert_eq!(
        (line, column),
        (0, 27),
        "the three letters before it are six units"
    );
    let found = editor.mistakes(script);
    assert_eq!(found.len(), 1, "{found:?}");
    let range =
        json!({ "start": { "line": 0, "character": 27 }, "end": { "line": 0, "character": 31 } });
    assert_eq!(found[0]["range"], range);
    let fixes = editor.fixes(script, &found[0]);
    let edit = fixes
        .iter()
        .find_map(|fix| fix["edit"]["changes"][editor.uri(script)].get(0))
        .unwrap();
    assert_eq!((&edit["range"], &edit["newText"]), (&range, &json!("gain")));
    let (line, column) = at(text, "opponents");
    assert_ne!(
        editor.hover(script, line, column),
        "",
        "the word is found behind them"
    );
    assert_eq!(
        editor.hover(script, line, 4),
        "",
        "in the remark is no word"
    );
    assert!(
        editor
            .labels(script, 0, 27)
            .iter()
            .any(|label| label == "gain")
    );
    // Edits between two of them, and over half of one, leave valid text.
    editor.type_over(script, [0, 5, 0, 7], "x");
    editor.type_over(script, [0, 4, 0, 4], "🤖");
    let _ = editor.mistakes(script);
    editor.type_over(script, [0, 0, 0, 999], "fn play(me) { gain(me, 2); }");
    assert_eq!(editor.mistakes(script), [] as [Value; 0]);
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_large_file_is_checked_as_one_types() {
    let (_bench, folder, cards) = first_pack("lsp-large");
    let part = |nth: usize| {
        format!(
            "[[card]]\nid = \"hat-{nth}\"\nkind = \"part\"\nname = {{ en = \"Hat 🤖 {nth}\" }}\ntext = {{ en = \"A hat.\" }}\n\
             copies = 1\nslot = \"head\"\nactivate = {{ any = [1] }}\neffect = [{{ energy = 1 }}]\n"
        )
    };
    let large: String = std::iter::once(cards.clone())
        .chain((0..1_500).map(part))
        .collect();
    assert!(large.len() > 200_000);
    std::fs::write(folder.join("cards.toml"), &large).unwrap();
    let mut editor = Editor::of(&folder);
    editor.open("cards.toml");
    let before = editor.mistakes("cards.toml").len();
    let (line, column) = at(&large, "slot = \"head\"\nactivate = { any = [1] }");
    // Letter by letter, faster than it can be checked: only the final text counts.
    for letter in ["x", "y", "z", "x", "y", "z"].iter().cycle().take(60) {
        editor.type_over("cards.toml", [line, column + 8, line, column + 8], letter);
    }
    assert_eq!(editor.mistakes("cards.toml").len(), before + 1);
    editor.type_over("cards.toml", [line, column + 8, line, column + 68], "");
    assert_eq!(editor.mistakes("cards.toml").len(), before);
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn broken_files_are_told_and_stop_nothing() {
    let (_bench, folder, cards) = first_pack("lsp-broken");
    let half = &cards[..cards.len() / 2];
    let deep = format!("x = {}", "[".repeat(20_000));
    let long = "a".repeat(300_000);
    let many = "[[card]]\n".repeat(5_000);
    let nested = format!("fn play(me) {{ {} }}", "(".repeat(20_000));
    let blocks = "fn play(me) { when ".repeat(3_000);
    let broken: [(&str, &[u8]); 14] = [
        ("cards.toml", half.as_bytes()),
        ("cards.toml", b"\xff\xfe\x00not text"),
        ("cards.toml", b"\0\0\0"),
        ("cards.toml", b"\xef\xbb\xbf[[card]]\r\nid = \"\r\n"),
        ("cards.toml", b"[[card]]\nid = \"\"\"\nnever closed"),
        ("cards.toml", deep.as_bytes()),
        ("cards.toml", long.as_bytes()),
        ("cards.toml", many.as_bytes()),
        ("pack.toml", b"= = ="),
        ("pack.toml", b""),
        ("scripts/snack.rhai", nested.as_bytes()),
        ("scripts/snack.rhai", blocks.as_bytes()),
        ("scripts/snack.rhai", "fn play(me) { \"🤖".as_bytes()),
        ("scripts/snack.rhai", b"\xc3\x28"),
    ];
    let mut editor = Editor::of(&folder);
    for (file, bytes) in broken {
        let whole = std::fs::read(folder.join(file)).unwrap();
        std::fs::write(folder.join(file), bytes).unwrap();
        watched(&mut editor, &[(file, 2)]);
        let told = |editor: &mut Editor| -> usize {
            ["cards.toml", "pack.toml", "scripts/snack.rhai"]
                .map(|file| editor.mistakes(file).len())
                .iter()
                .sum()
        };
        let what = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
        assert!(told(&mut editor) > 0, "{file}: {what}");
        // As an open file, it has the same errors or others, and requests work at every position.
        if let Ok(text) = std::str::from_utf8(bytes) {
            editor.open(file);
            assert!(told(&mut editor) > 0, "{file}: {what}");
            for (line, column) in [(0, 0), (0, 19), (1, 7), (9_999, 9_999)] {
                editor.hover(file, line, column);
                editor.labels(file, line, column);
            }
            editor.type_over(file, [0, 0, 99_999, 0], "");
            editor.type_over(file, [0, 0, 0, 0], text);
            assert!(told(&mut editor) > 0, "{file}: {what}");
            close(&mut editor, file);
        }
        std::fs::write(folder.join(file), whole).unwrap();
        watched(&mut editor, &[(file, 2)]);
        assert_eq!(told(&mut editor), 0, "{file}: {what}");
    }
    assert_eq!(editor.end(), Some(0));
}
