//! Compares Robot Empire with a reference implementation in random games, at every decision. The reference shares no
//! rule with the engine. If the two differ, one of them has a rule wrong.

mod answers;
mod cards;
mod combat;
mod effects;
mod odds;
mod options;
mod phases;
mod positions;
mod rich;
mod secrets;
mod table;

use cards::Kind;
use cardwright::{Actor, DynMatch, Setup, Viewer, rulebook};
use cardwright_games::robot_empire::questions::QUESTIONS;
use cardwright_kernel::{Rng, below, stream};
use phases::Phases;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use table::{Answers, Blocker, End, Table, Unit, Who};

/// The engine's match, and the random choices.
struct Beside {
    engine: Box<dyn DynMatch>,
    rng: Rng,
    /// The number of cards in the game.
    cards: i32,
    /// How often, in 4 cases, a player who could do something does nothing.
    idle: u32,
    what: String,
    /// How often each kind of action was played, by its first word and the card that is played or shown.
    given: Given,
}

impl Beside {
    fn so_far(&self) -> String {
        format!("{}\n{}", self.what, self.engine.notation().join("\n"))
    }

    /// The engine's table must show the same as the reference's.
    fn compare(&self, table: &Table) {
        let view = self.engine.view(Viewer::Referee);
        let same = |name: &str, engine: &Value, here: Value| {
            assert_eq!(engine, &here, "{name} (engine, here): {}", self.so_far());
        };
        let unlimited = table.reads("coins", "unlimited");
        if !unlimited {
            same("War Chest", &view["chest"], json!(table.chest));
        }
        same(
            "Depot Deck",
            &view["deck"],
            json!(
                table
                    .piles
                    .iter()
                    .flat_map(|pile| pile.deck.values())
                    .sum::<i32>()
            ),
        );
        let pile: BTreeMap<String, i32> =
            serde_json::from_value::<Vec<(String, i32)>>(view["discard"].clone())
                .unwrap()
                .into_iter()
                .collect();
        let mut here: BTreeMap<String, i32> = BTreeMap::new();
        for (id, number) in table.piles.iter().flat_map(|pile| &pile.discard) {
            *here.entry((*id).to_string()).or_default() += number;
        }
        assert_eq!(pile, here, "discard pile (engine, here): {}", self.so_far());
        let moons: Vec<(String, i32)> = table
            .moons
            .iter()
            .map(|moon| (table.moon_name(moon.key), moon.coins))
            .collect();
        same("Moons", &view["moons"], json!(moons));
        same("turn", &view["turn"], json!(table.turn));
        assert_eq!(
            view["waiting"].as_array().unwrap().len(),
            table.waiting.len(),
            "{}",
            self.so_far()
        );
        for (nth, (side, shown)) in table
            .players
            .iter()
            .zip(view["players"].as_array().unwrap())
            .enumerate()
        {
            let same = |name: &str, here: Value| {
                assert_eq!(
                    shown[name],
                    here,
                    "{name} of {} (engine, here): {}",
                    nth + 1,
                    self.so_far()
                );
            };
            same("out", json!(side.out));
            same("battery", json!(side.battery));
            same("vault", json!(side.vault));
            if table.piles.len() > 1 {
                same("deck", json!(table.piles[nth].deck.values().sum::<i32>()));
            }
            let mut hand = side.hand.clone();
            hand.sort_unstable();
            let mut held: Vec<&str> = shown["hand"]
                .as_array()
                .unwrap()
                .iter()
                .map(|id| id.as_str().unwrap())
                .collect();
            held.sort_unstable();
            assert_eq!(
                held,
                hand,
                "hand of {} (engine, here): {}",
                nth + 1,
                self.so_far()
            );
            let units = shown["units"].as_array().unwrap();
            assert_eq!(
                units.len(),
                side.units.len(),
                "cards of {}: {}",
                nth + 1,
                self.so_far()
            );
            for (unit, shown) in side.units.iter().zip(units) {
                self.compare_unit(table, unit, shown);
            }
        }
        assert!(
            unlimited || table.coins() == 80,
            "coins here: {}",
            self.so_far()
        );
        assert_eq!(
            table.number_of_cards(),
            self.cards,
            "cards here: {}",
            self.so_far()
        );
    }

