//! The texts that are generated for scripts of every form.

use crate::packs::folder;
use cardwright_cards::{PackSource, check, load};
use cardwright_effects::machine::{self, Act, Host, Stop};
use cardwright_effects::{Arg, Card, Frame, Program, Ty};
use cardwright_games::{moon_bots, robot_empire};
use cardwright_kernel::ProgramId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

const MANIFEST: &str = "id = \"t\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\nname = \"T\"\ncards = [\"t.toml\"]";
const CARD: &str = "[[card]]\nid = \"t\"\nkind = \"weapon\"\nname = \"T\"\nplay_in = \"damage\"\nscript = \"t.rhai\"";

/// A weapon with this script; `None` if it has errors.
fn card(script: &str) -> Option<Card> {
    let files = [
        ("pack.toml", MANIFEST),
        ("t.toml", CARD),
        ("t.rhai", script),
    ];
    let pack = PackSource::from_texts("", files);
    let (set, _) = check(&[pack], &moon_bots::lexicon::LEXICON);
    set.map(|set| set.cards[0].clone())
}

/// The text of a weapon with this script.
fn text(script: &str) -> String {
    card(script).unwrap_or_else(|| panic!("{script}")).text
}

/// Scripts of every form, and scripts in which each place of a value holds one from before a change.
fn scripts() -> String {
    let read = |name: &str| std::fs::read_to_string(folder("tests/cards").join(name)).unwrap();
    format!(
        "{}\n\n{}",
        read("texts.rhai").trim_end(),
        read("stale.rhai")
    )
}

#[test]
fn texts_of_scripts_of_every_form() {
    let scripts = scripts();
    let shown: Vec<String> = scripts
        .split("\n\n")
        .map(|script| format!("{}\n  {}\n", script.trim(), text(script)))
        .collect();
    insta::with_settings!({ snapshot_path => folder("tests/cards"), prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("texts", shown.join("\n"));
    });
}

/// The operations of a script, its effects in arbitrary games, and its mutations.
fn program(script: &str) -> String {
    let mut out = String::new();
    for handler in &card(script).unwrap_or_else(|| panic!("{script}")).handlers {
        let (program, lexicon) = (&handler.program, &moon_bots::lexicon::LEXICON);
        writeln!(out, "  {}", lexicon.hooks[usize::from(handler.hook)].name).unwrap();
        let places = program.places.iter();
        for (line, at) in program.listing_with(lexicon).iter().zip(places) {
            writeln!(out, "    {line:44} {}:{}", at.line, at.column).unwrap();
        }
        let mutants = program.mutants(lexicon).into_iter();
        let mutants: Vec<_> = mutants.map(|mutant| mutant.change).collect();
        writeln!(out, "    mutations: {}", mutants.join(", ")).unwrap();
        if lexicon.hooks[usize::from(handler.hook)].name == "play" {
            let done = format!("{:?}", deeds(program));
            writeln!(out, "    effects: {:016x}", xxh3_64(done.as_bytes())).unwrap();
        }
    }
    out
}

#[test]
fn programs_of_scripts_of_every_form() {
    let scripts = scripts();
    let shown: Vec<String> = scripts
        .split("\n\n")
        .map(|script| format!("{}\n{}", script.trim(), program(script)))
        .collect();
    insta::with_settings!({ snapshot_path => folder("tests/cards"), prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("programs", shown.join("\n"));
    });
}

/// The text of a card of Robot Empire from its kind, facts and script.
fn empire_text(facts: &str, script: &str) -> String {
    let card = empire_card(facts, script);
    card.unwrap_or_else(|found| panic!("{facts}\n{found}")).text
}

