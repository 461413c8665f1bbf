//! Bad packs. Each folder of `tests/bad_cards/` is one, with the diagnostics that its author gets. A folder of folders,
//! each with a `pack.toml`, contains several packs, which are loaded with the official one.

use crate::packs::{folder, pack};
use cardwright_cards::{CODES, PackSource, Severity, check};
use cardwright_games::moon_bots;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folders_in(path: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<_> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

/// The pack in a folder, or the packs in its folders.
fn packs_in(path: &Path) -> Vec<PackSource> {
    let several: Vec<PathBuf> = folders_in(path)
        .into_iter()
        .filter(|inner| inner.join("pack.toml").exists())
        .collect();
    if path.join("pack.toml").exists() || several.is_empty() {
        return vec![pack(path)];
    }
    let named = |inner: &PathBuf| {
        let name = inner.file_name().unwrap().to_string_lossy().into_owned();
        PackSource {
            name,
            ..pack(inner)
        }
    };
    let official = PackSource {
        name: "official".into(),
        ..pack(&folder("cards/moon-bots"))
    };
    several.iter().map(named).chain([official]).collect()
}

#[test]
fn every_mistake_is_told_with_its_place() {
    for path in folders_in(&folder("tests/bad_cards")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut packs = packs_in(&path);
        let (cards, found) = check(&packs, &moon_bots::lexicon::LEXICON);
        assert!(
            cards.is_none()
                || found
                    .list
                    .iter()
                    .all(|one| one.severity == Severity::Warning),
            "{name}"
        );
        assert!(!found.list.is_empty(), "{name} is a bad pack");
        packs.reverse();
        packs.iter_mut().for_each(|pack| pack.files.reverse());
        assert_eq!(
            check(&packs, &moon_bots::lexicon::LEXICON).1,
            found,
            "{name} in another order"
        );
        insta::with_settings!({ snapshot_path => &path, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("diagnostics", found.render());
        });
    }
}

/// Codes that no pack of Moon-Bots can cause, with what they need; each has a test below.
const ELSEWHERE: [&str; 2] = [
    // A kind of card without a script: Moon-Bots has none.
    "CW0307",
    // Correct cards that cannot form a game together: the library asks the game.
    "CW0605",
];

/// A code that no pack causes is untested or impossible.
#[test]
fn every_code_is_told_of_some_pack() {
    let told: BTreeSet<String> = folders_in(&folder("tests/bad_cards"))
        .iter()
        .map(|path| std::fs::read_to_string(path.join("diagnostics.snap")).unwrap())
        .flat_map(|text| {
            let codes = text
                .split("[CW")
                .skip(1)
                .filter_map(|rest| rest.get(..4))
                .map(|code| format!("CW{code}"));
            codes.collect::<Vec<_>>()
        })
        .collect();
    let never: Vec<&str> = CODES
        .iter()
        .map(|code| code.id)
        .filter(|id| !told.contains(*id))
        .collect();
    assert_eq!(
        never, ELSEWHERE,
        "put a pack that shows the code into tests/bad_cards"
    );
    let known = |code: &String| CODES.iter().any(|known| known.id == code);
    assert!(told.iter().all(known), "{told:?}");
}

#[test]
fn a_card_of_a_kind_without_moments_has_no_script() {
    let mut kinds = moon_bots::lexicon::LEXICON.kinds.to_vec();
    kinds.iter_mut().for_each(|kind| kind.hooks = &[]);
    let lexicon = cardwright_effects::Lexicon {
        kinds: kinds.leak(),
        ..moon_bots::lexicon::LEXICON.clone()
    };
    let found = check(&[pack(&folder("cards/moon-bots"))], &lexicon).1;
    assert!(
        found.list.iter().any(|one| one.code == "CW0307"),
        "{}",
        found.render_short()
    );
}

/// Each error of a pack has a code with an explanation, and a place in a file of the pack.
#[test]
fn every_mistake_has_a_code_and_a_place() {
    for path in folders_in(&folder("tests/bad_cards")) {
        let mut all = packs_in(&path);
        // Without its files, with half of them, and with truncated files.
        let cut: Vec<PackSource> = all
            .iter()
            .map(|pack| PackSource {
                name: pack.name.clone(),
                files: pack
                    .files
                    .iter()
                    .map(|(path, bytes)| (path.clone(), bytes[..bytes.len() / 2].to_vec()))
                    .collect(),
            })
            .collect();
        let bare: Vec<PackSource> = all
            .iter()
            .map(|pack| PackSource {
                name: pack.name.clone(),
                files: Vec::new(),
            })
            .collect();
        all.iter_mut().for_each(|pack| pack.files.truncate(1));
        for packs in [packs_in(&path), cut, bare, all] {
            let found = check(&packs, &moon_bots::lexicon::LEXICON).1;
            for one in &found.list {
                assert!(CODES.iter().any(|code| code.id == one.code), "{one:?}");
                let place = one
                    .span
                    .and_then(|span| found.sources.get(usize::from(span.file)));
                assert!(place.is_some(), "{}: {one:?}", path.display());
            }
        }
    }
}

/// Cards that are correct one by one but cannot form a game are reported like any other error.
#[test]
fn cards_that_make_no_game_have_a_code_and_a_place() {
    let head = |game: &str| {
        format!(
            "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"{game}\"\nname = \"T\"\ncards = [\"c.toml\"]\n"
        )
    };
    let part = |number: usize| {
        format!(
            "[[card]]\nid = \"x{number}\"\nkind = \"part\"\nname = \"X{number}\"\nslot = \"head\"\ncopies = 20\nactivate = {{ pair = true }}\neffect = [{{ fist = 2 }}]\n"
        )
    };
    let many: String = (0..7).map(part).collect();
    let agent =
        "[[card]]\nid = \"x\"\nkind = \"agent\"\nname = \"X\"\ncost = 1\nscript = \"x.rhai\"\n"
            .to_owned();
    let script = "fn play_against(me, foe) { drain(foe, 1); }";
    let robot = |fact: &str| {
        format!(
            "[[card]]\nid = \"x\"\nkind = \"robot\"\nname = \"X\"\ncost = 1\nattack = 1\ndefence = 1\n{fact}\nscript = \"x.rhai\"\n"
        )
    };
    for (game, cards, script, place, help) in [
        (
            "moon-bots",
            many,
            "",
            "t/pack.toml:6:1",
            "write fewer `copies`",
        ),
        (
            "robot-empire",
            agent,
            script,
            "t/x.rhai:1:1",
            "write `names = \"opponent\"`",
        ),
        (
            "robot-empire",
            robot("tap_in_play = true"),
            "fn on_out(me) { bank(me, 1); }",
            "t/c.toml:8:1",
            "write `fn tap(me) { … }`, or leave it out",
        ),
        (
            "robot-empire",
            robot("names = \"own-fighter\""),
            "fn on_out(me) { bank(me, 1); }",
            "t/c.toml:8:1",
            "its script needs `tap`",
        ),
    ] {
        let head = head(game);
        let mut files = vec![("pack.toml", &*head), ("c.toml", &*cards)];
        files.extend((!script.is_empty()).then_some(("x.rhai", script)));
        let checked = cardwright::check_packs(&[PackSource::from_texts("t", files)]).unwrap();
        assert!(!checked.is_good());
        let told = checked.found.render_short();
        assert!(
            told.starts_with(&format!("{place}: error[CW0605]")),
            "{told}"
        );
        assert!(told.contains(help), "{told}");
    }
}

/// What a card of Robot Empire says about itself has an effect, or an error; beside each, a card that says it rightly.
#[test]
fn facts_and_conditions_without_effect_are_refused() {
    let pack = "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"robot-empire\"\nname = \"T\"\ncards = [\"c.toml\"]\n";
    let told = |kind: &str, facts: &str, script: &str| {
        let values = match kind {
            "agent" => "",
            "component" => "port = \"rockets\"\n",
            "equipment" => "defence = 3\n",
            _ => "attack = 1\ndefence = 3\n",
        };
        let card = format!(
            "[[card]]\nid = \"x\"\nkind = \"{kind}\"\nname = \"X\"\ncost = 1\n{values}{facts}\nscript = \"x.rhai\"\n"
        );
        let files = vec![("pack.toml", pack), ("c.toml", &*card), ("x.rhai", script)];
        let checked = cardwright::check_packs(&[PackSource::from_texts("t", files)]).unwrap();
        checked.found.render_short()
    };
    let out = "fn on_out(me) { bank(me, 1); }";
    let tap = "fn tap(me) { bank(me, 1); }";
    let on = "fn play_on(me, named) { drain(named.owner, 1); }";
    let at = "fn tap(me, named) { damage(named, 1); }";
    let foes = "names = \"opponents-fighter\"";
    let twice = |one: &str, other: &str| format!("{one}\n{other}");
    let can = |script: &str| twice(script, "fn can(me) { me.vault > 3 }");
    let can_on = |script: &str| twice(script, "fn can_on(me, named) { named.attack > 3 }");
    type Said<'s> = (&'s str, String);
    let said = |facts: &'static str, script: &str| -> Said<'static> { (facts, script.into()) };
    let cases: &[(&str, Said, Said, &str)] = &[
        (
            "agent",
            (foes, can(on)),
            (foes, can_on(on)),
            "write `fn can_on(me, named)`",
        ),
        (
            "agent",
            ("", can_on("fn play(me) { bank(me, 1); }")),
            ("", can("fn play(me) { bank(me, 1); }")),
            "write `fn can(me)`",
        ),
        (
            "robot",
            ("", can(out)),
            ("", can(tap)),
            "is the condition of a tap",
        ),
        (
            "robot",
            (foes, can(at)),
            (foes, can_on(at)),
            "write `fn can_on(me, named)`",
        ),
        ("robot", said("", at), said(foes, at), "the card names none"),
        (
            "robot",
            said("instant_attack = 1", out),
            said("instant_attack = 1\ninstant_cost = 1", out),
            "it has no Instant",
        ),
        (
            "robot",
            said("", "fn on_instant(me) { bank(me, 1); }"),
            said("instant_cost = 1", "fn on_instant(me) { bank(me, 1); }"),
            "it has no Instant",
        ),
        (
            "robot",
            said("", "fn on_survived(me) { bank(me, 1); }"),
            (
                "",
                twice(
                    "fn on_survived(me) { bank(me, 1); }",
                    "fn survives(me) { not(this.survived) }",
                ),
            ),
            "it never survives",
        ),
        (
            "robot",
            said("", "fn on_battery_loss_changed(me, coins) { bank(me, 1); }"),
            (
                "",
                twice(
                    "fn on_battery_loss_changed(me, coins) { bank(me, 1); }",
                    "fn battery_loss(me, points) { points / 2 }",
                ),
            ),
            "it never changes what a Battery loses",
        ),
        (
            "monster",
            said("", "fn on_installed(me) { bank(me, 1); }"),
            said("", "fn on_out(me) { bank(me, 1); }"),
            "only Robots get Components",
        ),
        (
            "monster",
            said("permanent_flying = true", out),
            said("permanent_flying = true\npermanent_cost = 1", out),
            "it has no Permanent",
        ),
        (
            "robot",
            said("chaining = true", out),
            said("flying = true", out),
            "only Monsters form chains",
        ),
        (
            "monster",
            said("harvest = 1", out),
            said("chaining = true", out),
            "leave out `harvest`",
        ),
        (
            "monster",
            said("", "fn on_landed(me) { bank(me, 1); }"),
            said("", "fn on_attack(me, foe) { bank(me, 1); }"),
            "only Robots land",
        ),
        (
            "equipment",
            said("attack = 1", out),
            said("long_range = 2", out),
            "Equipment does not fight",
        ),
        (
            "robot",
            said("single_blocker = true\ntwo_blockers = true", out),
            said("two_blockers = true", out),
            "nobody can block it",
        ),
        (
            "equipment",
            said("discount_on = [\"robot\"]", out),
            said("discount_on = [\"robot\"]\ndiscount = 1", out),
            "`discount_on` is for a discount",
        ),
        (
            "robot",
            said("", "fn on_attack_die(me, number) { bank(me, number); }"),
            said(
                "attack_die = true",
                "fn on_attack_die(me, number) { bank(me, number); }",
            ),
            "its attack has no die",
        ),
        (
            "robot",
            ("cost_die = true", out.into()),
            ("collect = 1", out.into()),
            "it costs coins or 1d6",
        ),
        (
            "monster",
            said("", "fn on_fired(me) { bank(me, 1); }"),
            said("long_range = 1", "fn on_fired(me) { bank(me, 1); }"),
            "it has no long range",
        ),
        (
            "monster",
            said("", "fn on_own_out(me, unit) { stop_staying(); }"),
            said("", "fn on_own_out(me, unit) { draw(me, 1); }"),
            "an Agent or Super Weapon that lasts",
        ),
        (
            "agent",
            said("discount_on = \"robot\"", "fn play(me) { bank(me, 1); }"),
            (
                "discount_on = \"robot\"",
                twice(
                    "fn play(me) { stay_until_turn_end(); }",
                    "fn discount(me) { 1 }",
                ),
            ),
            "`discount_on` is for a discount",
        ),
    ];
    for (kind, wrong, right, help) in cases {
        let [wrong, right] = [wrong, right].map(|(facts, script)| told(kind, facts, script));
        assert!(
            wrong.contains("error[CW0605]") && wrong.contains(help),
            "{help}: {wrong}"
        );
        assert!(!right.contains("error"), "{help}: {right}");
        // The place is that of the fact or the function, not that of the whole card.
        assert!(!wrong.starts_with("t/c.toml:1:1"), "{help}: {wrong}");
    }
    // A robot with the Component may have an Instant.
    let component = told("component", "", "fn on_instant(me) { bank(me, 1); }");
    assert_eq!(component, "");
}