    fn compare_unit(&self, table: &Table, unit: &Unit, shown: &Value) {
        let here = [
            ("id", json!(table.name(unit.key))),
            ("card", json!(unit.card)),
            ("legs", json!(unit.legs)),
            (
                "attack",
                json!(table.attack(unit) + table.combat.dice.get(&unit.key).unwrap_or(&0)),
            ),
            ("attack_die", json!(table.rolls(unit))),
            ("defence", json!(table.defence(unit))),
            ("damage", json!(unit.damage)),
            ("prevented", json!(unit.prevented)),
            ("flying", json!(table.flies(unit))),
            ("ready", json!(!unit.recharging)),
            ("new", json!(unit.new)),
            ("front", json!(table.is_front(unit))),
            ("moon", json!(unit.moon.map(|moon| table.moon_name(moon)))),
        ];
        for (name, here) in here {
            assert_eq!(
                shown[name],
                here,
                "{name} of {} (engine, here): {}",
                shown["id"],
                self.so_far()
            );
        }
        let mut upgrades = unit.parts.clone();
        upgrades.extend(unit.permanent.then_some("permanent"));
        upgrades.extend(unit.instant.then_some("instant"));
        upgrades.sort_unstable();
        let mut paid: Vec<&str> = shown["upgrades"]
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word.as_str().unwrap())
            .collect();
        paid.sort_unstable();
        assert_eq!(
            paid,
            upgrades,
            "upgrades of {}: {}",
            shown["id"],
            self.so_far()
        );
        let attackers = &table.combat.attackers;
        // A blocker whose attacker is gone has no opponent.
        let against = |attacker: usize| !attackers[attacker].members.is_empty();
        let blocks =
            |blocker: &Blocker| blocker.members.contains(&unit.key) && against(blocker.attacker);
        let fights = attackers
            .iter()
            .any(|attacker| attacker.members.contains(&unit.key))
            || table.combat.blockers.iter().any(blocks);
        assert_eq!(
            !shown["fight"].is_null(),
            fights,
            "whether {} fights: {}",
            shown["id"],
            self.so_far()
        );
    }
}

impl Answers for Beside {
    fn answer(&mut self, table: &Table, who: Who, answers: &[String]) -> usize {
        let question = self.engine.question();
        let asked = match question.actor {
            Actor::Seat(seat) => Some(Who::Player(seat.index())),
            Actor::Chance => Some(Who::Chance),
            Actor::Over(_) => None,
        };
        let mut engine: Vec<&str> = question
            .choices
            .iter()
            .map(|choice| choice.action.as_str())
            .collect();
        engine.sort_unstable();
        let mut here: Vec<&str> = answers.iter().map(String::as_str).collect();
        here.sort_unstable();
        let about = || format!("{}\n{}", self.so_far(), question.text);
        assert_eq!(
            asked,
            Some(who),
            "who is asked: {}\nhere: {here:?}\nengine: {engine:?}",
            about()
        );
        assert_eq!(engine, here, "the answers (engine, here): {}", about());
        if who != Who::Chance {
            self.compare(table);
        }
        let idle = |words: &String| ["stay", "pass", "done"].contains(&words.as_str());
        let some: Vec<usize> = (0..answers.len())
            .filter(|nth| !idle(&answers[*nth]))
            .collect();
        let at_chain = |words: &String| {
            let named = words
                .strip_prefix("show ")
                .and_then(|shown| shown.split_once(" at "));
            let mut units = table.players.iter().flat_map(|player| &player.units);
            named.is_some_and(|(_, name)| {
                let unit = units.find(|unit| table.name(unit.key) == name);
                unit.is_some_and(|unit| table.hit_with(unit.key).len() > 1)
            })
        };
        // Chains are rare, and effects on them are rarer.
        let chain =
            |nth: &usize| answers[*nth].starts_with("chain with") || at_chain(&answers[*nth]);
        let chains: Vec<usize> = (0..answers.len()).filter(chain).collect();
        let nth = if !chains.is_empty() && below(&mut self.rng, 2) == 0 {
            chains[below(&mut self.rng, chains.len() as u32) as usize]
        } else if some.is_empty() || below(&mut self.rng, 4) < self.idle {
            below(&mut self.rng, answers.len() as u32) as usize
        } else {
            some[below(&mut self.rng, some.len() as u32) as usize]
        };
        let words: Vec<&str> = answers[nth].split(' ').collect();
        let with_card = ["play", "show", "install", "draw"].contains(&words[0]);
        let chained = |table: &Table| {
            if table.combat.blockers.is_empty() {
                "attackers"
            } else {
                "blockers"
            }
        };
        let kind = match words[0] {
            "chain" if words[1] == "with" => format!("chain-of-{}", chained(table)),
            "show" if at_chain(&answers[nth]) => format!("{}-at-a-chain", words[1]),
            _ if with_card => format!("{}-{}", words[0], words[1]),
            word => word.to_string(),
        };
        *self.given.entry(kind).or_default() += 1;
        self.engine.play(&answers[nth]).unwrap();
        nth
    }
}