/// A card of Robot Empire, or its errors.
fn empire_card(facts: &str, script: &str) -> Result<Card, String> {
    let manifest = MANIFEST.replace("moon-bots", "robot-empire");
    let card = format!("[[card]]\nid = \"t\"\nname = \"T\"\nscript = \"t.rhai\"\n{facts}");
    let files = [
        ("pack.toml", manifest),
        ("t.toml", card),
        ("t.rhai", script.to_owned()),
    ];
    let files = files
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.into_bytes()))
        .collect();
    let pack = PackSource {
        name: String::new(),
        files,
    };
    let set = load(&[pack], &robot_empire::lexicon::LEXICON).map_err(|found| found.to_string())?;
    Ok(set.cards[0].clone())
}

#[test]
fn what_is_not_not_so_is_so() {
    let agent = "kind = \"agent\"\ncost = 1\nnames = \"opponents-target\"";
    let of = |condition: &str| {
        let script = format!(
            "fn can_on(me, named) {{ {condition} }}\nfn play_on(me, named) {{ pay(named.owner, 1); }}"
        );
        empire_text(agent, &script)
    };
    for (condition, said) in [
        ("named.ready", "Only if the target card is not recharging."),
        ("not(named.ready)", "Only if the target card is recharging."),
        (
            "not(named.is_robot)",
            "Only if the target card is not a Robot.",
        ),
        ("not(named.flying)", "Only if the target card does not fly."),
        (
            "not(named.attacking)",
            "Only if the target card does not attack.",
        ),
        (
            "not(named.chaining)",
            "Only if the target card may not form chains.",
        ),
    ] {
        let text = of(condition);
        let target = "It costs 1. Its target is an opponent's card. ";
        let text = text.strip_prefix(target).unwrap_or_default();
        assert!(text.starts_with(said), "{condition}: {text}");
    }
}

/// The text of the first card of a script contains these words.
fn says(text: &str, words: &[&str]) {
    for said in words {
        assert!(text.contains(said), "{said:?} in {text:?}");
    }
}

#[test]
fn texts_of_robot_empire_are_short_and_name_one_thing() {
    let monster = "kind = \"monster\"\ncost = 1\nattack = 1\ndefence = 1";
    let agent = "kind = \"agent\"\ncost = 1";
    let moon = "kind = \"moon\"\nvalue = 4";
    for (facts, script, said) in [
        (
            monster,
            "fn attack_bonus(me, unit) { value_if(unit.owner == me and unit.is_monster and unit != this, 1, 0) }",
            "Your other Monsters have 1 more attack.",
        ),
        (
            monster,
            "fn defence_bonus(me, unit) { value_if(unit.is_robot, -1, 0) }",
            "All Robots have 1 less defence.",
        ),
        (
            monster,
            "fn flies(me, unit) { unit.owner == me and unit.is_robot }",
            "Your Robots fly.",
        ),
        (
            monster,
            "fn tramples(me, unit) { unit == this and unit.ready }",
            "This card tramples if it is not recharging.",
        ),
        (
            monster,
            "fn on_turn_start(me) { remove_counters(this, this.counters); }",
            "All counters are taken off this card.",
        ),
        (
            agent,
            "fn play(me) { discard_top(me); let a = shown(); discard_top(me); take_back(me, a); take_back(me, shown()); }",
            "Let X be the shown card",
        ),
        (
            agent,
            "fn play(me) { bank(me, sum x in robots(me) of value_if(x.ready, x.attack, 0)); }",
            "the sum of the attack of your robots in the front line that are not recharging",
        ),
        (
            agent,
            "fn play(me) { bank(me, sum x in robots(me) of value_if(x.counters > 0, 1, 0)); }",
            "for each of your robots in the front line for which there is a counter on them",
        ),
        (
            moon,
            "fn on_robot_landed(me) { draw(me, 1); }",
            "that player draws up to 1 card",
        ),
    ] {
        let text = empire_text(facts, script).to_lowercase();
        says(&text, &[&said.to_lowercase()]);
    }
}

