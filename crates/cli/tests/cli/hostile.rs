//! Packs that try to hang the program, fill the memory or crash it. Each load ends soon, uses little memory, and
//! reports a diagnostic.
//!
//! `cargo test -p cardwright-cli hostile -- --nocapture` prints time and peak memory of each.

use crate::bench::Bench;
use std::process::{Command, Stdio};
use std::time::Duration;
use wait4::Wait4;

/// Processor time, far more than any pack needs. It catches a program that does not end.
const MAX_TIME: Duration = Duration::from_secs(5);
/// The maximum memory that the program may have used at any time.
const MAX_BYTES: u64 = 200 << 20;

type Files = Vec<(String, String)>;

fn head(id: &str, more: &str) -> (String, String) {
    let text = format!(
        "id = \"{id}\"\nversion = \"1.0.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"Hostile\"\n{more}"
    );
    ("pack.toml".into(), text)
}

fn weapon(id: usize, script: usize) -> String {
    format!(
        "[[card]]\nid = \"w{id}\"\nkind = \"weapon\"\nname = \"W{id}\"\nplay_in = \"any\"\nscript = \"s{script}.rhai\"\n"
    )
}

fn part(id: usize, face: u8) -> String {
    format!(
        "[[card]]\nid = \"p{id}\"\nkind = \"part\"\nname = \"P{id}\"\nslot = \"head\"\nactivate = {{ exact = {face} }}\neffect = [{{ fist = 1 }}]\n"
    )
}

/// A pack with one card file.
fn cards(text: String) -> Files {
    vec![head("h", "cards = [\"c.toml\"]\n"), ("c.toml".into(), text)]
}

/// A pack of weapons with one script each.
fn scripts(texts: Vec<String>) -> Files {
    let mut files = cards((0..texts.len()).map(|n| weapon(n, n)).collect());
    files.extend(
        texts
            .into_iter()
            .enumerate()
            .map(|(n, text)| (format!("s{n}.rhai"), text)),
    );
    files
}

fn script(text: impl Into<String>) -> Files {
    scripts(vec![text.into()])
}