/// A shown card reacts only while it lasts, and has no `this`.
#[test]
fn a_shown_card_that_does_not_last_is_reported() {
    let pack = "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"robot-empire\"\nname = \"T\"\ncards = [\"c.toml\"]\n";
    let cards =
        "[[card]]\nid = \"x\"\nkind = \"agent\"\nname = \"X\"\ncost = 1\nscript = \"x.rhai\"\n";
    let insured = "fn on_own_destroyed(me, unit) { bank(me, 2) }";
    let found = |play: &str| {
        let script = format!("fn play(me) {{ {play} }}\n{insured}\n");
        let files = vec![("pack.toml", pack), ("c.toml", cards), ("x.rhai", &*script)];
        let checked = cardwright::check_packs(&[PackSource::from_texts("t", files)]).unwrap();
        checked.found.render()
    };
    assert_eq!(found("stay_until_turn_end();"), "");
    for (play, told) in [
        (
            "draw(me, 1);",
            "call `stay_until_turn_end` or `stay_until_turn` in `play`",
        ),
        ("stay();", "write `stay_until_turn_end();`"),
        ("recharge(this);", "so it has no `this`"),
        (
            "each foe in next_player(me) { drain(foe, 1); }",
            "leave out `each`",
        ),
        (
            "drain(me, value_if(me, 2, 0));",
            "write such as `value_if(me.battery < 5, 2, 0)`",
        ),
        (
            "drain(me, value_if(true, me, 0));",
            "write such as `value_if(me.battery < 5, 2, 0)`",
        ),
        (
            "drain(me, (those u in fighters(me) where u.flying).count);",
            "write `sum x in SET of value_if(CONDITION, 1, 0)`",
        ),
        (
            "drain(me, sum u in fighters(me) where u.flying of u.attack);",
            "write `sum x in SET of value_if(CONDITION, NUMBER, 0)`",
        ),
        (
            "drain(me, highest u in fighters(me) where u.flying of u.attack);",
            "write `highest x in SET of value_if(CONDITION, NUMBER, 0)`",
        ),
        (
            "drain(me, lowest u in fighters(me) where u.flying of u.attack);",
            "write `lowest x in SET of value_if(CONDITION, NUMBER, 99)`",
        ),
        (
            "each u in fighters(me) { u.attack = 3; }",
            "use a verb, such as `add_attack(",
        ),
        (
            "drain(me, min(opponents(me)));",
            "write `min(a, b)`, or `lowest x in … of …` for a set",
        ),
    ] {
        let found = found(play);
        assert!(found.contains(told), "{play}: {found}");
    }
}

