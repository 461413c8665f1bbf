//! The odds of attacks, compared with numbers calculated by hand.

use cardwright::Setup;
use cardwright::odds::{Attack, AttackOdds, Blocks, Goal, WayOdds, Work, attack_odds};

fn odds(attackers: &[&str], against: &[&str], goal: Goal) -> AttackOdds {
    let list = |cards: &[&str]| cards.iter().map(|card| (*card).to_string()).collect();
    let attack = Attack::Cards {
        attackers: list(attackers),
        against: list(against),
    };
    attack_odds(
        "robot-empire",
        &attack,
        goal,
        &Setup::players(2),
        &mut Work::default(),
    )
    .unwrap()
}

/// The values of a way to block: coins of the Battery, damage to the defender's and attacker's cards, and the cost of
/// both.
fn figures(odds: &AttackOdds, blocks: Blocks) -> [String; 5] {
    let way: &WayOdds = odds.ways.iter().find(|way| way.blocks == blocks).unwrap();
    [way.battery, way.dealt, way.taken, way.destroyed, way.lost].map(|figure| figure.to_string())
}

#[test]
fn a_die_that_nobody_blocks_is_seven_halves() {
    let found = odds(&["dice-drive"], &[], Goal::Both);
    for blocks in [Blocks::Best, Blocks::All, Blocks::None] {
        assert_eq!(figures(&found, blocks), ["7/2", "0", "0", "0", "0"]);
    }
}

#[test]
fn a_die_against_one_blocker_destroys_it_with_the_faces_that_reach() {
    // Dice Drive (1d6/2, cost 4) against Boulder Ape (3/4, cost 4): 4, 5 and 6 reach the defence.
    let found = odds(&["dice-drive"], &["boulder-ape"], Goal::Both);
    assert_eq!(figures(&found, Blocks::All), ["0", "7/2", "3", "2", "4"]);
    // It blocks alone: 2 minus 4 is worth less to the attacker than 7/2.
    assert_eq!(figures(&found, Blocks::Best), figures(&found, Blocks::All));
    assert_eq!(figures(&found, Blocks::None), ["7/2", "0", "0", "0", "0"]);
}

#[test]
fn a_blocker_with_a_die_deals_it() {
    // Cave Brute (3/2, cost 3) is blocked by Dice Drive: five faces of six reach its defence of 2.
    let found = odds(&["cave-brute"], &["dice-drive"], Goal::Cards);
    assert_eq!(figures(&found, Blocks::All), ["0", "3", "7/2", "4", "5/2"]);
}

#[test]
fn damage_is_shared_out_in_the_best_order() {
    // Boulder Ape (3/4) against Scrap Rat and Acid Slug (costs 1 and 2), each with attack 1: three points destroy the Slug.
    let found = odds(&["boulder-ape"], &["scrap-rat", "acid-slug"], Goal::Cards);
    assert_eq!(figures(&found, Blocks::All), ["0", "3", "2", "2", "0"]);
}

#[test]
fn blockers_choose_what_is_best_for_them() {
    // Only the Battery counts: one rat that blocks stops all of Titan Torso's 6.
    let found = odds(&["titan-torso+tread-legs"], &["scrap-rat"], Goal::Battery);
    assert_eq!(figures(&found, Blocks::Best), ["0", "6", "1", "1", "0"]);
    // Only the cards count: the rat does not block.
    let found = odds(&["titan-torso+tread-legs"], &["scrap-rat"], Goal::Cards);
    assert_eq!(figures(&found, Blocks::Best), ["6", "0", "0", "0", "0"]);
}

#[test]
fn attackers_chain_where_that_is_better() {
    // Three Monsters with 4/3 in total against Gearhound (1/2): as a chain, none of them is destroyed by its 1 point.
    let found = odds(
        &["scrap-rat", "rust-swarm", "wire-wolf"],
        &["gearhound"],
        Goal::Cards,
    );
    assert_eq!(figures(&found, Blocks::All), ["0", "4", "1", "2", "0"]);
}

#[test]
fn a_position_brings_coins_and_taps() {
    // Brax with a paid Permanent (5/5) attacks; the Repair Bay takes 2 of the 5 points off Iron Sentinel's 6 defence.
    let position = "step = \"attack\"\n[[player]]\nhand = [\"sniper\"]\nunits = [\"brax-the-strong permanent\"]\n\
                    [[player]]\nunits = [\"iron-sentinel damage=1\", \"repair-bay\"]\n";
    let attack = Attack::Position(position.into());
    let found = attack_odds(
        "robot-empire",
        &attack,
        Goal::Both,
        &Setup::players(2),
        &mut Work::default(),
    )
    .unwrap();
    assert_eq!(figures(&found, Blocks::All), ["0", "3", "1", "0", "0"]);
}

#[test]
fn what_is_no_attack_is_refused() {
    let fails = |attackers: &[&str], against: &[&str]| {
        let list = |cards: &[&str]| cards.iter().map(|card| (*card).to_string()).collect();
        let attack = Attack::Cards {
            attackers: list(attackers),
            against: list(against),
        };
        attack_odds(
            "robot-empire",
            &attack,
            Goal::Both,
            &Setup::players(2),
            &mut Work::default(),
        )
        .unwrap_err()
        .to_string()
    };
    assert!(fails(&["mint"], &[]).starts_with("mint does not attack"));
    assert!(fails(&["gearhound new"], &[]).starts_with("gearhound new does not attack"));
    assert!(fails(&["titan-torso"], &[]).starts_with("titan-torso does not attack"));
    assert!(fails(&[], &["mint"]).starts_with("no attack comes next"));
    assert!(fails(&["gearhoud"], &[]).contains("gearhoud"));
    assert!(fails(&["gearhound", "gearhound", "gearhound"], &[]).contains("3 copies"));
    let attack = Attack::Position("step = \"play\"\n".into());
    assert!(
        attack_odds(
            "robot-empire",
            &attack,
            Goal::Both,
            &Setup::players(2),
            &mut Work::default()
        )
        .is_err()
    );
    assert!(
        attack_odds(
            "moon-bots",
            &attack,
            Goal::Both,
            &Setup::players(2),
            &mut Work::default()
        )
        .is_err()
    );
}