fn each(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

const MEGABYTE: usize = 1 << 20;

/// TOML that is large, deeply nested or unusual.
fn of_toml() -> Vec<(&'static str, Files, &'static str)> {
    let far = |text: String| cards(text);
    vec![
        (
            "a key of a megabyte",
            far(format!("{} = 1\n", "k".repeat(MEGABYTE - 10))),
            "CW0102",
        ),
        (
            "a text of a megabyte",
            far(part(0, 1).replace("P0", &"n".repeat(MEGABYTE - 200))),
            "CW0108",
        ),
        (
            "a number of a megabyte",
            far(format!("a = {}\n", "9".repeat(MEGABYTE - 10))),
            "CW0101",
        ),
        (
            "half a million open brackets",
            far(format!("a = {}", "[".repeat(MEGABYTE / 2))),
            "CW0101",
        ),
        (
            "tables in tables in tables",
            far(format!("a = {}", "{ a = ".repeat(MEGABYTE / 8))),
            "CW0101",
        ),
        (
            "a key of half a million points",
            far(format!("{}a = 1", "a.".repeat(MEGABYTE / 2 - 8))),
            "CW0101",
        ),
        (
            "a header of half a million points",
            far(format!("[{}a]", "a.".repeat(MEGABYTE / 2 - 8))),
            "CW0101",
        ),
        (
            "70 000 dotted keys",
            far(each(70_000, |n| format!("a.b.k{n} = 1\n"))),
            "CW0102",
        ),
        (
            "100 000 unknown keys",
            far(each(100_000, |n| format!("k{n}=1\n"))),
            "CW0102",
        ),
        (
            "80 000 unknown keys of a card",
            far(format!(
                "{}{}",
                part(0, 1),
                each(80_000, |n| format!("k{n}=1\n"))
            )),
            "CW0102",
        ),
        (
            "90 000 tables",
            far(each(90_000, |n| format!("[t{n}]\n"))),
            "CW0102",
        ),
        (
            "90 000 tables of one name",
            far("[t]\n".repeat(90_000)),
            "CW0101",
        ),
        (
            "110 000 empty cards",
            far("[[card]]\n".repeat(110_000)),
            "CW0604",
        ),
        (
            "one line of 30 000 cards",
            far(format!(
                "card = [{}]",
                "{ id = 1, kind = \"part\" },".repeat(30_000)
            )),
            "CW0604",
        ),
        ("10 001 cards", ten_thousand(), "CW0601"),
        (
            "9 000 good cards with one error",
            far(each(7_000, |n| part(n, 1 + u8::from(n == 6_999) * 6))),
            "CW0105",
        ),
        (
            "a symbol list of 80 000",
            far(part(0, 1).replace("{ fist = 1 }", &"{ fist = 0 },".repeat(80_000))),
            "CW0306",
        ),
        (
            "a file over the limit",
            far("#".repeat(MEGABYTE + 1)),
            "CW0601",
        ),
        ("five files of a megabyte", five_megabytes(), "CW0601"),
        ("4 500 files", many_files(4_500), "CW0601"),
    ]
}

fn ten_thousand() -> Files {
    let file = |from: usize| {
        (
            format!("c{from}.toml"),
            each(2_500, |n| part(from * 2_500 + n, 1)),
        )
    };
    let mut files: Files = (0..5).map(file).collect();
    files.push(head(
        "h",
        "cards = [\"c0.toml\", \"c1.toml\", \"c2.toml\", \"c3.toml\", \"c4.toml\"]\n",
    ));
    files
}

fn five_megabytes() -> Files {
    let mut files: Files = (0..5)
        .map(|n| (format!("c{n}.toml"), "#".repeat(MEGABYTE - 1)))
        .collect();
    files.push(head("h", "cards = [\"c0.toml\"]\n"));
    files
}

fn many_files(count: usize) -> Files {
    let mut files: Files = (0..count)
        .map(|n| (format!("f{n}/x.toml"), String::new()))
        .collect();
    files.push(head("h", "cards = []\n"));
    files
}

/// Manifests and translations.
fn of_manifests() -> Vec<(&'static str, Files, &'static str)> {
    let list = |key: &str, count: usize| {
        let paths = each(count, |n| format!("\"some/where/file-{n}.toml\", "));
        vec![head("h", &format!("cards = []\n{key} = [{paths}]\n"))]
    };
    let mut wrong_paths = many_files(3_900);
    wrong_paths.pop();
    wrong_paths.push(head(
        "h",
        &format!(
            "cards = [{}]\n",
            each(7_000, |n| format!("\"f{n}/y.toml\", "))
        ),
    ));
    let speak = |text: String| {
        let mut files = cards(each(4_000, |n| part(n, 1)));
        files[0] = head("h", "cards = [\"c.toml\"]\ntranslations = [\"fr.toml\"]\n");
        files.push(("fr.toml".into(), text));
        files
    };
    let table = |name: &str, count: usize, line: &dyn Fn(usize) -> String| {
        let mut files = cards(each(2_000, |n| part(n, 1)));
        files[0] = head(
            "h",
            &format!("cards = [\"c.toml\"]\n[{name}]\n{}", each(count, line)),
        );
        files
    };
    vec![
        (
            "25 000 files that are not there",
            list("translations", 25_000),
            "CW0601",
        ),
        (
            "4 000 files that are not there",
            list("translations", 4_000),
            "CW0204",
        ),
        ("7 000 names close to 3 900 files", wrong_paths, "CW0204"),
        (
            "7 000 packs that are needed",
            table("depends", 7_000, &|n| format!("pack-{n} = \"^1\"\n")),
            "CW0211",
        ),
        (
            "a version of a hundred kilobytes",
            vec![head(
                "h",
                &format!("cards = []\n[depends]\nx = \"{}\"\n", ">=1,".repeat(30_000)),
            )],
            "CW0210",
        ),
        (
            "40 000 decks",
            table("decks", 40_000, &|n| format!("d{n} = {{}}\n")),
            "CW0601",
        ),
        (
            "a deck of 5 000 unknown cards",
            table("decks.d", 5_000, &|n| format!("q{n} = {{ copies = 1 }}\n")),
            "CW0309",
        ),
        (
            "50 000 translations of nothing",
            speak(each(50_000, |n| format!("[px{n}]\nname = \"\"\n"))),
            "CW0309",
        ),
        (
            "a translated key of a megabyte",
            speak(format!(
                "{} = {{ name = \"x\" }}",
                "k".repeat(MEGABYTE - 40)
            )),
            "CW0309",
        ),
    ]
}

/// Scripts that do not end, grow, or nest.
fn of_scripts() -> Vec<(&'static str, Files, &'static str)> {
    let play = |body: &str| format!("fn play(me) {{ {body} gain(me, 1); }}\n");
    let keys = each(60, |n| format!("k{n}: [{n}], "));
    let heavy = play(&format!(
        "let m = #{{ {keys} }}; for i in 0..100000 {{ let n = m; let l = [m, 1]; }}"
    ));
    let shared = |count: usize, text: String| {
        let mut files = cards(each(count, |n| weapon(n, 0)));
        files.push(("s0.rhai".into(), text));
        files
    };
    vec![
        (
            "a loop without end",
            script(play("for i in 0..32767 { for j in 0..32767 { } }")),
            "CW0602",
        ),
        (
            "a loop in a loop in a loop",
            script(play(
                "for a in 0..9999 { for b in 0..9999 { for c in 0..9999 { } } }",
            )),
            "CW0602",
        ),
        (
            "fifty loops without end",
            scripts(vec![play("for i in 0..999999999 { let x = [i, i]; }"); 50]),
            "CW0602",
        ),
        (
            "sixty scripts that copy maps",
            scripts(vec![heavy; 60]),
            "CW0602",
        ),
        (
            "a list inside itself",
            script(play("let a = [1]; for i in 0..64 { a.push(a); }")),
            "CW0602",
        ),
        (
            "a text that doubles",
            script(play("let s = \"ha\"; for i in 0..64 { s += s; }")),
            "CW0602",
        ),
        (
            "a text padded with itself",
            script(play(
                "let s = \"a\"; for i in 0..64 { s = s + s + `${s}`; }",
            )),
            "CW0602",
        ),
        (
            "a padded list",
            script(play("let a = []; a.pad(999999999999, 1);")),
            "CW0602",
        ),
        (
            "a sorted and chained list",
            script(play(
                "let a = []; for i in 0..190 { a.push(i % 7); } for i in 0..99999 { a.sort(); a.dedup(); a += a; }",
            )),
            "CW0",
        ),
        (
            "a value that doubles",
            script(play(
                "let x = me.energy; for i in 0..64 { x = x * x + x; } gain(me, x);",
            )),
            "CW0603",
        ),
        (
            "values that double beside each other",
            script(play(
                "let x = me.energy; for i in 0..5 { x = x + x; } for i in 0..500 { let y = x + i; gain(me, y); }",
            )),
            "CW0603",
        ),
        (
            "a function in itself",
            script("fn play(me) { play(me); play(me); }\n"),
            "CW0602",
        ),
        (
            "blocks in blocks by a function",
            script(
                "fn f(me, n) { when me.energy > 1 { f(me, n - 1); f(me, n - 1); } }\nfn play(me) { f(me, 30000); }\n",
            ),
            "CW0602",
        ),
        (
            "loops that multiply",
            script(play(&format!(
                "{}gain(me, 1);{}",
                "each x in opponents(me) { for i in 0..9 { ".repeat(3),
                " } }".repeat(3)
            ))),
            "CW0603",
        ),
        (
            "60 000 brackets",
            script(play(&"(".repeat(60_000))),
            "CW0401",
        ),
        ("60 000 braces", script(play(&"{".repeat(60_000))), "CW0401"),
        (
            "60 000 minus signs",
            script(play(&"- ".repeat(30_000))),
            "CW0",
        ),
        (
            "30 000 points",
            script(play(&format!("me{};", ".player".repeat(8_000)))),
            "CW0602",
        ),
        (
            "30 000 plus signs",
            script(play(&format!("gain(me, {}1);", "1 + ".repeat(15_000)))),
            "CW0602",
        ),
        (
            "10 000 else ifs",
            script(play(&format!(
                "if false {{ }} {}",
                "else if false { } ".repeat(3_000)
            ))),
            "CW0",
        ),
        (
            "a chain of 2 000 whens",
            script(play(&format!(
                "when me.energy > 1 {{ }} {}",
                "otherwise when me.energy > 1 { } ".repeat(1_800)
            ))),
            "CW0",
        ),
        (
            "comments in comments",
            script(format!("{}\n", "/*".repeat(32_000))),
            "CW0",
        ),
        (
            "texts in texts",
            script(play(&format!(
                "let s = {}1{};",
                "`${".repeat(8_000),
                "}`".repeat(8_000)
            ))),
            "CW0",
        ),
        (
            "a text of 60 000 letters",
            script(play(&format!("let s = \"{}\";", "x".repeat(60_000)))),
            "CW0602",
        ),
        (
            "a list of 30 000",
            script(play(&format!("let a = [{}];", "1,".repeat(30_000)))),
            "CW0602",
        ),
        (
            "a map of 8 000 keys",
            script(play(&format!(
                "let a = #{{{}}};",
                each(7_000, |n| format!("k{n}:1,"))
            ))),
            "CW0602",
        ),
        (
            "4 000 functions",
            script(each(4_000, |n| format!("fn f{n}() {{}}\n"))),
            "CW0602",
        ),
        (
            "4 000 variables",
            script(play(&each(4_000, |n| format!("let v{n} = 1;")))),
            "CW0602",
        ),
        (
            "2 300 unknown words",
            script(play(&each(2_300, |n| format!("unknown_word_{n}(me); ")))),
            "CW0404",
        ),
        (
            "a name of 60 000 letters",
            script(play(&format!("{}(me);", "n".repeat(60_000)))),
            "CW0602",
        ),
        (
            "64 scripts of 64 kilobytes",
            scripts(vec![play(&"gain(me, 1); ".repeat(4_900)); 60]),
            "CW0603",
        ),
        (
            "5 000 cards with one long script",
            shared(5_000, play(&"gain(me, 1); ".repeat(400))),
            "CW0602",
        ),
        (
            "5 000 cards with one faulty script",
            shared(5_000, play(&"gian(me, 1); ".repeat(3_000))),
            "CW0404",
        ),
        (
            "a course of 2 000 letters",
            script(play(&format!(
                "choose either \"{}\" {{ }} or \"b\" {{ }}",
                "x".repeat(1_900)
            ))),
            "CW0108",
        ),
        (
            "a script over the limit",
            script("/".repeat(70_000)),
            "CW0601",
        ),
    ]
}

fn check(
    bench: &Bench,
    number: usize,
    (name, files, code): (&str, Files, &str),
    faults: &mut Vec<String>,
) {
    let folder = format!("h{number}");
    files
        .iter()
        .for_each(|(path, text)| bench.write(&format!("{folder}/{path}"), text));
    let printed = std::fs::File::create(bench.path("out")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["check", &folder])
        .current_dir(bench.path(""))
        .stdin(Stdio::null())
        .stdout(printed)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let used = child.wait4().unwrap();
    let time = used.rusage.utime + used.rusage.stime;
    let told = bench.read("out");
    println!(
        "{name:44} {:6.2} s {:5} MB {:5} kB told",
        time.as_secs_f32(),
        used.rusage.maxrss >> 20,
        told.len() >> 10
    );
    let wrong = [
        (
            used.status.code() != Some(1),
            format!("ends with {:?}", used.status.code()),
        ),
        (
            !told.contains(&format!("[{code}")),
            format!("does not tell {code}"),
        ),
        (time > MAX_TIME, format!("takes {time:?}")),
        (
            used.rusage.maxrss > MAX_BYTES,
            format!("takes {} MB", used.rusage.maxrss >> 20),
        ),
        (
            told.len() > 2 * MEGABYTE,
            format!("prints {} bytes", told.len()),
        ),
    ];
    let beginning: String = told.chars().take(600).collect();
    let wrong = wrong
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, what)| format!("{name} {what}:\n{beginning}\n"));
    faults.extend(wrong);
    std::fs::remove_dir_all(bench.path(&folder)).unwrap();
}

