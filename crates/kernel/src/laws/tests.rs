//! Every law refuses a game that breaks it.

use super::*;
use crate::tests::toy::{Action, Toy};

/// The law that each of several random games breaks first.
fn broken(flaw: &'static str) -> impl Iterator<Item = String> {
    (1000..1020).filter_map(move |seed| check_match(&Toy::with(flaw), seed).err())
}

#[test]
fn a_sound_game_obeys_every_law() {
    for allowed in ["", "single on purpose", "two steps", "revealed later"] {
        assert_eq!(broken(allowed).next(), None, "{allowed}");
    }
}

#[test]
fn every_law_refuses_a_game_that_breaks_it() {
    for (flaw, law) in [
        (
            "bounds",
            "the state breaks its bounds: the pot is too full; it spills (seed 1000, question 2)",
        ),
        ("bounds at the start", "question 1)"),
        ("bounds at the end", "question 12)"),
        ("unsavable", "the state cannot be saved: it is odd"),
        ("unloadable", "the saved state cannot be loaded: it is odd"),
        (
            "lossy",
            "the state is not the same after saving and loading",
        ),
        ("lossy for fingerprints", "the state is not the same"),
        ("lossy for comparisons", "the state is not the same"),
        (
            "position differs",
            "the state is not the same after writing it as a position:",
        ),
        ("position refused", "the written position is refused:"),
        ("stuck", "over is false but there are 0 actions"),
        ("single", "a question with one action is asked: Pass"),
        ("count", "4 actions are listed and 5 counted"),
        (
            "fast state",
            "random actions have another result than 1 actions from the lists",
        ),
        ("fast dealer", "random actions have another result"),
        ("fast luck", "random actions have another result"),
        (
            "fast number",
            "2 random actions have another result than 1 actions",
        ),
        ("no number", "the action `show 3` has no number"),
        (
            "another number",
            "the action `raise 2` has the number of `raise 1`",
        ),
        ("no kind", "the action `raise 2` has no kind"),
        ("kind is a number", "has no kind"),
        (
            "refuses",
            "the listed action `raise 2` is refused: it is not the time for this",
        ),
        (
            "read as another",
            "`raise 2` was written for Raise(2) and is read as Raise(1)",
        ),
        (
            "unreadable",
            "`raise 2` was written for Raise(2) and cannot be read: column 1: this is no action",
        ),
        ("log matters", "has another result when a log is kept"),
        ("twice", "the action `raise 1` is listed twice"),
        ("too lenient", "the unlisted action Pass was taken"),
        ("no cites", "cites nothing: it is not the time for this"),
        ("refusal changes", "changed the state"),
        (
            "view leaks to seats",
            "player 1 can tell apart two worlds by its view",
        ),
        (
            "view leaks to spectators",
            "a spectator can tell apart two worlds by its view",
        ),
        (
            "actor leaks",
            "can tell apart two worlds by who is asked: (Seat(",
        ),
        ("list leaks", "can tell apart two worlds by its actions"),
        (
            "facts leak",
            "can tell apart two worlds by the facts [\"cards\"]",
        ),
        (
            "question leaks",
            "can tell apart two worlds by the question",
        ),
        (
            "asking leaks",
            "can tell apart two worlds by what kind of question is asked",
        ),
        (
            "known leaks",
            "can tell apart two worlds by the state that it knows",
        ),
        (
            "known leaks to spectators",
            "a spectator can tell apart two worlds by the state that it knows",
        ),
        (
            "known position leaks",
            "can tell apart two worlds by the position that it knows",
        ),
        (
            "hides leak",
            "can tell apart two worlds by the actions that it knows",
        ),
        (
            "report leaks",
            "can tell apart two worlds by the report about `show",
        ),
        ("unasked leaks", "can tell apart two worlds by why"),
        (
            "draw told to all",
            "alone sees, player 2 sees [\"player 1 draws",
        ),
        (
            "draw told to one",
            "alone sees, player 2 sees [\"player 1 draws\", \"psst:",
        ),
        ("told later", "sees [\"player"),
        (
            "view leaks, one world",
            "alone sees, player 2 can tell apart two worlds by its view",
        ),
        (
            "table leaks",
            "a table that has not seen it shows player 1 View",
        ),
        (
            "biased",
            "the dealer is biased (chi-square 1200, 2 degrees of freedom): Draw(1) 2: 1200, Draw(2) 1: 0, Draw(3) 1: 0 (seed 1000",
        ),
        (
            "another bias",
            "the dealer is biased (chi-square 473, 2 degrees of freedom)",
        ),
        ("no odds", "the dealer gives Flip("),
        (
            "too long",
            "the game is not over after 10 actions (seed 1000, question 11)",
        ),
        ("replay differs", "the replay ends in another state"),
        ("about changes", "the replay needs another rulebook"),
        (
            "starts differ",
            "continues or undoes differently (seed 1000, seeded dealer, action 1)",
        ),
        ("drifts", "seed 1000 gives two different games"),
    ] {
        let other = broken(flaw).next();
        let refused = broken(flaw).any(|refused| refused.contains(law));
        assert!(refused, "{flaw}: {other:?}");
    }
}

