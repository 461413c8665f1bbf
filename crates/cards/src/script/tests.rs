use super::*;
use crate::{Diagnostics, PackSource, check};
use cardwright_effects::{
    CardSet, Noun, Param, Phrases, Sense, Symbol, SymbolArg, Thing, Verb, Word,
};
use cardwright_kernel::RuleId;

const RULE: RuleId = RuleId("R-1");
const ANT: Ty = Ty::One(0);
const ANTS: Ty = Ty::Many(0);
const LEAF: Ty = Ty::One(1);
const LEAVES: Ty = Ty::Many(1);
const HILLS: Ty = Ty::Many(2);

const fn param(name: &'static str, ty: Ty) -> Param {
    Param { name, ty }
}

const fn noun(name: &'static str, property: bool, params: &'static [Param], gives: Ty) -> Noun {
    Noun {
        name,
        property,
        params,
        gives,
        secret: None,
        doc: "",
        example: "",
        say: "the {0}",
        rule: RULE,
        range: None,
        asks: &[],
        bound: None,
        holds_in: &[],
    }
}

const fn verb(name: &'static str, params: &'static [Param]) -> Verb {
    Verb {
        name,
        params,
        doc: "",
        example: "",
        say: "",
        rule: RULE,
        sense: Sense::ALWAYS,
    }
}

const fn hook(name: &'static str, params: &'static [Param], answers: bool) -> Hook {
    Hook {
        name,
        params,
        answers,
        number: false,
        signed: false,
        always: None,
        doc: "",
        say: "",
        rule: RULE,
    }
}

/// A small game of ants, so that these tests need no words of a real game.
const ANTS_GAME: Lexicon = Lexicon {
    game: "ants",
    api: 3,
    things: &[
        Thing::new("ant", "", true),
        Thing::new("leaf", "", true),
        Thing::new("hill", "", false),
        Thing::new("pip", "", true).numbered(1, 6),
        Thing::new("drone", "", true).in_turn(&[8, 9]),
    ],
    words: &[
        Word {
            name: "oak",
            thing: 1,
            value: 0,
            doc: "",
        },
        Word {
            name: "elm",
            thing: 1,
            value: 1,
            doc: "",
        },
    ],
    nouns: &[
        noun("food", true, &[param("ant", ANT)], Ty::Number),
        noun("alive", true, &[param("ant", ANT)], Ty::Truth),
        noun("others", false, &[param("ant", ANT)], ANTS),
        noun("leaves", false, &[], LEAVES),
        noun("hills", false, &[param("ant", ANT)], HILLS),
        noun("leaf_of", false, &[param("ant", ANT)], LEAF),
        noun("pips", false, &[], Ty::Many(3)),
        noun("pip_of", false, &[param("ant", ANT)], Ty::One(3)),
        noun("queen", false, &[], ANT),
        noun("drone_of", false, &[param("ant", ANT)], Ty::One(4)),
        noun("drones", false, &[], Ty::Many(4)),
        noun("this", false, &[], LEAF),
    ],
    verbs: &[
        verb("eat", &[param("ant", ANT), param("n", Ty::Number)]),
        verb("carry", &[param("ant", ANT), param("leaf", LEAF)]),
        verb("sleep", &[]),
        verb("dig", &[param("hill", Ty::One(2))]),
        verb("turn", &[param("pip", Ty::One(3)), param("to", Ty::One(3))]),
        verb("feed", &[param("drone", Ty::One(4))]),
    ],
    hooks: &[
        hook("can", &[param("me", ANT)], true),
        hook("play", &[param("me", ANT)], false),
        hook(
            "on_rain",
            &[param("me", ANT), param("drops", Ty::Number)],
            false,
        ),
    ],
    symbols: &[Symbol {
        name: "food",
        verb: 0,
        args: &[SymbolArg::Me, SymbolArg::Amount],
        then: None,
        order: 0,
        doc: "",
        rule: RULE,
    }],
    kinds: &[CardKind {
        name: "deed",
        doc: "",
        dealt: true,
        facts: &[],
        hooks: &[0, 1, 2],
        this: Some(11),
        stays: None,
    }],
    lists: false,
    aliases: &[],
    windows: &[],
    beside: &[],
    keeps: &[],
    idle: cardwright_effects::Idle::NONE,
    secrecy: None,
    phrases: Phrases::NONE,
    declarable: &[],
    declared: std::borrow::Cow::Borrowed(&[]),
};