#[test]
fn texts_name_whom_they_mean() {
    for (script, said) in [
        (
            "fn play(me) { choose foe in opponents(me) { stay_before(foe); } }\nfn on_turn_start(me) { lose(me, 4); each foe in opponents(me) { gain(foe, 1); } choose other in others(me) { lose(other, 1); } }\nfn on_lost(me, points) { gain(me, points); }",
            &[
                "When that robot's turn begins: that robot loses 4 energy.",
                "Each of that robot's opponents gains 1 energy.",
                "That robot chooses one of the robots other than that robot: the other robot loses 1 energy.",
                "When that robot has lost energy: that robot gains",
            ][..],
        ),
        (
            "fn play(me) { stay(); choose slot in parts(me) { remember_slot(slot); } }\nfn on_turn_start(me) { each slot in remembered_slot() { jam_part(slot); } }",
            &[
                "this card remembers that slot.",
                "if this card remembers a slot, your part at that slot works no more this turn.",
            ],
        ),
        (
            "fn play(me) { stay(); }\nfn on_any_turn_end(me, robot) { when buyer().count == 0 { gain(me, 1); } otherwise when not(buyer().has(me)) { each foe in buyer() { lose(foe, 1); } } }",
            &[
                "if no robot in play bought last, you gain 1 energy",
                "if you are not the robot that bought last",
                "if a robot in play bought last, that robot loses 1 energy",
            ],
        ),
        (
            "fn play(me) { pick_only(me); each robot in picked() { lose(robot, 1); } }",
            &["Only you are picked"],
        ),
        (
            "fn play(me) { stay(); }\nfn can_attack(me, foe) { foe.energy > 3 }",
            &["You may attack a robot only if its energy is more than 3."],
        ),
        (
            "fn play(me) { gain(me, 9 - value_if(me.energy > 3, 1, value_if(me.weapons == 0, 2, 0))); }",
            &[
                "9 minus (1 if your energy is more than 3, otherwise (2 if you have no secret weapon, otherwise 0))",
            ],
        ),
        (
            "fn play(me) { each die in dice() { reroll_die(die); } }",
            &[
                "For each of the faces that unplaced dice show: a die that shows it is rolled again.",
            ],
        ),
    ] {
        says(&text(script), said);
    }
}

