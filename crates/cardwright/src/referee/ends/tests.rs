//! Corrections, irregularities, and players who leave.

use crate::referee::tests::{check, texts};
use crate::referee::*;
use crate::{Actor, Seat, Setup, judge::Judge};

/// Two turns of a two-player game of Robotory.
fn two_lines() -> Referee {
    let mut table = Referee::new("robotory", Setup::players(2), None).unwrap();
    table.enter("place white a1").unwrap();
    table
}

#[test]
fn a_corrected_line_stays_visible_and_the_game_is_judged_again() {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    for line in [
        "draw left-claw left-hammer weapon strong-fist plus-die weapon",
        "1: buy nothing",
        "activate; roll 1",
        "use base-punch 1",
        "left 1 right 0",
    ] {
        table.enter(line).unwrap();
    }
    let before = table.log();
    let changed = table.change(5, "left 0 right 1").unwrap();
    assert_eq!(changed.corrections[0].was, "left 1 right 0");
    assert!(
        texts(&changed.gone)
            .iter()
            .any(|text| text.contains("robot 2")),
        "{:?}",
        changed.gone
    );
    assert!(
        texts(&changed.new)
            .iter()
            .any(|text| text.contains("robot 3")),
        "{:?}",
        changed.new
    );
    assert_eq!(table.lines()[4], "left 0 right 1");
    // The event is saved with the session, and removed when its line is taken back.
    let mut again = Referee::load(&table.save()).unwrap();
    assert_eq!(
        again.corrections(),
        [Correction {
            line: 5,
            was: "left 1 right 0".into()
        }]
    );
    assert_eq!(again.log(), table.log());
    let told = |table: &Referee| [2, 4, 5].map(|line| table.told_before(line));
    assert_eq!(told(&again), told(&table));
    assert_eq!(told(&table), {
        let entered = (1..=5).map(|line| table.lines()[line - 1].to_string());
        let mut anew = Referee::new("moon-bots", Setup::players(3), None).unwrap();
        let before = entered.map(|line| {
            let before = anew.log().len();
            anew.enter(&line).unwrap();
            before
        });
        let before: Vec<_> = before.collect();
        [before[1], before[3], before[4]]
    });
    again.undo(1);
    assert!(again.news().is_empty(), "a loaded line is not told again");

    assert!(again.corrections().is_empty());
    // A line that no longer fits is named, and nothing changes.
    let refused = table.change(3, "skip").unwrap_err();
    assert!(
        matches!(&refused, ChangeError::Later { number: 4, .. }),
        "{refused}"
    );
    assert!(matches!(
        table.change(9, "stop"),
        Err(ChangeError::NoLine {
            number: 9,
            lines: 5
        })
    ));
    assert!(matches!(
        table.change(0, "stop"),
        Err(ChangeError::NoLine { .. })
    ));
    assert!(matches!(
        table.change(2, "1: buy moon"),
        Err(ChangeError::NotAllowed { .. })
    ));
    assert_eq!(table.corrections().len(), 1);
    table.change(5, "left 1 right 0").unwrap();
    assert_eq!(table.log(), before);
    assert!(
        table.news().is_empty(),
        "what a correction told is not told again"
    );
}

#[test]
fn of_two_players_one_who_concedes_loses_and_the_game_is_over() {
    let mut table = two_lines();
    assert_eq!(table.table_end(), None);
    table.enter("2: concede").unwrap();
    let end = table.table_end().unwrap();
    assert_eq!((end.winners, end.cite), (vec![Seat(0)], "AT-3.5"));
    let refused = table.enter("place white a2").unwrap_err();
    assert!(
        refused.message.contains("the game is over") && refused.cites == ["AT-3.5"],
        "{refused:?}"
    );
    for line in ["agree draw", "1: concede", "drop 1"] {
        let refused = table.enter(line).unwrap_err();
        assert!(refused.message.contains("the game is over: Light wins"));
    }
    let ruling = table.ruling("left", "A player left").unwrap();
    assert!(
        ruling.contains("1: place white a1\n# line 2: Dark concedes. [AT-3.1]\n"),
        "{ruling}"
    );
    assert!(Judge::new().judge(&ruling).holds(), "{ruling}");
    let again = Referee::load(&table.save()).unwrap();
    assert_eq!(again.departed(), [Seat(1)]);
    table.undo(1);
    assert_eq!(table.table_end(), None);
    assert!(table.enter("concede 3").is_err() && table.enter("drop").is_err());
}