fn load(script: &str) -> (Option<CardSet>, Diagnostics) {
    let pack =
        "id = 'p'\nversion = '1.0.0'\napi = 3\ngame = 'ants'\nname = 'P'\ncards = ['c.toml']\n";
    let card = "[[card]]\nid = 'c'\nkind = 'deed'\nname = 'C'\nscript = 'c.rhai'\n";
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let files = vec![
        file("pack.toml", pack),
        file("c.toml", card),
        file("c.rhai", script),
    ];
    check(
        &[PackSource {
            name: String::new(),
            files,
        }],
        &ANTS_GAME,
    )
}

/// Checks that the body of `play` compiles to these operations.
fn check_play(body: &str, expected: &[&str]) {
    check_script(&format!("fn play(me) {{ {body} }}"), "play", expected);
}

fn check_script(script: &str, hook: &str, expected: &[&str]) {
    let (set, found) = load(script);
    let set = set.unwrap_or_else(|| panic!("{script}\n{found}"));
    let place = ANTS_GAME
        .hooks
        .iter()
        .position(|one| one.name == hook)
        .unwrap();
    let handler = set.cards[0].handler(place as u8).unwrap();
    assert_eq!(
        handler.program.listing_with(&ANTS_GAME),
        expected,
        "{script}"
    );
}

/// Checks that the body of `play` is refused with this code.
fn check_refused(body: &str, code: &str) {
    let (set, found) = load(&format!("fn play(me) {{ {body} }}"));
    let codes: Vec<&str> = found.list.iter().map(|one| one.code).collect();
    assert!(
        set.is_none() && codes.contains(&code),
        "{body}: {code} is expected, and found is\n{found}"
    );
}

#[test]
fn verbs_and_nouns() {
    check_play("eat(me, 2);", &["do eat(r0, 2, 0)", "end 0"]);
    check_play(
        "eat(me, me.food + 1);",
        &[
            "r1 = read food(r0, 0)",
            "r2 = r1 + 1",
            "do eat(r0, r2, 0)",
            "end 0",
        ],
    );
    check_play("me.eat(1);", &["do eat(r0, 1, 0)", "end 0"]);
    check_play(
        "carry(me, elm); sleep()",
        &["do carry(r0, 1, 0)", "do sleep(0, 0, 0)", "end 0"],
    );
}

#[test]
fn nouns_are_read_where_they_stand() {
    let expected = [
        "r1 = read food(r0, 0)",
        "do sleep(0, 0, 0)",
        "do eat(r0, r1, 0)",
        "end 0",
    ];
    check_play("let before = me.food; sleep(); eat(me, before);", &expected);
}

#[test]
fn each() {
    let expected = [
        "r1 = read others(r0, 0)",
        "r2 = next of r1, else 4",
        "do eat(r2, 1, 0)",
        "go 1",
        "end 0",
    ];
    check_play("each x in others(me) { eat(x, 1); }", &expected);
    check_play("each x in others(me) { x.eat(1) }", &expected);
}

#[test]
fn when_otherwise() {
    let expected = [
        "r1 = read alive(r0, 0)",
        "unless r1 go 4",
        "do eat(r0, 1, 0)",
        "end 0",
        "r2 = read food(r0, 0)",
        "r3 = 3 < r2",
        "unless r3 go 9",
        "do eat(r0, 2, 0)",
        "end 0",
        "do eat(r0, 3, 0)",
        "end 0",
    ];
    let body = "when me.alive { eat(me, 1); } otherwise when me.food > 3 { eat(me, 2); } otherwise { eat(me, 3); }";
    check_play(body, &expected);
}