#[test]
fn texts_of_robot_empire_name_whom_they_mean() {
    let component = "kind = \"component\"\nport = \"rockets\"\ncost = 1\n";
    let robot = "kind = \"robot\"\ncost = 1\nattack = 1\ndefence = 1\n";
    for (facts, script, said) in [
        (
            component,
            "fn returns_to_hand(me) { true }\nfn on_block(me, attacker) { recharge(this); }\nfn extra_cost(me) { me.vault }",
            &[
                "The robot returns to your hand instead of being destroyed.",
                "When the robot blocks: the robot recharges.",
                "It costs X more, where X is the number of coins in your Vault.",
            ][..],
        ),
        (
            robot,
            "fn attack_bonus(me, unit) { value_if(unit.is_monster, 1, 0) }\nfn can_attack(me, foe) { foe.vault > 0 }\nfn on_own_destroyed(me, unit) { drain(unit.owner, 1); }",
            &[
                "All Monsters have 1 more attack.",
                "It may attack a player only if that player has a coin in the Vault.",
                "the owner of that card",
            ],
        ),
        (
            robot,
            "fn on_out(me) { draw(me, 8 - me.hand_size); draw(me, 1); }",
            &[
                "you draw up to X cards (a hand has at most 7 cards), where X is 8 minus the number of cards in your hand",
                "you draw up to 1 card.",
            ],
        ),
        (
            robot,
            "fn attack_bonus(me, unit) { value_if(unit == this and unit.attacking and me.vault > 3, 2, 0) }\nfn long_range_bonus(me, unit) { value_if(unit == this and monsters(me).count >= 2, 2, 0) }\nfn flies(me, unit) { unit.owner == me and unit.is_robot and unit.printed_attack <= 1 }\nfn tramples(me, unit) { unit.owner == me and unit.is_monster and this.ready }",
            &[
                "This card has 2 more attack if it attacks and the number of coins in your Vault is more than 3.",
                "This card has 2 more long range if the number of your Monsters is at least 2.",
                "Your Robots whose printed attack is at most 1 fly.",
                "Your Monsters trample as long as this card is not recharging.",
            ],
        ),
        (
            robot,
            "fn protects(me, unit, player) { unit.owner == me and unit.is_monster and player != me }",
            &["Other players cannot name your Monsters."],
        ),
        (
            robot,
            "fn protects(me, unit, player) { unit.owner == me and unit.is_monster }",
            &["Players cannot name your Monsters."],
        ),
        (
            robot,
            "fn attack_bonus(me, unit) { value_if(unit.owner == me and (unit.is_monster or unit.flying), 1, 0) }",
            &["if the owner of that card is you and (that card is a Monster or that card flies)"],
        ),
        (
            "kind = \"agent\"\ncost = 1\nnames = \"own-fighter\"\n",
            "fn can_on(me, named) { named.is_monster }\nfn play_on(me, named) { add_attack(named, 2); }",
            &[
                "Only if the target fighter is a Monster.",
                "2 is added to the attack of the target fighter until the turn ends.",
            ],
        ),
        (
            "kind = \"equipment\"\ncost = 1\ndefence = 1\ndiscount = 1\ndiscount_on = [\"equipment\", \"mega-legs\", \"agent\"]\n",
            "fn on_out(me) { draw(me, 1); }",
            &["for Equipment, lower halves of Mega Robots and Agents."],
        ),
        (
            "kind = \"agent\"\ncost = 1\ndiscount_on = \"monster\"\n",
            "fn play(me) { stay_until_turn_end(); }\nfn discount(me) { 1 }\nfn on_own_out(me, unit) { when unit.is_monster { stop_staying(); } }",
            &[
                "This card's effect lasts until the turn ends.",
                "if that card is a Monster, this card's effect ends.",
            ],
        ),
        (
            "kind = \"agent\"\ncost = 1\nnames = \"announced\"\n",
            "fn can(me) { announced().is_super_weapon }\nfn play(me) { cancel(); }",
            &["Only if the announced card is a Super Weapon."],
        ),
    ] {
        says(&empire_text(facts, script), said);
    }
}

/// A game without rules: values depend on the seed and the number of operations done, and all operations are recorded.
struct Toy {
    seed: u64,
    done: Vec<[i16; 4]>,
}

impl Toy {
    fn number(&self, words: &[i16]) -> u64 {
        let mix =
            |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        let start = mix(self.seed, self.done.len() as u64);
        words
            .iter()
            .fold(start, |hash, word| mix(hash, *word as u64))
    }
}

impl Host for Toy {
    fn read(&self, _: &Frame, noun: u8, [a, b]: [i16; 2]) -> i16 {
        let value = self.number(&[noun.into(), a, b]);
        match moon_bots::lexicon::LEXICON.nouns[usize::from(noun)].gives {
            Ty::Number => (value % 20) as i16,
            Ty::Truth => (value % 2) as i16,
            Ty::One(_) => (value % 4) as i16,
            Ty::Many(_) => (value % 16) as i16,
        }
    }

    fn act(&mut self, frame: &Frame, verb: u8, args: [Arg; 3]) -> Act {
        let [a, b, c] = args.map(|arg| arg.value(frame));
        self.done.push([verb.into(), a, b, c]);
        Act::Done
    }

    fn list(&self, _: &Frame, noun: u8, [a, b]: [i16; 2], each: &mut dyn FnMut(i16) -> bool) {
        let mask = self.number(&[noun.into(), a, b]) % 64;
        let _ = (0..6).filter(|bit| mask >> bit & 1 == 1).all(each);
    }
}

/// The effects of a program: in each game, its verbs with their arguments.
type Deeds = Vec<Vec<[i16; 4]>>;