#[test]
fn with_three_players_the_game_goes_on_until_one_is_left() {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    table.enter("drop 2").unwrap();
    assert_eq!(table.table_end(), None);
    assert!(
        table
            .enter("2: concede")
            .unwrap_err()
            .message
            .contains("already")
    );
    table.enter("concede 1").unwrap();
    assert_eq!(table.table_end().unwrap().winners, [Seat(2)]);
    table.undo(1);
    table.enter("agree draw").unwrap();
    assert_eq!(table.table_end().unwrap().winners, [Seat(0), Seat(2)]);
    assert!(table.enter("1: concede").is_err() && table.enter("agree draw").is_err());
}

/// AT-3.3: nothing optional is done for a player who has left, and the next player makes the compulsory choices.
#[test]
fn who_has_left_is_asked_nothing_and_the_next_player_decides() {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    for line in [
        "draw left-claw left-hammer weapon strong-fist plus-die weapon",
        "1: buy middle-left; get ?",
        "activate; roll 1",
    ] {
        table.enter(line).unwrap();
    }
    table.enter("1: concede").unwrap();
    let asked = table.asked();
    assert_eq!(asked.question.actor, Actor::Chance, "its turn is over");
    assert!(asked.first.is_empty() && asked.decides.is_none());
    for line in ["1: use base-punch 1", "1: play dodge"] {
        let refused = table.enter(line).unwrap_err();
        assert_eq!(refused.cites, ["AT-3.3"], "{refused:?}");
    }
    table.undo(1);
    table.enter("use base-punch 1").unwrap();
    table.enter("1: concede").unwrap();
    let asked = table.asked();
    assert_eq!(asked.decides, Some(Seat(1)));
    assert_eq!(
        table.asks(&asked),
        "Robot 2 decides for robot 1. Robot 1: how do you divide the attack?"
    );
    assert!(table.enter("1: left 1 right 0").is_err());
    assert!(table.enter("3: left 1 right 0").is_err());
    table.enter("2: left 0 right 1").unwrap();
    let again = Referee::load(&table.save()).unwrap();
    assert_eq!(again.log(), table.log());
    let ruling = table.ruling("left", "A player left").unwrap();
    assert!(Judge::new().judge(&ruling).holds(), "{ruling}");
    // Whole rounds are played without asking robot 1.
    for _ in 0..30 {
        let asked = table.asked();
        assert_ne!(asked.question.actor, Actor::Seat(Seat(0)), "{asked:?}");
        table.enter(&asked.question.choices[0].action).unwrap();
    }
    assert!(texts(&table.log()).contains(&"Robot 3's turn."));
}

