//! Many games: perft, simulation, restricted play, and matches side by side.

use super::toy::{Toy, position};
use crate::*;
use std::sync::Arc;

fn toy() -> Arc<dyn DynGame> {
    game("")
}

fn game(flaw: &'static str) -> Arc<dyn DynGame> {
    let Ok(toy) = Arc::try_unwrap(Toy::with(flaw)) else {
        unreachable!("nobody else has it")
    };
    erase(toy)
}

#[test]
fn perft_counts_every_sequence() {
    for counting in [Counting::Bulk, Counting::Walk] {
        for (depth, number) in [1, 3, 9, 27, 108, 432, 1728, 3456].into_iter().enumerate() {
            assert_eq!(
                toy().perft(depth as u32, counting),
                number,
                "{counting:?} {depth}"
            );
        }
        // Three seats with three actions each, a coin, and the end.
        for (depth, number) in [(1, 3), (4, 54), (5, 0)] {
            let counted = toy().perft_from(&position([1, 2, 3], 7), depth, counting);
            assert_eq!(counted, Ok(number), "{counting:?} {depth}");
        }
    }
    assert!(toy().perft_from("", 1, Counting::Walk).is_err());
    // Counting in bulk believes the game.
    let wrong = |counting| game("count").perft_from(&position([1, 2, 3], 5), 1, counting);
    assert_eq!([Counting::Bulk, Counting::Walk].map(wrong), [Ok(5), Ok(4)]);
}

#[test]
fn a_tally_counts_games_turns_and_wins() {
    let from = position([1, 3, 3], 3);
    let tally = |bots: &[&str], seeds| {
        let all = toy().simulate_between(Some(&from), bots, seeds).unwrap();
        all.map(|tally| {
            (
                tally.games,
                tally.decisions,
                tally.turns,
                tally.wins,
                tally.draws,
            )
        })
    };
    // With the last action of each list, everybody shows the card and raises by 2. With the first, everybody passes and
    // raises by 1.
    assert_eq!(tally(&["last"], 0..4), Some((4, 32, 32, vec![0, 0, 0], 4)));
    assert_eq!(
        tally(&["first", "last", "first"], 0..4),
        Some((4, 32, 32, vec![0, 4, 0], 0))
    );
    assert_eq!(
        tally(&["last", "first", "easy"], 0..3),
        Some((3, 24, 24, vec![0, 0, 3], 0))
    );
    // A seat without a bot takes the first action.
    assert_eq!(
        tally(&["first", "last"], 0..4),
        Some((4, 32, 32, vec![0, 4, 0], 0))
    );
    assert_eq!(tally(&["first", "nobody"], 0..4), None);
    assert_eq!(tally(&["nobody"], 0..4), None);
    assert!(toy().simulate_between(Some("?"), &["first"], 0..1).is_err());

    let mut parts = Tally::new(3);
    for seeds in [4..9, 0..4] {
        parts.add(&toy().simulate("random", seeds).unwrap());
    }
    assert_eq!(Some(parts.clone()), toy().simulate("random", 0..9));
    assert_eq!((parts.games, parts.decisions, parts.turns), (9, 99, 72));
    assert_eq!(parts.wins.iter().sum::<u64>() + parts.draws, 9);
    let slow = toy().simulate_between(None, &["random", "random", "random"], 0..9);
    assert_eq!(slow, Ok(Some(parts)));
    assert!(toy().simulate("nobody", 0..1).is_none());
}

#[test]
fn a_game_is_played_to_its_end_by_bots() {
    let play = toy().start_from(&position([1, 2, 3], 3), None).unwrap();
    let won = |bot| play.play_out(bot, 1).map(|outcome| outcome.winners.0);
    assert_eq!(won("first"), Some(0b100));
    assert_eq!(won("nobody"), None);
    assert!(won("random").is_some());
    assert_eq!(play.actions_played(), 0);
}

#[test]
fn restricted_play_repeats_a_game_without_a_card() {
    let sample = |first: &'static [String], most, others| CardSample {
        first,
        most,
        others,
    };
    let play = |bots: &[&str], sample| toy().card_game(bots, 1 << 40, sample).unwrap();
    let cards = |list: &[(String, Seat)]| {
        let cards = list.iter().map(|(card, seat)| format!("{card} {seat}"));
        cards.collect::<Vec<_>>().join(", ")
    };
    let found = play(&["first"; 3], sample(&[], 0, 9));
    assert_eq!(
        cards(&found.offered),
        "one 1, two 1, one 2, two 2, one 3, two 3"
    );
    assert_eq!(cards(&found.taken), "one 1, one 2, one 3");
    assert_eq!(found.turns, 8);
    assert_eq!(found.shares.iter().sum::<f64>(), 1.0);
    assert_eq!(found.trials.len(), 3);
    for trial in &found.trials {
        // Without the raise by 1, the seat raises by 2, which cannot be worse.
        assert_eq!(
            (&*trial.card, trial.free),
            ("one", found.shares[trial.seat.index()])
        );
        assert!(trial.banned >= trial.free, "{trial:?}");
    }
    let lost = found.shares.iter().filter(|share| **share == 0.0).count();
    assert!(lost > 0, "{found:?}");
    let better = |trial: &&CardTrial| trial.banned > trial.free;
    assert!(found.trials.iter().any(|trial| better(&trial)), "{found:?}");

    let one: &'static [String] = Box::leak(Box::new(["one".to_string()]));
    for (sample, number) in [
        (sample(one, 2, 0), 2),
        (sample(one, 0, 9), 0),
        (sample(&[], 9, 0), 0),
        (sample(&[], 0, 1), 1),
    ] {
        let found = play(&["first"; 3], sample);
        assert_eq!(found.trials.len(), number, "{sample:?}");
    }
    let tied = toy().card_game(&["first"; 3], 5, sample(&[], 0, 0));
    assert_eq!(tied.map(|game| game.shares), Some(vec![1.0 / 3.0; 3]));
    assert!(toy().card_game(&["nobody"], 5, sample(&[], 0, 0)).is_none());
}