/// How often each kind of action was played.
type Given = BTreeMap<String, u32>;

/// Plays a random game of one setup in both, from the set-up or from a rich table.
fn play(players: u8, options: &[(String, String)], seed: u64, rich: bool) -> Given {
    let seed = crate::first_seed() + seed;
    let mut setup = Setup::players(players);
    setup.options = options.to_vec();
    let book = rulebook("robot-empire", &setup).unwrap();
    let said: BTreeMap<String, String> = book
        .about()
        .options
        .iter()
        .map(|used| (used.name.clone(), used.value.clone()))
        .collect();
    let mut table = Table::new(players.into(), said);
    let cards = table.number_of_cards();
    let mut what = format!("{players} players, {options:?}, seed {seed}");
    let start = rich.then(|| rich::deal(&mut table, &mut stream(seed, 82)));
    let engine = match &start {
        None => book.start(None),
        Some((position, _)) => {
            let _ = write!(what, "\n{position}");
            book.start_from(position, None)
                .unwrap_or_else(|flaws| panic!("{what}: {flaws:?}"))
        }
    };
    let idle = 1 + (seed % 4) as u32;
    let mut beside = Beside {
        engine,
        rng: stream(seed, 81),
        cards,
        idle,
        what,
        given: Given::new(),
    };
    let mut phases = Phases::new(table, &mut beside);
    let End(winners) = match start {
        None => phases.play(),
        Some((_, step)) => phases.play_from(step),
    };
    let Actor::Over(outcome) = beside.engine.actor() else {
        panic!("the engine goes on: {}", beside.so_far())
    };
    let engine: Vec<usize> = outcome.winners.iter().map(|seat| seat.index()).collect();
    assert_eq!(engine, winners, "{}", beside.so_far());
    beside.given
}

/// The number of games for each setup.
fn games() -> u64 {
    crate::games(40)
}

/// Both kinds of games, for 2 and 3 players.
fn both(options: &[(String, String)], seeds: std::ops::Range<u64>) -> Given {
    let mut given = Given::new();
    for seed in seeds {
        for players in 2..=3 {
            for rich in [false, true] {
                for (kind, number) in play(players, options, seed, rich) {
                    *given.entry(kind).or_default() += number;
                }
            }
        }
    }
    given
}