/// What designers of Robot Empire cards wrote, with the start of the message or the help that they get.
#[test]
fn the_trials_of_designers_are_answered() {
    let pack = "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"robot-empire\"\nname = \"T\"\ncards = [\"c.toml\"]\n";
    let told = |names: &str, script: &str| {
        let card = format!(
            "[[card]]\nid = \"x\"\nkind = \"agent\"\nname = \"X\"\ncost = 1\nnames = \"{names}\"\nscript = \"x.rhai\"\n"
        );
        let files = vec![("pack.toml", pack), ("c.toml", &*card), ("x.rhai", script)];
        cardwright::check_packs(&[PackSource::from_texts("t", files)])
            .unwrap()
            .found
            .render()
    };
    let cases = [
        (
            "nothing",
            "fn play(me) { copy(me); }",
            "no word copies a card",
        ),
        (
            "nothing",
            "fn play(me) { change_target(me); }",
            "no word changes the target",
        ),
        (
            "nothing",
            "fn play(me) { remove_from_game(me); }",
            "no word removes a card from the game",
        ),
        (
            "nothing",
            "fn play(me) { peek(me, 3); }",
            "no word looks at cards of a deck",
        ),
        (
            "opponents-fighter",
            "fn play_on(me, named) { when named.destroyed { draw(me, 1); } }",
            "write `is_destroyed`",
        ),
        (
            "opponents-fighter",
            "fn play_on(me, named) { when named.kind == 1 { draw(me, 1); } }",
            "`unit.is_robot`",
        ),
        (
            "opponents-fighter",
            "fn play_on(me, named) { recharge(this); }",
            "so it has no `this`",
        ),
        (
            "opponents-fighter",
            "fn play(me) { draw(me, 1); }",
            "or `fn play_on(me, named) { … }` in the script",
        ),
        (
            "any-fightr",
            "fn play_on(me, named) { damage(named, 1); }",
            "did you mean `any-fighter`?",
        ),
        (
            "nothing",
            "fn play(me) { choose unit in fighters(me) + fighters(next_player(me)) { damage(unit, 1); } }",
            "`choose unit in all_fighters() { … }`",
        ),
        (
            "nothing",
            "fn play(me) { add_attack(choose unit in robots(me), 3); }",
            "write `choose unit in robots(me) { add_attack(unit, 3); }`",
        ),
        (
            "nothing",
            "fn play(me) { let x = 0; each foe in opponents(me) { x = x + 1; } draw(me, x); }",
            "count with `add_to_tally(1);`: `tally()` is the sum so far",
        ),
        (
            "nothing",
            "fn play(me) {\n    if me.vault > 3 { draw(me, 1); }\n}",
            "2 |     if me.vault > 3 { draw(me, 1); }\n  |     ^^",
        ),
        (
            "nothing",
            "fn play(me) { let r = robots(me); each unit in r { destroy(unit); } draw(me, r.count); }",
            "`destroy` has run",
        ),
    ];
    for (names, script, help) in cases {
        let told = told(names, script);
        assert!(told.contains(help), "{script}\n{told}");
    }
    let kept = told(
        "nothing",
        "fn play(me) { let n = robots(me).count; each unit in robots(me) { destroy(unit); } draw(me, n); }",
    );
    assert!(!kept.contains("error"), "{kept}");
}