#[test]
fn matches_run_side_by_side() {
    let mut batch = toy().batch(3).unwrap();
    let (mut rows, mut mask, mut seats) = (vec![9; 50], vec![9; 50], vec![9]);
    assert_eq!(
        (
            batch.len(),
            batch.is_empty(),
            batch.steps(),
            batch.players()
        ),
        (3, false, 6, 3)
    );
    assert_eq!(batch.features(), ["own card", "pot", "taken"]);
    batch.reset(8);
    let mut single = toy().start(Some(9));
    let pass = single.clone();
    batch.observe(&mut rows, &mut mask, &mut seats);
    let card = |nth: usize| pass.notation()[nth]["draw ".len()..].parse::<u8>().unwrap();
    assert_eq!(rows.len(), 9);
    assert_eq!(
        rows[3..6],
        [card(0), 0, 3],
        "the second match has the second seed"
    );
    let mut allowed = [1, 1, 1, 0, 0, 0];
    allowed[2 + usize::from(card(0))] = 1;
    assert_eq!(
        (mask.len(), &mask[6..12], &*seats),
        (18, &allowed[..], &[1, 1, 1][..])
    );

    let refused = batch.step(&[0, 9, 0], 100).unwrap_err();
    assert_eq!((refused.at, refused.step), (1, 9));
    let refused = batch.step(&[0], 100).unwrap_err();
    assert_eq!((refused.at, refused.step), (1, u32::MAX));
    // Everybody raises, the third seat by more.
    for (turn, step) in [1, 1, 2, 1, 1].into_iter().enumerate() {
        let stepped = batch.step(&[step; 3], 100).unwrap();
        assert_eq!(stepped.over, [0; 3], "{turn}");
        assert_eq!(stepped.rewards, [0; 9]);
        single
            .play(if step == 1 { "raise 1" } else { "raise 2" })
            .unwrap();
        batch.observe(&mut rows, &mut mask, &mut seats);
        let Actor::Seat(seat) = single.actor() else {
            panic!("the match is over")
        };
        assert_eq!(seats, [seat.0 + 1; 3]);
        assert_eq!(rows[5], single.actions_played() as u8);
        assert_eq!(mask[6..9], [u8::from(turn < 2), 1, 1], "{turn}");
    }
    let stepped = batch.step(&[2; 3], 100).unwrap();
    single.play("raise 2").unwrap();
    assert_eq!((stepped.over, stepped.broken_off), (vec![1; 3], vec![0; 3]));
    let Actor::Over(outcome) = single.actor() else {
        panic!("the match is not over")
    };
    let rewards: Vec<i8> = (0..3)
        .map(|seat| {
            if outcome.winners.has(Seat(seat)) {
                1
            } else {
                -1
            }
        })
        .collect();
    assert_eq!(stepped.rewards[3..6], rewards);
    // The next seed of a match is as far away as there are matches.
    batch.observe(&mut rows, &mut mask, &mut seats);
    let next = toy().start(Some(12));
    assert_eq!(next.notation()[0], format!("draw {}", rows[3]));
    assert_eq!(rows[5], 3);

    let stepped = batch.step(&[0; 3], 1).unwrap();
    assert_eq!((stepped.over, stepped.broken_off), (vec![0; 3], vec![1; 3]));
    let mut sampled = |seed| {
        batch.reset(seed);
        let mut step = |_| {
            let steps = batch.sample();
            batch.step(&steps, 100).unwrap();
            steps
        };
        (0..200).flat_map(&mut step).collect::<Vec<_>>()
    };
    let steps = sampled(3);
    assert!((0..6).all(|step| steps.contains(&step)));
    assert_eq!(steps, sampled(3));
    // A program that learns with a seed learns the same with the next version.
    assert_eq!(steps[..12], [1, 2, 2, 0, 3, 3, 3, 2, 1, 2, 1, 3]);
    assert!(!toy().batch(1).unwrap().is_empty());
    assert!(game("no features").batch(2).is_none());
}

/// Two actions have the same first step: each is drawn about as often.
#[test]
fn a_first_step_leads_to_one_of_its_actions() {
    let mut batch = game("two steps").batch(400).unwrap();
    let (mut rows, mut mask, mut seats) = Default::default();
    batch.step(&[1; 400], 100).unwrap();
    batch.step(&[1; 400], 100).unwrap();
    batch.observe(&mut rows, &mut mask, &mut seats);
    let ends = (0..3)
        .map(|_| batch.step(&[1; 400], 100).unwrap())
        .collect::<Vec<_>>();
    let end = batch.step(&[1; 400], 100).unwrap();
    assert!(ends.iter().all(|end| end.over == [0; 400]) && end.over == [1; 400]);
    let lost = end.rewards.iter().filter(|reward| **reward == -1).count();
    let won = end.rewards.iter().filter(|reward| **reward == 1).count();
    let none = end.rewards.iter().filter(|reward| **reward == 0).count();
    assert_eq!(lost + won + none, 1200);
    assert!(
        none.is_multiple_of(3) && none < 120,
        "{none} rewards of shared wins"
    );
    assert!((400..560).contains(&won), "{won}");
}