#[test]
fn every_irregularity_has_its_clause_in_the_rules_of_the_table() {
    let page = include_str!("../../../../../docs/rules/at-the-table.md");
    for one in IRREGULARITIES {
        assert!(
            page.contains(&format!("### {} ", one.clause)),
            "{}",
            one.clause
        );
        assert!(page.contains(&format!("`{}`", one.id)), "{}", one.id);
        let mut table = two_lines();
        if one.id == house::EARLY {
            let refused = table.enter("1: irregular early-roll").unwrap_err();
            assert_eq!(refused.message, "this game has no dice");
            continue;
        }
        let entered = table.enter(&format!("irregular {}", one.id)).unwrap();
        assert_eq!(entered.event.unwrap().cite(), one.clause);
        let line = format!("2: irregular {}", one.id);
        let event = table.enter(&line).unwrap().event.unwrap();
        let text = event.text(|seat| table.called(seat));
        assert!(text.starts_with("Irregularity (dark): "), "{text}");
        assert!(table.ruling("some-id", "Title").unwrap().contains(&text));
        assert!(table.enter(&line.replace('2', "3")).is_err());
        assert!(
            table.enter("place white a1").is_err(),
            "the game is as it was"
        );
    }
    for clause in [
        house::CORRECTION,
        house::CONCESSION,
        house::DROPPED,
        house::AGREED,
        house::LAST,
    ] {
        assert!(page.contains(&format!("### {clause} ")), "{clause}");
    }
    let unknown = two_lines().enter("irregular nonsense").unwrap_err();
    assert!(unknown.help.contains("missed-window"), "{unknown:?}");
    assert!(
        two_lines()
            .why("concede 1")
            .unwrap_err()
            .message
            .contains("AT-3.1")
    );
}

/// Two turns with an unseen weapon of robot 1, up to the attack of robot 2.
const TWO_TURNS: [&str; 5] = [
    "draw left-claw weapon left-hammer strong-fist plus-die weapon",
    "1: buy bottom-right; get ?",
    "activate; roll 1; use base-punch 1; left 1 right 0",
    "draw right-claw",
    "2: buy left-claw; activate; roll 2; use left-arm 2; left 0 right 1",
];

/// A table of three at which these lines have been entered.
fn entered(lines: &[&str]) -> Referee {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    for line in lines {
        table.enter(line).unwrap();
    }
    table
}

/// AT-2.1: after a die, a card or a hand has been seen, a missed card is not played any more.
#[test]
fn a_missed_card_is_added_to_its_line_only_if_nothing_was_seen_since() {
    let told = |table: &Referee| {
        let (line, event) = table.table_events().last().unwrap();
        table.event_text(line, event)
    };
    let noticed = ["draw weapon", "1: irregular missed-window"];
    let mut table = entered(&[&TWO_TURNS[..], &noticed].concat());
    let text = told(&table);
    assert!(
        text.contains("Line 6 has shown a die, a card or a hand"),
        "{text}"
    );
    let before = (table.log(), table.save());
    let refused = table.change(6, "1: play dodge; draw weapon").unwrap_err();
    let ChangeError::NotAllowed { why, .. } = &refused else {
        panic!("{refused}");
    };
    assert_eq!(why.cites, ["AT-2.1"], "{why:?}");
    assert_eq!((table.log(), table.save()), before);
    // What was only not entered is a correction.
    let mut table = entered(&[&TWO_TURNS[..], &noticed[..1]].concat());
    table.change(6, "1: play dodge; draw weapon").unwrap();
    // Nothing has been seen since the moment.
    let mut table = entered(&[&TWO_TURNS[..], &noticed[1..]].concat());
    let text = told(&table);
    assert!(text.contains("Line 5 has shown"), "{text}");
    let with_card = format!("{}; 1: play dodge", TWO_TURNS[4]);
    table.change(5, &with_card).unwrap();
    let mut none = Referee::new("robotory", Setup::players(2), None).unwrap();
    none.enter("1: irregular missed-window").unwrap();
    assert!(told(&none).contains("No die, card or hand has been seen"));
}

/// AT-1.1: a line that was taken back stays visible.
#[test]
fn an_undone_line_stays_in_the_record() {
    let mut table = two_lines();
    table.enter("place black a2").unwrap();
    assert_eq!(table.undo_visibly(1), 1);
    let was = |line, was: &str| Correction {
        line,
        was: was.into(),
    };
    assert_eq!(table.corrections(), [was(2, "place black a2")]);
    table.why("place black a2").unwrap();
    assert_eq!(table.told_before(2), table.log().len());
    let mut again = Referee::load(&table.save()).unwrap();
    assert_eq!(again.corrections(), table.corrections());
    assert_eq!(again.undo_visibly(9), 1);
    assert_eq!(again.corrections().len(), 2);
    assert_eq!(again.undo_visibly(9), 0);
}