/// Until a program runs, the system counts the memory of the process that starts it as the program's own. So this test
/// runs itself again, without other tests in the process.
const ALONE: &str = "CARDWRIGHT_ALONE";

#[test]
fn hostile_packs_end_soon_and_small() {
    if std::env::var_os(ALONE).is_none() {
        let alone = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "hostile::hostile_packs_end_soon_and_small"])
            .env(ALONE, "yes")
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&alone.stdout);
        assert!(
            alone.status.success() && told.contains("1 passed"),
            "{told}"
        );
        return;
    }
    let bench = Bench::new("hostile");
    let all = of_toml()
        .into_iter()
        .chain(of_manifests())
        .chain(of_scripts());
    let mut faults = Vec::new();
    for (number, case) in all.enumerate() {
        check(&bench, number, case, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.concat());
}

/// Not everything in a folder is a file.
#[cfg(unix)]
#[test]
fn odd_things_in_a_folder_are_refused_or_left_alone() {
    use std::os::unix::fs::symlink;
    let bench = Bench::new("odd");
    let write = |folder: &str| {
        let files = cards(part(0, 1));
        files
            .iter()
            .for_each(|(path, text)| bench.write(&format!("{folder}/{path}"), text));
    };
    write("fifo");
    let made = Command::new("mkfifo")
        .arg(bench.path("fifo/pipe.toml"))
        .status()
        .unwrap();
    assert!(made.success());
    write("socket");
    let _socket = std::os::unix::net::UnixListener::bind(bench.path("socket/s.rhai")).unwrap();
    write("device");
    symlink("/dev/zero", bench.path("device/zero.toml")).unwrap();
    write("process");
    symlink("/proc/self/environ", bench.path("process/secret.toml")).unwrap();
    for (folder, told) in [
        ("fifo", "not an ordinary file"),
        ("socket", "not an ordinary file"),
        ("device", "leads outside"),
        ("process", "leads outside"),
    ] {
        let out = bench.run(&["check", folder], "");
        assert!(out.contains(told) && out.ends_with("= 2\n\n"), "{out}");
    }
    write("folder");
    bench.write("folder/dir.toml/inner.toml", "");
    let out = bench.run(&["check", "folder"], "");
    assert!(
        out.contains("dir.toml/inner.toml:1:1") && out.contains("CW0206"),
        "{out}"
    );
    write("many");
    (0..30_000).for_each(|n| drop(std::fs::File::create(bench.path(&format!("many/{n}.txt")))));
    let out = bench.run(&["check", "many"], "");
    assert!(
        out.contains("holds more than") && out.ends_with("= 2\n\n"),
        "{out}"
    );
}
