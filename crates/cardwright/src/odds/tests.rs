//! Compares the odds with counted rolls and with results calculated by hand.

use super::*;

const FACES: [u8; 6] = [1, 2, 3, 4, 5, 6];

/// Every roll of this many dice, with each die distinct.
fn rolls(dice: usize) -> Vec<Vec<u8>> {
    (0..dice).fold(vec![Vec::new()], |rolls, _| {
        let longer = |roll: Vec<u8>| {
            FACES
                .iter()
                .map(move |face| [roll.clone(), vec![*face]].concat())
        };
        rolls.into_iter().flat_map(longer).collect()
    })
}

/// The number of ways, out of 6^k, in which rerolling the dice at these places makes the roll good.
fn good_after(roll: &[u8], again: &[usize], good: &dyn Fn(&[u8]) -> bool) -> i64 {
    let replaced = |faces: Vec<u8>| {
        let mut roll = roll.to_vec();
        again
            .iter()
            .zip(faces)
            .for_each(|(place, face)| roll[*place] = face);
        roll
    };
    rolls(again.len())
        .into_iter()
        .filter(|faces| good(&replaced(faces.clone())))
        .count() as i64
}

/// Every choice of at most `most` places out of this many.
fn choices(dice: usize, most: usize) -> Vec<Vec<usize>> {
    let sets = (0..1usize << dice)
        .map(|mask| (0..dice).filter(|place| mask & (1 << place) != 0).collect());
    sets.filter(|set: &Vec<usize>| set.len() <= most).collect()
}

/// The probability by counting: all 6^n rolls, and for each the best choice of dice to reroll.
fn counted(dice: usize, reroll: usize, good: &dyn Fn(&[u8]) -> bool) -> Fraction {
    let best = |roll: &Vec<u8>| {
        let good = choices(dice, reroll)
            .into_iter()
            .map(|again| good_after(roll, &again, good) * 6i64.pow((reroll - again.len()) as u32));
        good.max().unwrap_or(0)
    };
    let sum: i64 = rolls(dice).iter().map(best).sum();
    Fraction::new(sum, 6i64.pow((dice + reroll) as u32))
}

fn some_pair(roll: &[u8], good: impl Fn(u8, u8) -> bool) -> bool {
    (0..roll.len()).any(|a| (a + 1..roll.len()).any(|b| good(roll[a], roll[b])))
}

fn of(card: &str) -> CardOdds {
    card_odds("moon-bots", card, &Setup::players(4)).unwrap()
}

fn check(card: &str, good: &dyn Fn(&[u8]) -> bool) {
    let odds = of(card);
    assert_eq!(odds.dice.len(), 12);
    for row in odds.dice {
        let expected = counted(row.dice.into(), row.reroll.into(), good);
        assert_eq!(
            row.chance, expected,
            "{card}: {} dice, {} again",
            row.dice, row.reroll
        );
    }
}

#[test]
fn one_die_of_some_faces() {
    check("solar-visor", &|roll| roll.iter().any(|face| *face <= 3));
    check("cyclops-eye", &|roll| roll.contains(&4));
    check("base-punch", &|roll| roll.contains(&1));
    check("base-rocket", &|roll| roll.contains(&6));
}

#[test]
fn two_dice_together() {
    check("twin-lenses", &|roll| some_pair(roll, |a, b| a == b));
    check("battering-chest", &|roll| {
        some_pair(roll, |a, b| a + b == 7)
    });
}

#[test]
fn what_one_works_out_on_paper() {
    let chance = |card: &str, place: usize| of(card).dice[place].chance.to_string();
    assert_eq!(chance("solar-visor", 0), "1/2");
    assert_eq!(
        chance("solar-visor", 1),
        "3/4",
        "one die, rolled again after a miss"
    );
    assert_eq!(chance("solar-visor", 3), "3/4", "two dice");
    assert_eq!(chance("solar-visor", 9), "15/16", "four dice");
    assert_eq!(
        chance("cyclops-eye", 6),
        "91/216",
        "three dice, one of them a 4"
    );
    assert_eq!(chance("twin-lenses", 2), "0", "one die is no pair");
    assert_eq!(chance("twin-lenses", 3), "1/6");
    assert_eq!(chance("twin-lenses", 4), "11/36", "one die again");
    assert_eq!(chance("twin-lenses", 9), "13/18", "1 - 6·5·4·3/6^4");
}