/// The effects of a program in some of these games, with arbitrary choices.
fn deeds(program: &Program) -> Deeds {
    (1..20)
        .map(|seed: u64| {
            let mut toy = Toy {
                seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                done: Vec::new(),
            };
            let mut frame = Frame::new(ProgramId(0), 0, 0, &[0]);
            let mut asked = 0;
            loop {
                match machine::run(program, &mut frame, &mut toy) {
                    Stop::Ended(_) => return toy.done,
                    Stop::Asks => {
                        asked += 1;
                        let answer = toy.number(&[asked]) % 3;
                        machine::choose(program, &mut frame, Some(answer as i16 + 1));
                    }
                    stop => panic!("{stop:?}"),
                }
            }
        })
        .collect()
}

/// Scripts of all forms, by number.
struct Writer(u64);

impl Writer {
    fn pick<'w>(&mut self, of: &[&'w str]) -> &'w str {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        of[(self.0 >> 33) as usize % of.len()]
    }

    fn number(&mut self, depth: usize) -> String {
        let simple = [
            "me.energy",
            "me.weapons",
            "opponents(me).count",
            "upgrades(me).count",
            "(sum x in opponents(me) of x.weapons)",
            "(highest x in opponents(me) of x.energy)",
            "(those x in opponents(me) where x.energy < 5).count",
            "2",
        ];
        let how = self.pick(&["", "", "+", "-", "*", "/", "min"]);
        match how {
            "" => self.pick(&simple).to_owned(),
            _ if depth == 0 => self.pick(&simple).to_owned(),
            "min" => format!("min({}, 3)", self.number(depth - 1)),
            sign => format!(
                "({} {sign} {})",
                self.number(depth - 1),
                self.number(depth - 1)
            ),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let simple = [
            "me.energy > 3",
            "me.weapons == 0",
            "opponent_gained(me)",
            "opponents(me).count > 1",
            "(any x in opponents(me) where x.energy < 5)",
            "(all x in opponents(me) where x.weapons > 1)",
        ];
        match self.pick(&["", "and", "or", "not"]) {
            "not" if depth > 0 => format!("not({})", self.truth(depth - 1)),
            how @ ("and" | "or") if depth > 0 => {
                format!(
                    "({} {how} {})",
                    self.truth(depth - 1),
                    self.truth(depth - 1)
                )
            }
            _ => self.pick(&simple).to_owned(),
        }
    }

    fn block(&mut self, depth: usize) -> String {
        let mut out = String::new();
        let mut named = Vec::new();
        for place in 0..3 {
            match self.pick(&["let", "do", "do", "named", "when", "each", "choose"]) {
                "let" => {
                    out += &format!("let v{depth}{place} = {}; ", self.number(1));
                    named.push(format!("v{depth}{place}"));
                }
                "named" if !named.is_empty() => {
                    out += &format!("gain(me, {}); ", named.join(" + "))
                }
                "when" if depth > 0 => {
                    let (truth, then, otherwise) =
                        (self.truth(2), self.block(depth - 1), self.block(depth - 1));
                    out += &format!("when {truth} {{ {then} }} otherwise {{ {otherwise} }} ");
                }
                "each" if depth > 0 => {
                    out += &format!(
                        "each f{depth} in opponents(me) {{ lose(f{depth}, 1); {} }} ",
                        self.block(depth - 1)
                    );
                }
                "choose" if depth > 0 => {
                    out += &format!(
                        "choose c{depth} in opponents(me) {{ lose(c{depth}, {}); }} ",
                        self.number(1)
                    );
                }
                _ => out += &format!("{}(me, {}); ", self.pick(&["gain", "lose"]), self.number(2)),
            }
        }
        out + "gain(me, 1);"
    }
}

/// Every pair, written in some way.
fn pairs(of: &[String], write: impl Fn(&str, &str) -> String) -> Vec<String> {
    let with = |a: &String| of.iter().map(|b| write(a, b)).collect::<Vec<_>>();
    of.iter().flat_map(with).collect()
}