/// AT-2.2: who has rolled too early buys and plays nothing more before the roll, and the result is the next roll.
#[test]
fn who_rolled_too_early_goes_on_to_the_roll() {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    table
        .enter("draw left-claw left-hammer weapon strong-fist plus-die weapon")
        .unwrap();
    let text = |table: &Referee| {
        let (line, event) = table.table_events().last().unwrap();
        table.event_text(line, event)
    };
    table.enter("irregular early-roll").unwrap();
    assert!(text(&table).contains("Name the player"), "{}", text(&table));
    table.enter("1: irregular early-roll").unwrap();
    assert!(
        !text(&table).contains("Name the player"),
        "{}",
        text(&table)
    );
    for line in [
        "1: buy left-hammer",
        "1: buy middle-left",
        "1: buy nothing; skip",
    ] {
        let refused = table.enter(line).unwrap_err();
        assert_eq!(refused.cites, ["AT-2.2"], "{line}: {refused:?}");
        let why = table.why(line).unwrap();
        assert!(!why.legal && why.cited[0].cite == "AT-2.2", "{why:?}");
    }
    table.enter("1: buy nothing; activate; roll 1").unwrap();
    table.enter("use base-punch 1; left 1 right 0").unwrap();
    // The others, and the next turn, are free.
    table.enter("2: buy left-claw").unwrap();
}

/// AT-2.2 applies to the next turn too if windows and draws come before it, and only as long as a roll can follow.
#[test]
fn who_rolled_too_early_in_an_open_window_goes_on_to_the_roll() {
    let row = "market = { bottom-left = 'left-claw', bottom-right = 'twin-lenses', middle-left = 'right-claw', \
               middle-right = 'weapon', top-left = 'plus-die', top-right = 'weapon' }";
    let held = "[[robot]]\nweapons = ['?']\n[[robot]]\n[[robot]]\n";
    for step in ["before-refill", "turn-end"] {
        let text = format!("active = '1'\nstep = '{step}'\n{row}\n{held}");
        let mut table = Referee::new("moon-bots", Setup::players(3), Some(text)).unwrap();
        table.enter("2: irregular early-roll").unwrap();
        let refused = table.enter("2: buy left-claw").unwrap_err();
        assert_eq!(refused.cites, ["AT-2.2"], "{refused:?}");
        table.enter("2: buy nothing; activate; roll 1").unwrap();
    }
}

/// In Robot Empire, the action that leads to the roll is allowed, and without a die ahead everything is.
#[test]
fn an_early_roll_leads_to_the_action_that_is_rolled_for() {
    let begin = |step: &str, hand: &str, units: &str| {
        let text = format!(
            "active = '1'\nstep = '{step}'\n[[player]]\nvault = 5\nhand = [{hand}]\nunits = [{units}]\n[[player]]\n"
        );
        let mut table = Referee::new("robot-empire", Setup::players(2), Some(text)).unwrap();
        table.enter("1: irregular early-roll").unwrap();
        table
    };
    begin("attack", "", "'dice-drive'")
        .enter("attack 2; roll 3")
        .unwrap();
    begin("attack", "", "'cave-brute'")
        .enter("attack 2")
        .unwrap();
    begin("play", "'wild-mutant'", "")
        .enter("play wild-mutant; roll 2")
        .unwrap();
    let mut table = begin("play", "'wild-mutant', 'gearhound'", "");
    for line in ["play gearhound", "done"] {
        let refused = table.enter(line).unwrap_err();
        assert_eq!(refused.cites, ["AT-2.2"], "{line}: {refused:?}");
    }
    begin("play", "'gearhound'", "")
        .enter("play gearhound")
        .unwrap();
}