fn robot(cards: &[&str], value: Value) -> RobotOdds {
    let cards = Robot::Cards(cards.iter().map(|card| card.to_string()).collect());
    robot_odds(
        "moon-bots",
        &cards,
        value,
        &Setup::players(4),
        &mut Work::default(),
    )
    .unwrap()
}

#[test]
fn a_bare_robot_hits_with_a_one_or_a_six() {
    let odds = robot(&[], Value::Both);
    let [turn] = odds.turns.as_slice() else {
        panic!("there is nothing to roll again")
    };
    assert_eq!(
        (turn.fist, turn.missile),
        (Fraction::new(1, 6), Fraction::new(1, 6))
    );
    assert_eq!(
        (turn.worth, turn.gained),
        (Fraction::new(1, 3), Fraction::ZERO)
    );
}

#[test]
fn rolling_again_the_best_dice() {
    let turns = robot(&["re-roll"], Value::Both).turns;
    assert_eq!(turns[0].worth, Fraction::new(1, 3));
    assert_eq!(
        turns[1].worth,
        Fraction::new(5, 9),
        "1/3 at first, and 1/3 of the other 2/3"
    );
}

/// Each die hits independently with 1 and with 6, and each ability works once: with two dice, the number of hits is the
/// number of these two faces that appear.
#[test]
fn each_ability_works_once() {
    let hits = rolls(2)
        .into_iter()
        .map(|roll| i64::from(roll.contains(&1)) + i64::from(roll.contains(&6)));
    let turns = robot(&["plus-die"], Value::Damage).turns;
    assert_eq!(turns[0].worth, Fraction::new(hits.sum(), 36));
}

/// The maximum points from the dice: Punch with a 1, Rocket with a 6, and three fist points with two dice that sum to
/// 7, each once.
fn most_points(roll: &[u8], used: [bool; 3]) -> i64 {
    let mut best = 0;
    for a in 0..roll.len() {
        let single = [(0, 1), (1, 6)]
            .into_iter()
            .filter(|(ability, face)| !used[*ability] && roll[a] == *face);
        for (ability, _) in single {
            best = best.max(1 + most_points(&without(roll, &[a]), with(used, ability)));
        }
        for b in (a + 1..roll.len()).filter(|b| !used[2] && roll[a] + roll[*b] == 7) {
            best = best.max(3 + most_points(&without(roll, &[a, b]), with(used, 2)));
        }
    }
    best
}

fn without(roll: &[u8], places: &[usize]) -> Vec<u8> {
    roll.iter()
        .enumerate()
        .filter(|(place, _)| !places.contains(place))
        .map(|(_, face)| *face)
        .collect()
}

fn with(mut used: [bool; 3], ability: usize) -> [bool; 3] {
    used[ability] = true;
    used
}

/// The points over all ways to reroll the dice at these places.
fn points_after(roll: &[u8], again: &[usize]) -> i64 {
    let points = |faces: Vec<u8>| {
        let mut roll = roll.to_vec();
        again
            .iter()
            .zip(faces)
            .for_each(|(place, face)| roll[*place] = face);
        most_points(&roll, [false; 3])
    };
    rolls(again.len()).into_iter().map(points).sum()
}

#[test]
fn a_whole_robot_as_counted_roll_by_roll() {
    let best = |roll: &Vec<u8>| {
        let points =
            |again: Vec<usize>| points_after(roll, &again) * 6i64.pow(2 - again.len() as u32);
        choices(3, 2).into_iter().map(points).max().unwrap_or(0)
    };
    let as_rolled: i64 = rolls(3)
        .iter()
        .map(|roll| most_points(roll, [false; 3]))
        .sum();
    let again: i64 = rolls(3).iter().map(best).sum();
    let turns = robot(
        &["battering-chest", "plus-die", "plus-die", "re-roll"],
        Value::Damage,
    )
    .turns;
    assert_eq!(turns[0].worth, Fraction::new(as_rolled, 6i64.pow(3)));
    assert_eq!(turns[1].worth, Fraction::new(again, 6i64.pow(5)));
}

#[test]
fn scripted_upgrades_count() {
    let turn = robot(&["strong-fist"], Value::Damage).turns[0].clone();
    assert_eq!(
        (turn.fist, turn.missile),
        (Fraction::new(1, 3), Fraction::new(1, 6))
    );
    let turn = robot(&["fist-protection"], Value::Damage).turns[0].clone();
    assert_eq!(turn.worth, Fraction::new(1, 3), "a protection hits nobody");
}

