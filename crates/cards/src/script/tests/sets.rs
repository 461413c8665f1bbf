//! Words for sets, things that are numbers, order, chance, repetition and the card itself.

use super::{ANTS_GAME, check_play, check_refused, check_script, load};

/// Checks that the body of `play` loads with a warning of this code.
fn check_warned(body: &str, code: &str) {
    let (set, found) = load(&format!("fn play(me) {{ {body} }}"));
    let codes: Vec<&str> = found.list.iter().map(|one| one.code).collect();
    assert!(
        set.is_some() && codes == [code],
        "{body}: {code} is expected, and found is\n{found}"
    );
}

#[test]
fn members_are_asked_one_by_one() {
    let expected = [
        "r1 = read others(r0, 0)",
        "r2 = 0 or 0",
        "r3 = next of r1, else 7",
        "r4 = read food(r3, 0)",
        "r5 = 3 < r4",
        "r2 = those of r5 for r3 (r2)",
        "go 2",
        "r1 = next of r2, else 10",
        "do eat(r1, 1, 0)",
        "go 7",
        "end 0",
    ];
    check_play(
        "each x in others(me) where x.food > 3 { eat(x, 1); }",
        &expected,
    );
    check_play(
        "each x in (those y in others(me) where y.food > 3) { eat(x, 1); }",
        &expected,
    );
    check_play(
        "let many = those y in others(me) where y.food > 3; each x in many { eat(x, 1); }",
        &expected,
    );
}

#[test]
fn a_condition_asks_whether_any_or_all() {
    let listing = |script: &str| {
        let (set, found) = load(script);
        set.unwrap_or_else(|| panic!("{script}\n{found}")).cards[0].handlers[0]
            .program
            .listing_with(&ANTS_GAME)
    };
    let any = listing("fn can(me) { any x in others(me) where x.food > 3 and x.alive }");
    assert_eq!(any[1], "r2 = 0 or 0");
    assert!(
        any.contains(&"r2 = any of r6 for r3 (r2)".to_owned()),
        "{any:?}"
    );
    let all = listing("fn can(me) { (all x in others(me) where x.alive) and me.food > 3 }");
    assert_eq!(all[1], "r2 = 1 or 0");
    let not = listing("fn can(me) { not(any x in others(me) where x.food > me.food) }");
    assert_eq!(not.last().unwrap(), "end r1", "{not:?}");
    let nested =
        listing("fn can(me) { any x in others(me) where any y in others(x) where y == me }");
    assert_eq!(
        nested
            .iter()
            .filter(|line| line.contains("= any of"))
            .count(),
        2
    );
}

#[test]
fn numbers_are_made_of_sets() {
    for (word, beside) in [
        ("most", 3),
        ("least", 3),
        ("highest", 3),
        ("lowest", 3),
        ("sum", 3),
    ] {
        let body = match word {
            "most" | "least" => {
                format!("each x in {word} y in others(me) of y.food {{ eat(x, 1); }}")
            }
            _ => format!("eat(me, {word} y in others(me) of y.food);"),
        };
        let (set, found) = load(&format!("fn play(me) {{ {body} }}"));
        let lines = set.unwrap_or_else(|| panic!("{body}\n{found}")).cards[0].handlers[0]
            .program
            .listing();
        let made = format!("r2 = {word} of r5 for r4 (r{beside})");
        assert!(lines.contains(&made), "{lines:?}");
    }
    let (set, _) =
        load("fn play(me) { eat(me, sum y in others(me) where y.alive of y.food + 1); }");
    assert!(set.is_some());
}