#[test]
fn choices() {
    let chosen = |how: &str| {
        vec![
            "r1 = read others(r0, 0)".into(),
            format!("r2 = r0 {how} from set r1, else 3"),
            "do eat(r2, 1, 0)".into(),
            "end 0".into(),
        ]
    };
    let check = |body: &str, expected: Vec<String>| {
        check_play(
            body,
            &expected.iter().map(String::as_str).collect::<Vec<_>>(),
        );
    };
    check("choose x in others(me) { eat(x, 1); }", chosen("chooses"));
    check(
        "choose x in others(me) or none { eat(x, 1); }",
        chosen("may choose"),
    );
    check(
        "choose x in others(me) by me { eat(x, 1); }",
        chosen("chooses"),
    );
    check(
        "choose x in others(me) by me or none { eat(x, 1); }",
        chosen("may choose"),
    );
    check_play(
        "choose n from 1 to 3 { eat(me, n); }",
        &[
            "r1 = r0 chooses from 1 to 3, else 2",
            "do eat(r0, r1, 0)",
            "end 0",
        ],
    );
    check_play(
        "choose n from 1 to 3 or none { eat(me, n); }",
        &[
            "r1 = r0 may choose from 1 to 3, else 2",
            "do eat(r0, r1, 0)",
            "end 0",
        ],
    );
    check_play(
        "choose h in hills(me) { dig(h); }",
        &[
            "r1 = r0 chooses from list hills(r0, 0), else 2",
            "do dig(r1, 0, 0)",
            "end 0",
        ],
    );
    check_play(
        "each x in others(me) { choose n from 1 to 2 by x { eat(x, n); } }",
        &[
            "r1 = read others(r0, 0)",
            "r2 = next of r1, else 5",
            "r3 = r2 chooses from 1 to 2, else 1",
            "do eat(r2, r3, 0)",
            "go 1",
            "end 0",
        ],
    );
}

#[test]
fn named_courses() {
    let body = "choose either \"eat\" { eat(me, 1); } or \"sleep\" when me.alive { sleep(); }";
    let (set, _) = load(&format!("fn play(me) {{ {body} }}"));
    let program = &set.unwrap().cards[0].handlers[0].program;
    assert_eq!(program.labels, ["eat", "sleep"]);
    let open = ["r1 = read alive(r0, 0)", "r2 = r1 * 2", "r2 = 1 or r2"];
    assert_eq!(program.listing_with(&ANTS_GAME)[..3], open);
    check_play(
        "choose by me either \"eat\" { eat(me, 1); } or \"rest\" { sleep(); }; sleep();",
        &[
            "r1 = r0 chooses from labels 0 open 3, else 8",
            "r2 = r1 == 0",
            "unless r2 go 5",
            "do eat(r0, 1, 0)",
            "go 8",
            "r2 = r1 == 1",
            "unless r2 go 8",
            "do sleep(0, 0, 0)",
            "do sleep(0, 0, 0)",
            "end 0",
        ],
    );
    check_play(
        "choose either \"eat\" { eat(me, 1); } or none; sleep();",
        &[
            "r1 = r0 may choose from labels 0 open 1, else 4",
            "r2 = r1 == 0",
            "unless r2 go 4",
            "do eat(r0, 1, 0)",
            "do sleep(0, 0, 0)",
            "end 0",
        ],
    );
}

#[test]
fn load_time_code_builds_cards() {
    check_play(
        "for n in 1..3 { eat(me, n); }",
        &["do eat(r0, 1, 0)", "do eat(r0, 2, 0)", "end 0"],
    );
    check_play(
        "if oak == elm { eat(me, 1); } else { eat(me, 2); }",
        &["do eat(r0, 2, 0)", "end 0"],
    );
    check_play(
        "for leaf in [oak, elm] { carry(me, leaf); }",
        &["do carry(r0, 0, 0)", "do carry(r0, 1, 0)", "end 0"],
    );
    let script = "const MANY = 3;\nfn feast(who, n) { eat(who, n * MANY); }\nfn play(me) { feast(me, 2); feast(me, MANY); }";
    check_script(
        script,
        "play",
        &["do eat(r0, 6, 0)", "do eat(r0, 9, 0)", "end 0"],
    );
    let script = "fn on_rain(me, drops) { let n = 0; for i in 0..3 { n += i; when drops > n { eat(me, n); } } }";
    assert!(load(script).0.is_some());
}

#[test]
fn variables_keep_their_places_around_blocks() {
    let body = "let a = 1; let b = 2; for i in 0..2 { when me.alive { eat(me, b); } eat(me, a + i); } eat(me, b);";
    let expected = [
        "r1 = read alive(r0, 0)",
        "unless r1 go 3",
        "do eat(r0, 2, 0)",
        "do eat(r0, 1, 0)",
        "r1 = read alive(r0, 0)",
        "unless r1 go 7",
        "do eat(r0, 2, 0)",
        "do eat(r0, 2, 0)",
        "do eat(r0, 2, 0)",
        "end 0",
    ];
    check_play(body, &expected);
}