/// Every condition of so many levels about `who`.
fn truths(who: &str, levels: usize) -> Vec<String> {
    // Values are from 0 to 19 here.
    let mut all = vec![format!("{who}.energy > 9"), "round() > 9".into()];
    if levels > 0 {
        let inner = truths(who, levels - 1);
        if who == "me" {
            let each = truths("f", levels - 1);
            let sets = ["any", "all", "not(any", "not(all"].map(|how| {
                let end = if how.starts_with("not") { "))" } else { ")" };
                let write = |each: &String| format!("({how} f in opponents(me) where {each}{end}");
                each.iter().map(write).collect::<Vec<_>>()
            });
            all.extend(sets.concat());
        }
        all.extend(inner.iter().map(|inner| format!("not({inner})")));
        all.extend(pairs(&inner, |a, b| format!("({a} and {b})")));
        all.extend(pairs(&inner, |a, b| format!("({a} or {b})")));
    }
    all
}

/// Every number of so many levels.
fn numbers(levels: usize) -> Vec<String> {
    let mut all = vec!["1".to_owned(), "me.dice".to_owned()];
    if levels > 0 {
        let inner = numbers(levels - 1);
        all.extend(inner.iter().map(|inner| format!("min({inner}, 2)")));
        all.extend(pairs(&inner, |a, b| format!("({a} + {b})")));
        all.extend(pairs(&inner, |a, b| format!("({a} - {b})")));
        all.extend(pairs(&inner, |a, b| {
            format!("value_if(me.energy > 9, {a}, {b})")
        }));
    }
    all
}

/// Every block of so many levels.
fn blocks(levels: usize) -> Vec<String> {
    let mut all = vec!["gain(me, 1);".to_owned(), "lose(me, 1);".to_owned()];
    if levels > 0 {
        let inner = blocks(levels - 1);
        let name = ["b", "a"][levels % 2];
        all.extend(pairs(&inner, |a, b| format!("{a} {b}")));
        all.extend(
            inner
                .iter()
                .map(|a| format!("when me.energy > 9 {{ {a} }}")),
        );
        all.extend(pairs(&inner, |a, b| {
            format!("when me.energy > 9 {{ {a} }} otherwise {{ {b} }}")
        }));
        all.extend(
            inner
                .iter()
                .map(|a| format!("each f in opponents(me) {{ lose(f, 1); {a} }}")),
        );
        all.extend(pairs(&inner, |a, b| {
            format!("choose either \"{name}\" {{ {a} }} or \"c\" {{ {b} }}")
        }));
        all.extend(inner.iter().map(|a| {
            format!("choose either \"{name}\" {{ {a} }} or \"c\" {{ lose(me, 1); }} or \"d\" {{ gain(me, 1); }}")
        }));
    }
    all
}