#[test]
fn several_are_chosen() {
    check_play(
        "choose 2 xs in others(me) { each x in xs { eat(x, 1); } }",
        &[
            "r1 = read others(r0, 0)",
            "r2 = times 2",
            "r3 = 0 or 0",
            "r3 = choose r2 of r1, else 7",
            "r4 = r0 chooses from set r1, else 7",
            "move r4 from r1 to r3",
            "go 3",
            "without r3 go 12",
            "r1 = r3 or 0",
            "r2 = next of r1, else 12",
            "do eat(r2, 1, 0)",
            "go 9",
            "end 0",
        ],
    );
    for body in [
        "choose up to 2 xs in others(me) { eat(me, xs.count); }",
        "let n = me.food; choose n xs in others(me) { eat(me, xs.count); }",
        "choose (me.food / 2) xs in others(me) { eat(me, xs.count); }",
        "choose up to me.food xs in others(me) { eat(me, xs.count); }",
        "let up = others(me); choose up to 3 xs in up by me { eat(me, xs.count); }",
        "choose 2 xs in those x in others(me) where x.alive { eat(me, xs.count); }",
        "random 2 xs in others(me) { eat(me, xs.count); }",
        "choose up in others(me) { eat(up, 1); }",
    ] {
        let (set, found) = load(&format!("fn play(me) {{ {body} }}"));
        assert!(set.is_some() && found.list.is_empty(), "{body}\n{found}");
    }
    check_refused(
        "choose 2 xs in others(me) or none { eat(me, xs.count); }",
        "CW0511",
    );
    // One message, whatever name the condition uses, and it repeats the script's own words.
    for number in ["2", "up to 2", "n"] {
        for member in ["xs", "x", "ant"] {
            let choice = format!("choose {number} xs in others(me)");
            let given = if number == "n" { "let n = 2;" } else { "" };
            let (_, found) = load(&format!(
                "fn play(me) {{ {given} {choice} where {member}.alive {{ eat(me, xs.count); }} }}"
            ));
            let codes: Vec<&str> = found.list.iter().map(|one| one.code).collect();
            assert_eq!(codes, ["CW0501"], "{choice}: {found}");
            let help = format!(
                "write `choose {number} xs in those x in others(me) where …`, with `x` in the condition"
            );
            assert_eq!(found.list[0].help.as_deref(), Some(&*help));
        }
    }
    check_refused("choose 2 xs in hills(me) { sleep(); }", "CW0507");
    check_refused(
        "choose me xs in others(me) { eat(me, xs.count); }",
        "CW0501",
    );
    check_warned("choose 0 xs in others(me) { eat(me, xs.count); }", "CW0514");
    check_warned("choose 1 xs in others(me) { eat(me, xs.count); }", "CW0514");
    check_warned("choose 2 xs in others(me) { sleep(); }", "CW0508");
}

#[test]
fn large_sets_are_gone_through_and_asked_about() {
    check_play(
        "each h in hills(me) { dig(h); }",
        &[
            "r1 = -32768",
            "r1 = next of list hills(r0, 0), else 4",
            "do dig(r1, 0, 0)",
            "go 1",
            "end 0",
        ],
    );
    check_play(
        "each h in hills(me) where me.alive { dig(h); }",
        &[
            "r1 = -32768",
            "r1 = next of list hills(r0, 0), else 6",
            "r2 = read alive(r0, 0)",
            "unless r2 go 1",
            "do dig(r1, 0, 0)",
            "go 1",
            "end 0",
        ],
    );
    check_play(
        "when hills(me).count > 2 { sleep(); }",
        &[
            "r1 = 0 or 0",
            "r2 = 0 or 0",
            "r3 = -32768",
            "r3 = next of list hills(r0, 0), else 6",
            "r1 = sum of 1 for r3 (r2)",
            "go 3",
            "r2 = 2 < r1",
            "unless r2 go 9",
            "do sleep(0, 0, 0)",
            "end 0",
        ],
    );
    check_play(
        "choose h in hills(me) { each a in others(me) { when hills(a).has(h) { dig(h); } } }",
        &[
            "r1 = r0 chooses from list hills(r0, 0), else 12",
            "r2 = read others(r0, 0)",
            "r3 = next of r2, else 12",
            "r4 = 0 or 0",
            "r5 = -32768",
            "r5 = next of list hills(r3, 0), else 9",
            "r6 = r5 == r1",
            "r4 = any of r6 for r5 (r4)",
            "go 5",
            "unless r4 go 2",
            "do dig(r1, 0, 0)",
            "go 2",
            "end 0",
        ],
    );
    check_play(
        "eat(me, sum h in hills(me) of me.food);",
        &[
            "r1 = 0 or 0",
            "r2 = 0 or 0",
            "r3 = -32768",
            "r3 = next of list hills(r0, 0), else 7",
            "r4 = read food(r0, 0)",
            "r1 = sum of r4 for r3 (r2)",
            "go 3",
            "do eat(r0, r1, 0)",
            "end 0",
        ],
    );
    check_play(
        "when all h in hills(me) where hills(me).has(h) { sleep(); }",
        &[
            "r1 = 1 or 0",
            "r2 = -32768",
            "r2 = next of list hills(r0, 0), else 11",
            "r3 = 0 or 0",
            "r4 = -32768",
            "r4 = next of list hills(r0, 0), else 9",
            "r5 = r4 == r2",
            "r3 = any of r5 for r4 (r3)",
            "go 5",
            "r1 = all of r3 for r2 (r1)",
            "go 2",
            "unless r1 go 13",
            "do sleep(0, 0, 0)",
            "end 0",
        ],
    );
    check_refused("let h = hills(me); when h == h { sleep(); }", "CW0507");
    check_refused("eat(me, (hills(me) + hills(me)).count);", "CW0507");
    check_refused(
        "choose x in most h in hills(me) of me.food { dig(x); }",
        "CW0507",
    );
    let (_, found) = load("fn play(me) { choose 2 hs in hills(me) where me.alive { sleep(); } }");
    let codes: Vec<&str> = found.list.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["CW0507"], "no advice that does not help: {found}");
    check_play(
        "let food = me.food; choose h in hills(me) where food > 2 and not(any x in hills(me) where x == h) or none { dig(h); }",
        &[
            "r1 = read food(r0, 0)",
            "r2 = r0 may choose from list hills(r0, 0), else 14",
            "only where, then 13",
            "r3 = 0 or 0",
            "r4 = -32768",
            "r4 = next of list hills(r0, 0), else 9",
            "r5 = r4 == r2",
            "r3 = any of r5 for r4 (r3)",
            "go 5",
            "r4 = 2 < r1",
            "r5 = 1 without r3",
            "r4 = r4 and r5",
            "end r4",
            "do dig(r2, 0, 0)",
            "end 0",
        ],
    );
    check_refused(
        "eat(me, highest h in hills(me) where me.alive of me.food);",
        "CW0507",
    );
    check_refused("when hills(me).has(me) { sleep(); }", "CW0507");
    check_warned("each h in hills(me) { sleep(); }", "CW0515");
}