#[test]
fn answers() {
    let some = ["r1 = read others(r0, 0)", "r2 = r1 != 0", "end r2"];
    check_script("fn can(me) { others(me).count > 0 }", "can", &some);
    check_script("fn can(me) { true }", "can", &["end 1"]);
    check_script(
        "fn can(me) { not(me.alive) }",
        "can",
        &["r1 = read alive(r0, 0)", "r2 = 1 without r1", "end r2"],
    );
    check_script(
        "fn can(me) { me.alive and !(me.food > 3) or false }",
        "can",
        &[
            "r1 = read alive(r0, 0)",
            "r2 = read food(r0, 0)",
            "r3 = r2 <= 3",
            "r3 = r1 and r3",
            "end r3",
        ],
    );
}

#[test]
fn sets() {
    check_script(
        "fn can(me) { (others(me) + me - others(me)).has(me) }",
        "can",
        &[
            "r1 = read others(r0, 0)",
            "r2 = read others(r0, 0)",
            "r3 = r1 with r0",
            "r3 = r3 without r2",
            "r3 = r3 has r0",
            "end r3",
        ],
    );
    check_script(
        "fn can(me) { me in others(me) }",
        "can",
        &["r1 = read others(r0, 0)", "r2 = r1 has r0", "end r2"],
    );
    check_script(
        "fn can(me) { (queen() + me).has(me) }",
        "can",
        &[
            "r1 = read queen(0, 0)",
            "r2 = 0 with r1",
            "r2 = r2 with r0",
            "r2 = r2 has r0",
            "end r2",
        ],
    );
}

#[test]
fn bounds_of_numbers_and_members_of_both_sets() {
    check_play(
        "eat(me, abs(me.food));",
        &[
            "r1 = read food(r0, 0)",
            "r2 = 0 - r1",
            "r2 = r1 max r2",
            "do eat(r0, r2, 0)",
            "end 0",
        ],
    );
    check_play(
        "eat(me, clamp(me.food, 1, 3));",
        &[
            "r1 = read food(r0, 0)",
            "r2 = r1 max 1",
            "r2 = r2 min 3",
            "do eat(r0, r2, 0)",
            "end 0",
        ],
    );
    check_play(
        "eat(me, clamp(9, 1, 3) + abs(-2));",
        &["do eat(r0, 5, 0)", "end 0"],
    );
    check_play(
        "each x in others(me) & others(me) { eat(x, 1); }",
        &[
            "r1 = read others(r0, 0)",
            "r2 = read others(r0, 0)",
            "r3 = r1 and r2",
            "r4 = next of r3, else 6",
            "do eat(r4, 1, 0)",
            "go 3",
            "end 0",
        ],
    );
    check_refused("eat(me, clamp(me, 1, 3));", "CW0502");
    check_refused("eat(me, abs(others(me)));", "CW0502");
    check_refused("eat(me, clamp(me.food, 1));", "CW0406");
    check_refused("each x in others(me) & leaves() { sleep(); }", "CW0502");
}

/// No operator silently gives an answer: every pair of a play-time value and any other value either builds an
/// expression, which the only read of the hook shows, or is refused.
#[test]
fn every_pair_of_operands_builds_or_is_refused() {
    let play = [
        "me",
        "me.food",
        "me.alive",
        "others(me)",
        "leaves()",
        "hills(me)",
        "leaf_of(me)",
        "oak",
        "none",
        "pip_of(me)",
        "pips()",
    ];
    let load_time = [
        "3", "true", "\"text\"", "'c'", "()", "[1]", "#{a: 1}", "[me]", "100000",
    ];
    let (mut built, mut refused) = (0, 0);
    for op in ops::OPERATORS
        .iter()
        .filter(|op| !matches!(**op, "has" | "contains" | "min" | "max"))
    {
        for a in play {
            for b in play.iter().chain(&load_time) {
                for (a, b) in [(a, *b), (*b, a)] {
                    let assigns =
                        op.ends_with('=') && !["==", "!=", "<=", ">=", "..="].contains(op);
                    let first = if assigns {
                        format!("{a}; x {op} {b}")
                    } else {
                        format!("{a} {op} {b}")
                    };
                    let script =
                        format!("fn play(me) {{ let x = {first}; when x == x {{ sleep(); }} }}");
                    let (set, found) = load(&script);
                    // If a condition is constant at load time, there is no test in the program: something silently gave
                    // an answer.
                    let tested = |set: &CardSet| set.cards[0].handlers[0].program.ops.len() > 2;
                    let words = [a, b] == ["oak", "oak"];
                    assert!(
                        set.as_ref().is_none_or(tested) || words,
                        "{script} passes silently:\n{found}"
                    );
                    *(if set.is_some() {
                        &mut built
                    } else {
                        &mut refused
                    }) += 1;
                }
            }
        }
    }
    assert!(
        built > 40 && refused > 3000,
        "{built} built, {refused} refused"
    );
}