/// Of all small scripts, those with the same text do the same: nothing shows only in what belongs to what.
#[test]
fn a_text_has_one_meaning() {
    let truths = truths("me", 2)
        .into_iter()
        .map(|truth| format!("when {truth} {{ gain(me, 1); }}"));
    let numbers = numbers(2)
        .into_iter()
        .map(|number| format!("lose(me, {number});"));
    let mut known: BTreeMap<String, (Deeds, String)> = BTreeMap::new();
    let (mut again, mut wrong) = (0, Vec::new());
    for body in truths.chain(numbers).chain(blocks(2)) {
        let Some(card) = card(&format!("fn play(me) {{ {body} }}")) else {
            continue;
        };
        let done = deeds(&card.handlers[0].program);
        let Some((before, other)) = known.get(&card.text) else {
            known.insert(card.text, (done, body));
            continue;
        };
        again += 1;
        if *before != done {
            wrong.push(format!("{other}\n{body}\n  {}", card.text));
        }
    }
    assert!(
        known.len() > 1000 && again > 100,
        "{} texts, {again} again",
        known.len()
    );
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Words of scripts, each with possible replacements; none if it may be left out.
const INSTEAD: &[(&str, &str)] = &[
    ("<", ">"),
    (">", "<"),
    ("<=", "<"),
    (">=", ">"),
    ("==", "!="),
    ("!=", "=="),
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("/", "*"),
    ("%", "+"),
    ("&", "-"),
    ("and", "or"),
    ("or", "and"),
    ("not", ""),
    ("min", "max"),
    ("max", "min"),
    ("any", "all"),
    ("all", "any"),
    ("sum", "highest"),
    ("highest", "lowest"),
    ("lowest", "sum"),
    ("most", "least"),
    ("least", "most"),
    ("energy", "weapons"),
    ("weapons", "energy"),
    ("gain", "lose"),
    ("lose", "gain"),
    ("random", "choose"),
    ("choose", "random"),
    ("each", "choose"),
    ("up to", ""),
    ("or none", ""),
    ("in_order", ""),
    ("foe.", "me."),
    ("true", "me.energy > 3"),
    ("false", "me.energy > 3"),
];

/// The scripts that differ from one in one number, word or statement.
fn beside(script: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut put = |from: usize, to: usize, with: &str| {
        all.push([&script[..from], with, &script[to..]].concat());
    };
    let plain = |at: usize| {
        let sign = script[..at].chars().next_back().unwrap_or(' ');
        let next = script[at..].chars().next().unwrap_or(' ');
        let word = |sign: char| sign.is_alphanumeric() || sign == '_';
        !(word(sign) && word(next))
    };
    for (word, other) in INSTEAD {
        for (at, _) in script.match_indices(word) {
            if plain(at) && plain(at + word.len()) {
                put(at, at + word.len(), other);
            }
        }
    }
    let mut at = 0;
    while let Some(from) = script[at..].find(|sign: char| sign.is_ascii_digit()) {
        let from = at + from;
        let rest = &script[from..];
        let digits = rest.find(|sign: char| !sign.is_ascii_digit());
        let to = from + digits.unwrap_or(rest.len());
        if let Ok(number) = script[from..to].parse::<i64>() {
            put(from, to, &(number + 1).to_string());
            put(from, to, &(number - 1).to_string());
        }
        at = to;
    }
    // A condition, a filter, a chooser, a mode, an operand: from the word to its end.
    for (word, ends) in [
        (" when ", '{'),
        (" where ", '{'),
        (" by ", '{'),
        (" or \"", '}'),
        (" + ", ')'),
        (" - ", ')'),
        (" - ", ';'),
        (" - ", ' '),
    ] {
        for (from, _) in script.match_indices(word) {
            if let Some(to) = script[from + word.len()..].find(ends) {
                let kept = usize::from(ends == '}');
                put(from, from + word.len() + to + kept, " ");
            }
        }
    }
    // A statement with its block.
    for word in ["each ", "choose ", "repeat ", "when ", "random "] {
        for (from, _) in script.match_indices(word) {
            let mut deep = 0;
            let end = script[from..].find(|sign: char| {
                deep += i32::from(sign == '{') - i32::from(sign == '}');
                sign == '}' && deep == 0
            });
            if let Some(end) = end {
                put(from, from + end + 1, "");
            }
        }
    }
    for (end, _) in script.match_indices(';') {
        let from = script[..end]
            .rfind(['{', '}', ';'])
            .map_or(0, |from| from + 1);
        put(from, end + 1, "");
    }
    all
}

/// Parts that the text generator searches for and replaces.
const LOOKED_FOR: [&str; 10] = [
    "that card",
    "of that card",
    "the player is not you",
    "for them",
    "and their",
    "and they",
    "or their",
    "or they",
    "point of",
    "of them",
];

/// The phrases of generated texts: the string literals of the generator, without placeholders.
fn phrases() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for file in [
        "choices.rs",
        "groups.rs",
        "parts.rs",
        "sets.rs",
        "teller.rs",
        "values.rs",
    ] {
        let path = folder("crates/effects/src/text").join(file);
        let code = std::fs::read_to_string(path).unwrap();
        let lines = code.lines().map(str::trim_start);
        let lines = lines.filter(|line| !line.starts_with("//") && !line.contains("assert!"));
        for line in lines {
            for quoted in line.split('"').skip(1).step_by(2) {
                let parts = quoted.split(['{', '}']).step_by(2);
                let parts = parts.map(str::trim);
                let parts = parts.filter(|part| part.contains(' ') && !LOOKED_FOR.contains(part));
                all.extend(parts.map(str::to_owned));
            }
        }
    }
    all
}