#[test]
fn whoever_is_first_comes_first() {
    check_play(
        "each x in drones() { feed(x); }",
        &[
            "r1 = read drones(0, 0)",
            "r2 = read queen(0, 0)",
            "r2 = read drone_of(r2, 0)",
            "r2 = next of r1 from r2, else 6",
            "do feed(r2, 0, 0)",
            "go 1",
            "end 0",
        ],
    );
    check_play(
        "each x in drones() by number { feed(x); }",
        &[
            "r1 = read drones(0, 0)",
            "r2 = next of r1, else 4",
            "do feed(r2, 0, 0)",
            "go 1",
            "end 0",
        ],
    );
    check_warned("each x in others(me) by number { eat(x, 1); }", "CW0514");
}

#[test]
fn things_that_are_numbers_are_computed_with() {
    check_play(
        "eat(me, pip_of(me));",
        &["r1 = read pip_of(r0, 0)", "do eat(r0, r1, 0)", "end 0"],
    );
    check_play(
        "turn(pip_of(me), 6);",
        &["r1 = read pip_of(r0, 0)", "do turn(r1, 6, 0)", "end 0"],
    );
    check_play(
        "let p = pip_of(me); turn(p, 7 - p);",
        &[
            "r1 = read pip_of(r0, 0)",
            "r2 = 7 - r1",
            "do turn(r1, r2, 0)",
            "end 0",
        ],
    );
    check_script(
        "fn can(me) { pips().has(6) and pip_of(me) > 2 and pip_of(me) != 4 }",
        "can",
        &[
            "r1 = read pips(0, 0)",
            "r2 = read pip_of(r0, 0)",
            "r3 = read pip_of(r0, 0)",
            "r4 = r1 has 6",
            "r5 = 2 < r2",
            "r4 = r4 and r5",
            "r5 = r3 != 4",
            "r4 = r4 and r5",
            "end r4",
        ],
    );
    for good in [
        "clamp(me.food, 1, 6)",
        "min(pip_of(me) + 1, 6)",
        "max(pip_of(me) - 1, 1)",
        "1",
        "6",
    ] {
        let (set, found) = load(&format!("fn play(me) {{ turn(1, {good}); }}"));
        assert!(set.is_some(), "{good}\n{found}");
    }
    for bad in [
        "0",
        "7",
        "-1",
        "40000",
        "me.food",
        "pip_of(me) + 1",
        "pip_of(me) - 1",
        "clamp(me.food, 0, 6)",
    ] {
        let (set, _) = load(&format!("fn play(me) {{ turn(1, {bad}); }}"));
        assert!(set.is_none(), "{bad}");
    }
    check_refused("when pips().has(7) { sleep(); }", "CW0502");
    check_refused("when pip_of(me) == me { sleep(); }", "CW0502");
    check_refused("carry(me, 1);", "CW0501");
    check_warned("when pip_of(me) == 7 { sleep(); }", "CW0514");
    check_warned(
        "choose p in pips() { when p < 1 { turn(p, 2); } }",
        "CW0514",
    );
    check_warned("each p in pips() { when p > 6 { turn(p, 2); } }", "CW0514");
}

#[test]
fn chance_decides() {
    check_play(
        "random x in others(me) { eat(x, 1); }",
        &[
            "r1 = read others(r0, 0)",
            "r2 = chance chooses from set r1, else 3",
            "do eat(r2, 1, 0)",
            "end 0",
        ],
    );
    check_play(
        "random n from 1 to 6 { eat(me, n); }",
        &[
            "r1 = chance chooses from 1 to 6, else 2",
            "do eat(r0, r1, 0)",
            "end 0",
        ],
    );
    check_play(
        "when coin() { eat(me, 1); } otherwise { sleep(); }",
        &[
            "r1 = chance chooses from labels 0 open 3, else 1",
            "unless r1 go 4",
            "do eat(r0, 1, 0)",
            "end 0",
            "do sleep(0, 0, 0)",
            "end 0",
        ],
    );
    check_refused("random x in others(me) by me { eat(x, 1); }", "CW0501");
    check_refused("random x in others(me) or none { eat(x, 1); }", "CW0511");
    check_refused(
        "random up to 2 xs in others(me) { eat(me, xs.count); }",
        "CW0501",
    );
    check_warned("coin(); sleep();", "CW0508");
}