#[test]
fn comparisons_that_rhai_would_answer_with_false_are_refused() {
    for other in [
        "3",
        "true",
        "\"x\"",
        "()",
        "[1]",
        "#{}",
        "oak",
        "others(me)",
        "me.food",
    ] {
        check_refused(&format!("when me == {other} {{ sleep(); }}"), "CW0502");
        check_refused(&format!("when {other} == me {{ sleep(); }}"), "CW0502");
        check_refused(&format!("when me != {other} {{ sleep(); }}"), "CW0502");
    }
    check_refused("when [me] == [me] { sleep(); }", "CW0502");
    check_refused("when #{a: me} == #{a: me} { sleep(); }", "CW0502");
    check_refused("when me in [me] { sleep(); }", "CW0502");
    check_refused("if [me].index_of(me) == 0 { sleep(); }", "CW0502");
}

#[test]
fn load_time_questions_are_refused() {
    check_refused("if me.alive { sleep(); }", "CW0503");
    check_refused("if true && me.alive { sleep(); }", "CW0503");
    check_refused("if false || me.food > 3 { sleep(); }", "CW0503");
    check_refused("for x in others(me) { eat(x, 1); }", "CW0503");
    check_refused(
        "let n = if me.alive { 1 } else { 2 }; eat(me, n);",
        "CW0503",
    );
}

#[test]
fn values_stay_in_their_blocks() {
    check_refused("each x in others(me) { let y = x; } eat(y, 1);", "CW0403");
    let script = "fn keep(list, x) { list.push(x); list }\nfn play(me) { let l = []; each x in others(me) { l = keep(l, x); } }";
    assert!(load(script).0.is_none());
    check_refused("let l = []; each x in others(me) { l.push(x); }", "CW0411");
    check_refused("let l = #{a: 1}; when me.alive { l.a = 2; }", "CW0411");
    check_refused("each x in others(me) { x = me; }", "CW0411");
}

#[test]
fn limits_end_in_diagnostics() {
    for body in [
        "for i in 0..1000000000 { }",
        "play(me);",
        "let s = \"ha\"; for i in 0..100 { s += s; }",
        "let l = [0]; for i in 0..100 { l += l; }",
        "let l = [[0]]; for i in 0..400 { l.push(l); }",
        "let m = #{}; for i in 0..9999 { m[`k${i}`] = i; }",
    ] {
        check_refused(body, "CW0602");
    }
    let deep = format!(
        "{}sleep();{}",
        "when me.alive { ".repeat(60),
        " }".repeat(60)
    );
    check_refused(&deep, "CW0602");
    let wide = format!("eat(me, {}1);", "1 + ".repeat(3000));
    assert!(load(&format!("fn play(me) {{ {wide} }}")).1.has_errors());
}

/// As the guide says.
#[test]
fn blocks_may_be_nested_ten_deep() {
    let nested = |blocks: usize| {
        let (open, close) = ("when me.alive { ".repeat(blocks), " }".repeat(blocks));
        let script = format!("fn play(me) {{ {open}eat(me, max(1, me.food / 2));{close} }}");
        load(&script).1
    };
    let found = nested(10);
    assert!(!found.has_errors(), "{found}");
    assert!(nested(20).has_errors());
}

#[test]
fn a_small_stack_is_enough() {
    let blocks = "when x.alive { ".repeat(7);
    let deep = format!(
        "fn a(me, n) {{ each x in others(me) {{ {blocks} if n > 0 {{ a(x, n - 1); }}{} }} }}",
        " }".repeat(7)
    );
    let script = format!(
        "{deep}\nfn play(me) {{ a(me, 1000); eat(me, {}1{}); }}",
        "(".repeat(50),
        ")".repeat(50)
    );
    let thread = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || load(&script).1.has_errors());
    assert!(thread.unwrap().join().unwrap());
}