/// Each phrase describes some script, but not one that differs from it in one number, word or statement: no phrase
/// appears regardless of the card.
#[test]
fn each_phrase_has_a_script_just_beside_it_that_does_not_earn_it() {
    let scripts = std::fs::read_to_string(folder("tests/cards/texts.rhai")).unwrap();
    let more = std::fs::read_to_string(folder("tests/cards/beside.rhai")).unwrap();
    let empire = std::fs::read_to_string(folder("tests/cards/beside-robot-empire.rhai")).unwrap();
    let robot = "kind = \"robot\"\ncost = 1\nattack = 1\ndefence = 1\n";
    let mut left = phrases();
    assert!(left.len() > 40, "{left:?}");
    type Make<'m> = &'m dyn Fn(&str) -> Option<Card>;
    let (weapon, robot): (Make, Make) = (&card, &|script| empire_card(robot, script).ok());
    let scripts = scripts.split("\n\n").chain(more.split("\n\n"));
    let scripts = scripts.map(|script| (script, weapon));
    for (script, make) in scripts.chain(empire.split("\n\n").map(|script| (script, robot))) {
        let Some(card) = make(script) else { continue };
        let said = |text: &str, phrase: &str| text.to_lowercase().matches(phrase).count();
        let here: Vec<String> = left
            .iter()
            .filter(|phrase| said(&card.text, phrase) > 0)
            .cloned()
            .collect();
        if here.is_empty() {
            continue;
        }
        let texts: Vec<String> = beside(script)
            .iter()
            .filter_map(|other| Some(make(other)?.text))
            .collect();
        for phrase in here {
            let all = said(&card.text, &phrase);
            if texts.iter().any(|text| said(text, &phrase) < all) {
                left.remove(&phrase);
            }
        }
    }
    assert!(
        left.is_empty(),
        "put scripts into tests/cards/beside.rhai that are told of {left:#?}"
    );
}

/// A text has one meaning: cards with the same text have the same effect in all circumstances.
#[test]
fn cards_with_the_same_text_do_the_same() {
    let mut known = BTreeMap::new();
    let mut met = 0;
    for number in 0..1_500 {
        let mut writer = Writer(number);
        let depth = (number % 3) as usize;
        let script = format!("fn play(me) {{ {} }}", writer.block(depth));
        let Some(card) = card(&script) else { continue };
        let does = deeds(&card.handlers[0].program);
        let (other, others) = known
            .entry(card.text.clone())
            .or_insert_with(|| (script.clone(), does.clone()));
        met += u32::from(*other != script);
        assert_eq!(
            *others, does,
            "both of these say: {}\n{other}\n{script}",
            card.text
        );
        let given: Vec<&str> = card
            .text
            .split(' ')
            .zip(card.text.split(' ').skip(1))
            .filter_map(|(letter, verb)| {
                let is = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_uppercase());
                (is && matches!(verb, "be" | "is")).then_some(letter)
            })
            .collect();
        let once: BTreeSet<&str> = given.iter().copied().collect();
        assert_eq!(
            once.len(),
            given.len(),
            "a letter stands for two numbers: {}",
            card.text
        );
    }
    assert!(met > 0, "no two cards have the same text");
}