#[test]
fn usual_games_are_played_alike_by_a_second_player() {
    let given = both(&[], 0..games());
    // The games must reach everything, because they cannot compare what they do not reach.
    let words = "attack block next chain-of-attackers chain-of-blockers land return fire tap instant permanent assemble \
                 discard roll draw-moon hacker-at-a-chain sniper-at-a-chain";
    let mut wanted: Vec<String> = words.split_whitespace().map(String::from).collect();
    wanted.extend(cards::all().into_iter().filter_map(|card| match card.kind {
        Kind::Agent | Kind::SuperWeapon => Some(format!("show-{}", card.id)),
        Kind::Component => Some(format!("install-{}", card.id)),
        Kind::Moon => None,
        _ => Some(format!("play-{}", card.id)),
    }));
    let missing: Vec<_> = wanted
        .iter()
        .filter(|kind| !given.contains_key(*kind))
        .collect();
    // Games of another seed may miss one, but are compared all the same.
    assert!(
        missing.is_empty() || crate::chosen_seed().is_some(),
        "never done: {missing:?} in {given:?}"
    );
    println!("{given:?}");
}

#[test]
fn every_option_is_played_alike_by_a_second_player() {
    for (name, value) in [
        ("mega", "no"),
        ("chaining", "no"),
        ("ports", "yes"),
        ("moons", "no"),
        ("battery", "choose"),
        ("vault", "0"),
        ("ask", "when-holding"),
        ("quiet_rounds", "3"),
        ("max_rounds", "10"),
    ] {
        both(
            &[(name.to_string(), value.to_string())],
            0..games().div_ceil(4),
        );
    }
}

#[test]
fn every_variant_is_played_alike_by_a_second_player() {
    let mut apart = Vec::new();
    for question in QUESTIONS {
        for variant in &question.variants[1..] {
            let options = [(question.option.to_string(), variant.value.to_string())];
            // All variants are tried, so that a run names every one that differs.
            let given = std::panic::catch_unwind(|| both(&options, 0..games().div_ceil(4)));
            let lasting =
                |given: &Given| question.option != "chains_formed" || given.contains_key("chain");
            if !given.is_ok_and(|given| lasting(&given)) {
                apart.push(format!("{} = {}", question.option, variant.value));
            }
        }
    }
    assert!(apart.is_empty(), "played differently: {apart:?}");
}

#[test]
fn decks_that_players_bring_are_played_alike_by_a_second_player() {
    let own = |decks: &str, more: &[(&str, &str)]| {
        let options: Vec<_> = std::iter::once(&("decks", decks))
            .chain(more)
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        for seed in 0..games().div_ceil(4) {
            for players in 2..=3 {
                // One deck for all, or one for each. Rich tables have the common deck.
                if [1, usize::from(players)].contains(&decks.split(',').count()) {
                    play(players, &options, seed, false);
                }
            }
        }
    };
    own("raiders", &[]);
    own(
        "machines",
        &[("moon_backs", "seen"), ("chains_formed", "play")],
    );
    own("miners", &[("mega", "no"), ("moons", "no")]);
    own("raiders,machines", &[("emptied_moon", "refilled")]);
    own(
        "raiders,miners,machines",
        &[("battery", "choose"), ("ownerless", "stay")],
    );
}

#[test]
fn variants_and_options_together_are_played_alike_by_a_second_player() {
    for seed in 0..games() {
        let mut rng = stream(seed, 83);
        let mut any =
            |values: Vec<String>| values[below(&mut rng, values.len() as u32) as usize].clone();
        let mut options: Vec<(String, String)> = Vec::new();
        for name in ["mega", "chaining", "ports", "moons"] {
            options.push((name.to_string(), any(vec!["yes".into(), "no".into()])));
        }
        options.push((
            "ask".into(),
            any(vec!["when-playable".into(), "when-holding".into()]),
        ));
        for question in QUESTIONS {
            let variants = question
                .variants
                .iter()
                .map(|variant| variant.value.to_string())
                .collect();
            options.push((question.option.to_string(), any(variants)));
        }
        both(&options, seed..seed + 1);
    }
}