#[test]
fn mistakes_of_one_function_hide_none_of_another() {
    let (_, found) = load(
        "fn can(me) { if me.alive { true } }\nfn play(me) { eat(1, me); sleeep(); carry(me, me); }",
    );
    let codes: Vec<&str> = found.list.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["CW0503", "CW0501", "CW0404", "CW0501"], "{found}");
}

/// Constants before the functions take no place of a function.
#[test]
fn mistakes_of_the_last_function_that_a_script_may_have_are_found() {
    let many = crate::limits::FUNCTIONS - 2;
    let more: String = (0..many)
        .map(|nth| format!("fn f{nth}() {{ }}\n"))
        .collect();
    let script = format!(
        "const LEAVES = 1;\nfn can(me) {{ if me.alive {{ true }} }}\n{more}fn play(me) {{ sleeep(); }}"
    );
    let (_, found) = load(&script);
    let has = |code: &str| found.list.iter().any(|one| one.code == code);
    assert!(has("CW0503") && has("CW0404"), "{found}");
}

#[test]
fn each_sign_of_another_keyboard_is_replaced_by_one_of_ours() {
    for (sign, ours) in [
        ("≥", ">="),
        ("≤", "<="),
        ("≠", "!="),
        ("×", "*"),
        ("·", "*"),
        ("÷", "/"),
        ("−", "-"),
        ("–", "-"),
        ("—", "-"),
        ("¬", "!"),
        ("∧", "and"),
        ("∨", "or"),
        ("…", ".."),
        ("，", ","),
        ("、", ","),
        ("；", ";"),
        ("：", ":"),
        ("（", "("),
        ("）", ")"),
        ("｛", "{"),
        ("｝", "}"),
        ("＝", "="),
        ("＞", ">"),
        ("＜", "<"),
        ("．", "."),
        ("。", "."),
        ("＋", "+"),
    ] {
        let (_, found) = load(&format!("fn play(me) {{ eat(me, 2 {sign} 1); }}"));
        let message = format!("scripts have no `{sign}`");
        let told = found.list.iter().find(|one| one.message == message);
        let help = told.and_then(|one| one.help.clone());
        assert_eq!(help, Some(format!("write `{ours}`")), "{found}");
    }
    let hidden = |script: &str| load(script).1.list[0].help.clone().unwrap_or_default();
    let here = "write an ordinary space or nothing, here";
    assert_eq!(hidden("fn play(me) { eat(me,\u{a0}1); }"), here);
    let all = hidden("fn play(me) { eat(me,\u{a0}1);\u{200b} }");
    assert_eq!(all, format!("{here}, and everywhere after this"));
}

/// A missing `let` does not hide a mistake in the value.
#[test]
fn the_value_of_an_assignment_is_checked() {
    for body in ["x = nobody;", "let x = 1; x = nobody;"] {
        let (_, found) = load(&format!("fn play(me) {{ {body} }}"));
        assert!(
            found.to_string().contains("unknown name `nobody`"),
            "{found}"
        );
    }
}

/// Only a class that is followed by its name or its body is one.
#[test]
fn classes_of_other_languages_are_told_of_where_they_begin() {
    let is_told = |head: &str| {
        let (_, found) = load(&format!("{head}\nfn play(me) {{ sleep(); }}"));
        let told = |one: &crate::Diagnostic| one.message == "scripts have no `class`";
        found.list.iter().any(told)
    };
    assert!(is_told("class Ant { }") && is_told("class { }"));
    assert!(!is_told("class(me) { }") && !is_told("class = 3;"));
}

/// Missing parameters are reported once, and are then variables like any other.
#[test]
fn missing_parameters_cause_no_other_error() {
    let (_, found) = load("fn on_rain() { drops += 1; eat(me, drops); }");
    let codes: Vec<&str> = found.list.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["CW0407"], "{found}");
}