/// AT-2.1: a hand that somebody has looked at has been seen, and a correction does not undo that.
#[test]
fn a_hand_that_was_seen_ends_the_moment_before() {
    let text = "active = '2'\nstep = 'parts'\ndice = [2, 5]\n[[robot]]\nenergy = 9\nweapons = ['dodge']\n\
                [[robot]]\nparts = ['left-claw', 'right-launcher']\nupgrades = ['plus-die']\n\
                [[robot]]\nweapons = ['spy']\n";
    let attack = [
        "use left-arm 2",
        "left 0 right 1",
        "use right-arm 5; left 1 right 0",
    ];
    for (more, allowed) in [(None, true), (Some("3: play spy; choose robot 1"), false)] {
        let mut table = Referee::new("moon-bots", Setup::players(3), Some(text.into())).unwrap();
        for line in attack.into_iter().chain(more) {
            table.enter(line).unwrap();
        }
        let noticed = table.enter("1: irregular missed-window").unwrap();
        let line = table.lines().len();
        let text = table.event_text(line, noticed.event.unwrap());
        assert_eq!(text.contains("Line 4 has shown"), !allowed, "{text}");
        let changed = table.change(2, "left 0 right 1; 1: play dodge");
        assert_eq!(changed.is_ok(), allowed, "{changed:?}");
    }
}

/// The table has forgotten to refill: the refusal of the next turn names the draw that is missing.
#[test]
fn a_forgotten_refill_is_named() {
    let mut table = entered(&TWO_TURNS[..3]);
    let refused = table.enter("2: buy left-claw").unwrap_err();
    let told = refused.facts.join("\n");
    assert!(
        told.contains("Which card is drawn? Enter it, such as `draw "),
        "{refused:?}"
    );
    table.enter("draw right-claw").unwrap();
    table.enter("2: buy left-claw").unwrap();
}

/// In the middle of a refill, the table can go on from a position, and an action before it says what is missing.
#[test]
fn a_refill_that_has_begun_goes_on_from_a_position() {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    table
        .enter("draw left-claw left-hammer weapon strong-fist plus-die weapon")
        .unwrap();
    table.enter("1: buy left-claw; skip").unwrap();
    for _ in 0..2 {
        let refused = table.enter("2: buy left-hammer").unwrap_err();
        assert!(
            refused.help.starts_with("a result is missing first: ")
                && refused.help.contains("`irregular forgotten-duty`"),
            "{refused:?}"
        );
        let position = Some(table.position_file().unwrap());
        let mut again = Referee::new("moon-bots", Setup::players(3), position).unwrap();
        assert_eq!(again.asked(), table.asked());
        table = again;
        table.enter("draw right-claw").unwrap();
        if table.asked().question.actor != Actor::Chance {
            table.enter("2: buy left-hammer").unwrap();
            return;
        }
    }
    panic!("{:?}", table.asked());
}

/// AT-2.2: dice that were rolled in the turn of another count for the next turn of the player who rolled them.
#[test]
fn a_roll_in_the_turn_of_another_counts_for_ones_own() {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    table
        .enter("draw left-claw left-hammer weapon strong-fist plus-die weapon")
        .unwrap();
    table.enter("3: irregular early-roll").unwrap();
    let (line, event) = table.table_events().last().unwrap();
    let text = table.event_text(line, event);
    assert!(
        text.ends_with("It counts for the next turn in which robot 3 rolls."),
        "{text}"
    );
    table.enter("1: buy nothing; activate; roll 3").unwrap();
    table.enter("2: buy nothing; skip").unwrap();
    for line in ["3: buy left-claw", "3: buy nothing; skip"] {
        let refused = table.enter(line).unwrap_err();
        assert_eq!(refused.cites, ["AT-2.2"], "{line}: {refused:?}");
    }
    table.enter("3: buy nothing; activate; roll 3").unwrap();
    // In the turns after that, everything is free.
    table.enter("1: buy left-claw").unwrap();
}