/// A 1 gives energy or a punch, not both; if energy is worth more, it is chosen. The limit of 2 applies.
#[test]
fn the_value_decides_between_parts() {
    let cards = ["solar-visor"];
    let energy = robot(&cards, Value::Energy).turns[0].clone();
    assert_eq!(
        (energy.gained, energy.worth),
        (Fraction::new(1, 2), Fraction::new(1, 2))
    );
    let damage = robot(&cards, Value::Damage).turns[0].clone();
    assert_eq!(
        (damage.fist, damage.missile),
        (Fraction::new(1, 6), Fraction::new(1, 6))
    );
    let both = robot(&cards, Value::Both).turns[0].clone();
    assert_eq!(
        both.worth,
        Fraction::new(2, 3),
        "1, 2, 3 and 6 are each worth one"
    );
}

#[test]
fn the_limit_of_two_energy_binds() {
    let cards = [
        "solar-visor",
        "twin-lenses",
        "plus-die",
        "plus-die",
        "plus-die",
        "re-roll",
    ];
    let refused = Robot::Cards(cards.iter().map(|card| card.to_string()).collect());
    let two_heads = robot_odds(
        "moon-bots",
        &refused,
        Value::Both,
        &Setup::players(4),
        &mut Work::default(),
    );
    assert!(
        matches!(two_heads, Err(OddsError::None(NoOdds::Position(_)))),
        "{two_heads:?}"
    );
    let turns = robot(&cards[1..], Value::Energy).turns;
    let chance = of("twin-lenses").dice;
    assert_eq!(
        turns[0].gained,
        chance[9].chance.times(Fraction::whole(2)).unwrap()
    );
    assert_eq!(
        turns[1].gained,
        chance[11].chance.times(Fraction::whole(2)).unwrap()
    );
}

#[test]
fn a_robot_out_of_a_position() {
    let text = "active = \"2\"\nstep = \"buy\"\n[[robot]]\nupgrades = [\"fist-protection\"]\n[[robot]]\n\
                upgrades = [\"strong-fist\"]\nweapons = [\"dodge\"]\n[[robot]]\n[[robot]]\n";
    let of = |text: &str| {
        robot_odds(
            "moon-bots",
            &Robot::Position(text.into()),
            Value::Both,
            &Setup::players(4),
            &mut Work::default(),
        )
    };
    let odds = of(text).unwrap();
    assert_eq!(odds.robot, ["strong-fist"]);
    assert_eq!(odds.turns[0].worth, Fraction::new(1, 2));
    assert!(matches!(
        of("nonsense = 1"),
        Err(OddsError::None(NoOdds::Position(_)))
    ));
}

#[test]
fn every_part_has_odds_and_nothing_else() {
    let setup = Setup::players(4);
    for card in crate::cards("moon-bots", &[]).unwrap() {
        match (card_odds("moon-bots", &card.id, &setup), card.kind.as_str()) {
            (Ok(odds), "part") => assert!(odds.dice.iter().any(|row| row.chance > Fraction::ZERO)),
            (Err(OddsError::None(NoOdds::NoDice { .. })), kind) => assert_ne!(kind, "part"),
            (other, _) => panic!("{}: {other:?}", card.id),
        }
    }
    assert!(matches!(
        card_odds("moon-bots", "dogde", &setup),
        Err(OddsError::None(NoOdds::UnknownCard { .. }))
    ));
    assert!(matches!(
        card_odds("robotory", "dodge", &setup),
        Err(OddsError::NoChance { .. })
    ));
}

/// The largest printed robot is calculated completely within the limit.
#[test]
fn a_full_robot_is_within_the_bound() {
    let all = crate::cards("moon-bots", &[]).unwrap();
    let mut slots = Vec::new();
    let mut cards = vec!["plus-die"; 3];
    for card in all.iter().filter(|card| card.kind == "part") {
        if !slots.contains(&card.facts["slot"]) {
            slots.push(card.facts["slot"].clone());
            cards.push(&card.id);
        }
    }
    cards.extend(["re-roll", "strong-fist", "strong-missile"]);
    let odds = robot(&cards, Value::Both);
    assert_eq!((odds.dice, odds.turns.len()), (4, 2));
    assert!(odds.turns[1].worth > odds.turns[0].worth);
    assert_eq!(
        6i128.pow(4) % odds.turns[0].worth.den(),
        0,
        "four dice make at most 1296 different rolls"
    );
}