#[test]
fn a_parameter_that_was_left_out_is_said_to_be_one() {
    let (_, found) = load("fn on_rain(me) { eat(me, drops); }");
    let told: Vec<_> = found
        .list
        .iter()
        .map(|one| (one.code, one.help.as_deref()))
        .collect();
    assert_eq!(
        told,
        [("CW0403", Some("write `fn on_rain(me, drops)`"))],
        "{found}"
    );
}

#[test]
fn no_text_makes_it_panic() {
    let seeds = [
        "fn play(me) { each x in others(me) { when x.food > 1 { eat(x, 2); } } }",
        "choose n from 1 to 2 { é \"ü\" }",
    ];
    for seed in seeds {
        for (at, _) in seed.char_indices() {
            let (before, after) = seed.split_at(at);
            for text in [
                before.to_owned(),
                after.to_owned(),
                format!("{before}é{after}"),
                format!("{before}\"{after}"),
            ] {
                let (_, found) = load(&text);
                let _ = (found.render(), found.to_json());
            }
        }
    }
}

#[test]
fn generated_papers_name_every_word() {
    let papers = [crate::reference(&ANTS_GAME), crate::definitions(&ANTS_GAME)];
    // The card itself is not a function.
    let nouns = ANTS_GAME
        .nouns
        .iter()
        .map(|noun| noun.name)
        .filter(|name| *name != "this");
    let names = nouns
        .chain(ANTS_GAME.verbs.iter().map(|verb| verb.name))
        .chain(ANTS_GAME.words.iter().map(|word| word.name));
    for name in names {
        assert!(papers.iter().all(|paper| paper.contains(name)), "{name}");
    }
    assert!(crate::schema(&ANTS_GAME).to_string().contains("\"deed\""));
    assert!(
        crate::pack_schema(&ANTS_GAME)
            .to_string()
            .contains("\"ants\"")
    );
}

/// A pack of deeds of ants, each with its own script.
fn pack_of(scripts: &[String]) -> PackSource {
    let manifest =
        "id = 'p'\nversion = '1.0.0'\napi = 3\ngame = 'ants'\nname = 'P'\ncards = ['c.toml']\n";
    let card = |n: usize| {
        format!("[[card]]\nid = 'c{n}'\nkind = 'deed'\nname = 'C'\nscript = 's{n}.rhai'\n")
    };
    let cards: String = (0..scripts.len()).map(card).collect();
    let mut files = vec![
        ("pack.toml".into(), manifest.into()),
        ("c.toml".into(), cards.into_bytes()),
    ];
    files.extend(
        scripts
            .iter()
            .enumerate()
            .map(|(n, text)| (format!("s{n}.rhai"), text.clone().into_bytes())),
    );
    PackSource {
        name: String::new(),
        files,
    }
}

#[test]
fn hostile_packs_end_soon() {
    let keys: String = (0..60).map(|n| format!("k{n}: [{n}], ")).collect();
    let slow = format!(
        "fn play(me) {{ let m = #{{ {keys} }}; for i in 0..100000 {{ let n = m; let l = [m, 1]; }} }}"
    );
    let unknown = format!(
        "fn play(me) {{ {} }}",
        "unknown_word_of_some_length(me); ".repeat(1900)
    );
    let wide = format!(
        "fn play(me) {{ {} }}",
        "each x in others(me) { eat(x, x.food); } ".repeat(1500)
    );
    for script in [slow, unknown, wide] {
        let (set, found) = check(&[pack_of(&vec![script; 60])], &ANTS_GAME);
        let _ = found.render();
        // The time limit is tested by the program, in processor time: see `hostile.rs` there.
        assert!(set.is_none());
    }
}

mod sets;

/// A block of another language is reported once, at the word that begins it, and not again at the word that ends it.
#[test]
fn words_around_blocks_of_other_languages_are_told_of() {
    let ends = ["end", "endif", "endwhen", "endfor", "fi", "done"];
    let told = |body: &str, word: &str| {
        let (set, found) = load(&format!("fn play(me) {{ {body} }}"));
        let message = format!("scripts have no `{word}`");
        let told: Vec<&str> = found.list.iter().map(|one| one.message.as_str()).collect();
        assert!(
            set.is_none() && told == [message.as_str()],
            "{body}: {found}"
        );
    };
    told("begin eat(me, 1);", "begin");
    for word in ends {
        told(&format!("eat(me, 1); {word}"), word);
        told(&format!("begin eat(me, 1); {word}"), "begin");
    }
}