/// [`check_part`] finds these first, so the laws of a seeded dealer are asked alone.
#[test]
fn with_a_seeded_dealer_undo_copies_and_saves_are_exact() {
    for (flaw, law) in [
        ("about changes", "undo does not restore everything"),
        (
            "second play",
            "the same action has another result after undo",
        ),
        ("third play", "a copy continues differently"),
        (
            "fourth play",
            "a saved and loaded match continues or undoes differently",
        ),
    ] {
        let refused = check_seeded(&Toy::with(flaw), 7).unwrap_err();
        assert_eq!(refused, format!("{law} (seed 7, seeded dealer, action 1)"));
    }
}

#[test]
fn a_part_is_checked_from_its_first_question_to_its_last() {
    let part = |flaw, skip, most| check_part(&Toy::with(flaw), 5, skip, most);
    part("bounds at the start", 0, 0).unwrap_err();
    part("bounds at the start", 1, 20).unwrap();
    part("bounds at the end", 3, 7).unwrap();
    part("bounds at the end", 3, 8).unwrap_err();
    part("bounds at the end", 20, 0).unwrap_err();
    let refused = (0..9).find_map(|seed| check_part(&Toy::with("refuses"), seed, 11, 0).err());
    let law = "the listed Raise(2) is refused: it is not the time for this";
    assert_eq!(refused.as_deref(), Some(law));
}

#[test]
fn a_bot_is_caught_if_it_or_its_game_knows_too_much() {
    let check = |flaw, bot| {
        let games = (0..20).map(|seed| check_bot(&*Toy::with(flaw), bot, seed, 1, 50));
        games.collect::<Result<Vec<_>, _>>()
    };
    for bot in ["random", "first", "last", "easy"] {
        assert_eq!(check("", bot), Ok(vec![6; 20]), "{bot}");
    }
    let contradicts = "a world that it samples contradicts what its seat sees";
    for (flaw, bot, law) in [
        ("", PEEKING, "peeking: it tells apart two worlds: ["),
        (
            "",
            "nobody",
            "nobody: there is no such bot (seed 0, number 1)",
        ),
        (
            "known leaks",
            "first",
            "first: what it knows differs in a world that its seat cannot tell apart",
        ),
        ("world of another pot", "first", contradicts),
        ("world of another question", "first", contradicts),
        ("world of another list", "first", contradicts),
        ("actor leaks", "first", contradicts),
    ] {
        let refused = check(flaw, bot).unwrap_err();
        assert!(refused.contains(law), "{flaw} {bot}: {refused}");
    }
    assert_eq!(check_bot(&*Toy::sound(), "first", 3, 1, 4), Ok(4));
    let some = (0..20).map(|seed| check_bot(&*Toy::sound(), "first", seed, 3, 50).unwrap());
    assert!(
        (25..55).contains(&some.sum::<u32>()),
        "one question of three"
    );
}

/// The limit for false alarms is that of Laurent and Massart, rounded up.
#[test]
fn a_fair_dealer_is_hardly_ever_called_biased() {
    for free in 1..2000_u32 {
        let bound = f64::from(free) + 2.0 * (f64::from(free) * 25.0).sqrt() + 50.0;
        let most = most_away(i128::from(free)) as f64;
        assert!(
            (bound..bound + 10.1).contains(&most),
            "{free}: {most} for {bound}"
        );
    }
}

#[test]
fn of_a_long_list_some_actions_are_tried_in_order() {
    let mut luck = stream(1, 0);
    let list: Vec<usize> = (0..2 * TRIED).collect();
    let mut sums = [0; 2];
    for _ in 0..50 {
        let tried: Vec<usize> = tried(&list, &mut luck).copied().collect();
        assert_eq!(tried.len(), TRIED);
        assert!(tried.is_sorted_by(|one, other| one < other));
        sums[0] += tried.iter().filter(|at| **at < TRIED).count();
        sums[1] += tried.iter().filter(|at| **at >= TRIED).count();
    }
    assert!(sums[0].abs_diff(sums[1]) < 400, "{sums:?}");
    let short = &list[..TRIED];
    assert!(tried(short, &mut luck).eq(short), "all of a short list");
}

#[test]
fn some_actions_of_every_question_are_remembered_once() {
    let (mut seen, mut luck) = (Vec::new(), stream(1, 0));
    remember(&mut seen, &[1, 2, 3, 4, 5], &mut luck);
    remember(&mut seen, &[3, 6], &mut luck);
    assert_eq!(seen, [1, 2, 3, 4, 6]);
    for number in 10..100 {
        remember(&mut seen, &[number], &mut luck);
    }
    assert_eq!(seen.len(), STRANGERS);
    let spread = [10..40, 40..70, 70..100].map(|part| seen.iter().any(|one| part.contains(one)));
    assert_eq!(spread, [true; 3], "{seen:?}");
    let shown = Action::Show(1);
    let mut twice = vec![shown];
    remember(&mut twice, &[shown], &mut luck);
    assert_eq!(twice, [shown]);
}