/// Two lines that depend on each other are corrected in one call, and a line can be emptied.
#[test]
fn lines_that_depend_on_each_other_are_corrected_at_once() {
    let mut table = entered(&[
        "draw left-claw left-hammer weapon strong-fist plus-die weapon",
        "1: buy nothing",
        "activate; roll 1",
        "use base-punch 1",
        "left 1 right 0",
        "2: buy left-claw",
    ]);
    let (before, saved) = (table.log(), table.save());
    for (number, to) in [(3, "skip"), (4, "stop"), (5, "")] {
        assert!(table.change(number, to).is_err(), "{number}");
    }
    assert_eq!((table.log(), table.save()), (before.clone(), saved));
    let changed = table.correct(&[(3..=3, "skip"), (4..=5, "")]).unwrap();
    assert_eq!(changed.corrections.len(), 3);
    assert_eq!(table.lines()[2..], ["skip", "-", "-", "2: buy left-claw"]);
    let mut again = Referee::load(&table.save()).unwrap();
    assert_eq!(again.log(), table.log());
    assert_eq!(again.corrections(), table.corrections());
    assert!(
        table.enter("-").is_err(),
        "only a correction empties a line"
    );
    // The emptied lines can be filled again.
    let whole = "activate; roll 1; use base-punch 1; left 1 right 0";
    again.correct(&[(3..=3, whole)]).unwrap();
    assert_eq!(again.log(), before);
    for numbers in [0..=1, 5..=7, std::ops::RangeInclusive::new(4, 2)] {
        assert!(matches!(
            again.correct(&[(numbers, "skip")]),
            Err(ChangeError::NoLine { .. })
        ));
    }
    assert!(again.correct(&[]).is_err());
}

/// A correction reports what differs, and not what happens again.
#[test]
fn a_correction_reports_no_line_as_gone_and_new() {
    let mut table = entered(&[
        "draw left-claw left-hammer weapon strong-fist plus-die weapon",
        "1: buy nothing; activate; roll 1; use base-punch 1; left 1 right 0",
        "2: buy nothing; activate; roll 1; use base-punch 1; left 1 right 0",
    ]);
    let to = "1: buy nothing; activate; roll 1; use base-punch 1; left 0 right 1";
    let changed = table.change(2, to).unwrap();
    let (gone, new) = (texts(&changed.gone), texts(&changed.new));
    assert!(
        gone.contains(&"Robot 1 attacks robot 2: 1 fist."),
        "{gone:?}"
    );
    assert!(new.contains(&"Robot 1 attacks robot 3: 1 fist."), "{new:?}");
    for same in ["Robot 2's turn.", "Robot 2 has rolled 1."] {
        assert!(
            !gone.contains(&same) && !new.contains(&same),
            "{gone:?} {new:?}"
        );
    }
}

/// A session goes on from the position that another has written, with its unseen cards still unseen.
#[test]
fn a_session_begins_from_the_position_of_another() {
    let mut table = entered(&TWO_TURNS);
    table.enter("draw weapon").unwrap();
    let text = table.position_file().unwrap();
    assert_eq!(text.matches("[\"?\"]").count(), 1, "{text}");
    let mut again = Referee::new("moon-bots", Setup::players(3), Some(text)).unwrap();
    assert_eq!(again.standing(), table.standing());
    assert_eq!(again.asked(), table.asked());
    assert_eq!(again.draw(), table.draw());
    let held = "step = 'play'\n[[player]]\nhand = ['?', 'mint']\n[[player]]\n";
    let begin =
        |text: &str| Referee::new("robot-empire", Setup::players(2), Some(text.into())).unwrap();
    let table = begin(held);
    let text = table.position_file().unwrap();
    assert_eq!(text.matches("\"?\"").count(), 1, "{text}");
    assert_eq!(begin(&text).draw(), table.draw());
    for game in ["robotory", "lunar-command"] {
        let mut table = check(game, 2, "random", 5);
        table.undo(9);
        let text = table.position_file().unwrap();
        let again = Referee::new(game, Setup::players(2), Some(text)).unwrap();
        assert_eq!(again.standing(), table.standing(), "{game}");
    }
}