#[test]
fn again_and_again() {
    check_play(
        "repeat 3 { sleep(); }",
        &[
            "r1 = times 3",
            "again r1, else 4",
            "do sleep(0, 0, 0)",
            "go 1",
            "end 0",
        ],
    );
    check_play(
        "repeat me.food { sleep(); }",
        &[
            "r1 = read food(r0, 0)",
            "r2 = times r1",
            "again r2, else 5",
            "do sleep(0, 0, 0)",
            "go 2",
            "end 0",
        ],
    );
    check_refused("repeat 61 { sleep(); }", "CW0603");
    check_refused("repeat others(me) { sleep(); }", "CW0501");
    check_warned("repeat 0 { sleep(); }", "CW0514");
    check_warned("repeat 1 { sleep(); }", "CW0514");
}

#[test]
fn this_is_the_card() {
    check_play(
        "carry(me, this);",
        &["r1 = read this(0, 0)", "do carry(r0, r1, 0)", "end 0"],
    );
    check_play(
        "each x in others(me) { carry(x, this); }",
        &[
            "r1 = read this(0, 0)",
            "r2 = read others(r0, 0)",
            "r3 = next of r2, else 5",
            "do carry(r3, r1, 0)",
            "go 2",
            "end 0",
        ],
    );
    let (set, found) = load("fn give(x) { carry(x, this); }\nfn play(me) { give(me); }");
    assert!(
        set.is_none() && found.render().contains("pass it to your own function"),
        "{found}"
    );
    assert!(
        load("const A = this;\nfn play(me) { sleep(); }")
            .0
            .is_none()
    );
    assert!(
        load("fn play(me) { this = oak; carry(me, this); }")
            .0
            .is_none()
    );
}

#[test]
fn what_is_only_asked_does_nothing() {
    for body in [
        "when any x in others(me) where { eat(x, 1); x.alive } { sleep(); }",
        "when any x in others(me) where coin() { sleep(); }",
        "each x in others(me) where { each y in others(x) { eat(y, 1); } true } { eat(x, 1); }",
    ] {
        check_refused(body, "CW0505");
    }
    let helper = "fn grab(x) { eat(x, 1); x.alive }\nfn play(me) { when any x in others(me) where grab(x) { sleep(); } }";
    assert!(load(helper).0.is_none());
    assert!(load("fn can(me) { coin() }").0.is_none());
    assert!(load("fn can(me) { repeat 2 { } true }").0.is_none());
    check_refused(
        "when any x in others(me) where x.food { sleep(); }",
        "CW0501",
    );
    check_refused("eat(me, sum x in others(me) of x.alive);", "CW0501");
    check_refused("when any x in me where x.alive { sleep(); }", "CW0501");
    check_refused(
        "let hs = those h in hills(me) where h == h; sleep();",
        "CW0507",
    );
    check_refused(
        "each x in others(me) where x.alive or none { eat(x, 1); }",
        "CW0511",
    );
    check_refused(
        "let n = 0; when any x in others(me) where { n += 1; x.alive } { sleep(); }",
        "CW0411",
    );
    check_refused(
        "when any x in others(me) where x.alive { eat(x, 1); }",
        "CW0403",
    );
    check_warned(
        "when any x in others(me) where me.alive { sleep(); }",
        "CW0515",
    );
    check_warned("when any x in others(me) where true { sleep(); }", "CW0514");
}

#[test]
fn no_half_of_a_new_word_makes_it_panic() {
    let seeds = [
        "fn play(me) { each x in others(me) where x.food > 1 by number { eat(x, 2); } }",
        "fn play(me) { choose up to 2 xs in those x in others(me) where x.alive by me { repeat 2 { sleep() } } }",
        "fn play(me) { when coin() { random 2 xs in least x in others(me) of x.food { carry(me, this); } } }",
    ];
    for seed in seeds {
        assert!(
            load(seed).0.is_some() || seed.contains("by number"),
            "{}",
            load(seed).1
        );
        for at in 0..seed.len() {
            let (before, after) = seed.split_at(at);
            for text in [
                before.to_owned(),
                after.to_owned(),
                format!("{before}\"{after}"),
                format!("{before}}}{after}"),
            ] {
                let (_, found) = load(&text);
                let _ = (found.render(), found.to_json());
            }
        }
    }
}
