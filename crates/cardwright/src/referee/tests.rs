use super::*;
use crate::{Actor, CardNames, Line, Match, Seat, Setup, Viewer, judge::Judge, rulebook};

/// An action of a game played by bots.
struct Given {
    who: String,
    action: String,
    /// Lines of the log before it, as everybody may know them.
    told: usize,
}

fn played(game: &str, players: u8, bot: &str, seed: u64) -> (Match, Vec<Given>) {
    let setup = Setup::players(players);
    let mut play = Match::new(game, &setup, seed).unwrap();
    while let Some(action) = play.ask_bot(bot) {
        play.play(&action).unwrap();
    }
    let mut again = rulebook(game, &setup).unwrap().start(None);
    let mut actions = Vec::new();
    for action in play.notation().to_vec() {
        let who = match again.actor() {
            Actor::Seat(seat) => seat.to_string(),
            _ => "chance".into(),
        };
        let told = again.lines(Viewer::Spectator, 0).len();
        again.play(&action).unwrap();
        actions.push(Given { who, action, told });
    }
    (play, actions)
}

/// Enters what people would enter: only the owner knows a face-down card, and nobody says pass, unless a weapon waits
/// for a later moment than the first one in which it could be played.
fn enter(table: &mut Referee, Given { who, action, told }: &Given) {
    let line = match action.as_str() {
        "pass" => return,
        "get bad-luck" => action.clone(),
        get if get.starts_with("get ") => "get ?".to_string(),
        action => format!("{who}: {action}"),
    };
    while line.contains(": play ") && public(table).len() < *told {
        table.enter("pass").unwrap();
    }
    table
        .enter(&line)
        .unwrap_or_else(|fault| panic!("{line}: {fault:?}"));
}

/// The log as everybody at the table may know it.
fn public(table: &Referee) -> Vec<Line> {
    table.play.lines(Viewer::Spectator, 0)
}

pub(super) fn texts(lines: &[Line]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// Enters a game played by bots, with every weapon unseen that can be, and compares the results.
pub(super) fn check(game: &str, players: u8, bot: &str, seed: u64) -> Referee {
    let (play, actions) = played(game, players, bot, seed);
    let mut table = Referee::new(game, Setup::players(players), None).unwrap();
    actions.iter().for_each(|given| enter(&mut table, given));
    while table.in_window().is_some() {
        table.enter("pass").unwrap();
    }
    let told = play.lines(Viewer::Spectator, 0);
    let (ours, theirs) = (public(&table), told);
    let differ = ours
        .iter()
        .zip(&theirs)
        .find(|(ours, theirs)| ours.text != theirs.text);
    assert!(differ.is_none(), "{game}, seed {seed}: {differ:?}");
    assert_eq!(ours.len(), theirs.len(), "{game}, seed {seed}");
    assert_eq!(table.asked().question.actor, play.actor());
    table
}

#[test]
fn whole_games_with_unseen_weapons_come_out_as_they_were_played() {
    for players in 2..=4 {
        for seed in 0..4 {
            check(
                "moon-bots",
                players,
                if seed % 2 == 0 { "random" } else { "greedy" },
                seed,
            );
        }
    }
    check("robotory", 2, "random", 1);
}

#[test]
fn a_session_is_kept_loaded_taken_back_and_entered_again() {
    let mut table = check("moon-bots", 3, "random", 5);
    let lines: Vec<String> = table.lines().into_iter().map(String::from).collect();
    let loaded = Referee::load(&table.save()).unwrap();
    assert_eq!(texts(&loaded.log()), texts(&table.log()));
    assert_eq!(loaded.lines(), lines);
    let start = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    let half = lines.len() / 2;
    assert_eq!(table.undo(half), half);
    for line in &lines[lines.len() - half..] {
        table.enter(line).unwrap();
    }
    assert_eq!(texts(&loaded.log()), texts(&table.log()));
    assert_eq!(table.undo(usize::MAX), lines.len());
    assert_eq!(
        (texts(&table.log()), table.undo(1)),
        (texts(&start.log()), 0)
    );
}

#[test]
fn a_session_is_a_ruling_that_the_judge_confirms() {
    for (game, players, seed) in [("moon-bots", 2, 2), ("moon-bots", 4, 3), ("robotory", 2, 4)] {
        let table = check(game, players, "random", seed);
        let text = table.ruling("whole-game", "A game").unwrap();
        let verdict = Judge::new().judge(&text);
        assert!(verdict.holds(), "{verdict:?}");
        assert!(text.contains("over: "), "{text}");
    }
}

/// The session asks for the end of a phase in which nothing can be done; the table's rules skip that phase.
#[test]
fn a_session_that_asks_more_than_the_table_is_a_ruling_too() {
    const PLAY: &str = "active = \"1\"\nstep = \"play\"\nturn = 3\n[[player]]\nvault = 5\nhand = [\"mint\", \"gearhound\"]\n\
        [[player]]\nvault = 3\nhand = [\"sniper\"]\nunits = [\"mint\"]\n";
    for ask in ["when-playable", "when-holding"] {
        let options = vec![("ask".into(), ask.into())];
        let setup = Setup {
            options,
            ..Setup::players(2)
        };
        let mut table = Referee::new("robot-empire", setup, Some(PLAY.into())).unwrap();
        for line in ["play gearhound", "done"] {
            table.enter(line).unwrap();
            let text = table.ruling("phase", "A phase").unwrap();
            assert!(Judge::new().judge(&text).holds(), "{ask}, {line}: {text}");
        }
    }
}

/// A table of three in which robot 1 holds a weapon that nobody entered, just before a roll.
fn one_unseen() -> Referee {
    let mut table = Referee::new("moon-bots", Setup::players(3), None).unwrap();
    table
        .enter("draw left-claw weapon left-hammer strong-fist plus-die weapon")
        .unwrap();
    table.enter("buy bottom-right; get ?").unwrap();
    table
}

/// The id of the placeholder for the unseen weapon.
fn stand_in(table: &Referee) -> String {
    table.stand_ins().next().unwrap().to_string()
}

#[test]
fn what_stands_in_for_an_unseen_weapon_is_told_to_nobody() {
    let mut table = one_unseen();
    let hidden = stand_in(&table);
    let waiting = table.asked().first;
    assert_eq!(
        (waiting.len(), waiting[0].unseen, waiting[0].plays.len()),
        (1, 1, 0)
    );
    let refused = table.enter("1: play bad-luck").unwrap_err();
    for text in [
        format!("{refused:?}"),
        format!("{:?}", table.asked()),
        table.view().to_string(),
        table.draw(),
    ] {
        assert!(!unseen::mentions(&text, &hidden), "{text}");
    }
    assert!(
        table.possible().contains(&format!("play {hidden}")),
        "as one of those it may be"
    );
}

#[test]
fn the_table_shows_the_weapons_that_were_entered() {
    let mut table = one_unseen();
    table
        .enter("skip; draw weapon; 2: buy middle-right")
        .unwrap();
    table.enter("get energy-stock").unwrap();
    let drawn = table.draw();
    assert!(
        drawn.contains("secret weapons 1 (?)") && drawn.contains("secret weapons 1 (energy-stock)"),
        "{drawn}"
    );
    let robots = table.view()["robots"].clone();
    let known: Vec<_> = (0..3)
        .map(|robot| robots[robot]["known_weapons"].to_string())
        .collect();
    assert_eq!(known, ["[]", "[\"energy-stock\"]", "[]"]);
    assert_eq!(
        table.view()["viewer"],
        table.play.view(Viewer::Spectator)["viewer"]
    );
    table.enter("1: play spy; choose robot 2").unwrap();
    assert!(!table.draw().contains('?'));
}

/// Checks that every view of the table is the same whichever card the placeholder is.
fn shows_no_stand_in(table: &Referee) -> usize {
    let mut compared = 0;
    for (at, given) in table.given.iter().enumerate() {
        let Some(unseen) = given.unseen.as_ref().filter(|unseen| unseen.is.is_none()) else {
            continue;
        };
        for is in table.could_be(at).into_iter().take(4) {
            let Some((play, mut given)) = table.with(at, &is) else {
                continue;
            };
            // The same card, as if nobody had entered it.
            let stand_in = given[at].unseen.as_mut().unwrap();
            (stand_in.is, stand_in.stand_in) = (None, is.clone());
            for eyes in [
                Viewer::Referee,
                Viewer::Spectator,
                Viewer::Seat(Seat(0)),
                Viewer::Seat(Seat(1)),
            ] {
                let other = super::shown::not_entered(&given);
                let ours = table.not_entered();
                let at = format!("{} or {is}, {eyes}", unseen.stand_in);
                assert_eq!(
                    table.play.draw_table(eyes, &ours),
                    play.draw_table(eyes, &other),
                    "{at}"
                );
                assert_eq!(
                    table.play.table_view(eyes, &ours),
                    play.table_view(eyes, &other),
                    "{at}"
                );
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn the_table_shows_the_same_whatever_stands_in_for_an_unseen_card() {
    let mut compared = 0;
    for (players, seed) in [(2, 0), (3, 2), (4, 1)] {
        let (_, actions) = played("moon-bots", players, "random", seed);
        let mut table = Referee::new("moon-bots", Setup::players(players), None).unwrap();
        for (number, given) in actions.iter().enumerate().take(160) {
            enter(&mut table, given);
            if number % 20 == 19 {
                compared += shows_no_stand_in(&table);
            }
        }
    }
    assert!(compared > 100, "{compared}");
    assert!(shows_no_stand_in(&open_hands()) > 0);
}

#[test]
fn a_known_card_is_shown_also_where_another_copy_of_it_stands_in() {
    let mut table = open_hands();
    table.enter("2: play energy-stock").unwrap();
    assert!(
        table.draw().contains("secret weapons 1 (dodge)"),
        "{}",
        table.draw()
    );
}

#[test]
fn a_weapon_that_merely_stands_in_makes_room_for_the_real_one() {
    let mut table = one_unseen();
    let taken = stand_in(&table);
    table.enter("skip").unwrap();
    table.enter("draw weapon; 2: buy middle-right").unwrap();
    table.enter(&format!("get {taken}")).unwrap();
    assert_ne!(stand_in(&table), taken);
    let refused = table.enter(&format!("1: play {taken}")).unwrap_err();
    assert!(refused.message.contains("does not hold"), "{refused:?}");
    assert!(table.enter(&format!("2: play {taken}")).is_ok());
}

#[test]
fn an_action_that_is_taken_back_hides_what_it_showed() {
    let mut table = one_unseen();
    table.enter("1: play energy-stock").unwrap();
    assert_eq!(
        (
            table.unseen_of(Seat(0)),
            table.undo(1),
            table.unseen_of(Seat(0))
        ),
        (0, 1, 1)
    );
    assert_eq!(
        table
            .enter("1: play spy; choose robot 2")
            .unwrap()
            .shown
            .len(),
        1
    );
}

/// Robot 1 holds two weapons that only its player has seen; robot 2 holds Dodge and an unseen one. Robot 3's Spy is
/// known.
const OPEN: &str = "active = \"2\"\nstep = \"turn-start\"\npile = {}\npile_weapons = 0\n[[robot]]\nenergy = 9\n\
    weapons = [\"?\", \"?\"]\n[[robot]]\nweapons = [\"dodge\", \"?\"]\n[[robot]]\nweapons = [\"spy\"]\n";

fn open_hands() -> Referee {
    Referee::new("moon-bots", Setup::players(3), Some(OPEN.into())).unwrap()
}

#[test]
fn a_position_may_leave_weapons_open() {
    let mut table = open_hands();
    assert_eq!([0, 1, 2].map(|seat| table.unseen_of(Seat(seat))), [2, 1, 0]);
    assert!(
        table.draw().contains("secret weapons 2 (?, ?)") && table.draw().contains("2 (dodge, ?)"),
        "{}",
        table.draw()
    );
    for named in ["1: play dodge", "1: play spy"] {
        assert!(
            table
                .enter(named)
                .unwrap_err()
                .message
                .contains("does not hold")
        );
    }
    let entered = table.enter("1: play energy-stock").unwrap();
    assert_eq!(entered.shown, [(Seat(0), "get energy-stock".to_string())]);
    assert!(
        table
            .log()
            .iter()
            .any(|line| line.text.contains("gains 4 energy and has 13")),
        "{:?}",
        table.log()
    );
    assert_eq!(
        (
            table.unseen_of(Seat(0)),
            table.undo(1),
            table.unseen_of(Seat(0))
        ),
        (1, 1, 2)
    );
    table
        .enter("1: play computer-virus; 2: play energy-stock")
        .unwrap();
    assert_eq!([0, 1, 2].map(|seat| table.unseen_of(Seat(seat))), [1, 0, 0]);
    let loaded = Referee::load(&table.save()).unwrap();
    assert_eq!(
        (texts(&loaded.log()), loaded.draw()),
        (texts(&table.log()), table.draw())
    );
    let ruling = table.ruling("open", "Open hands").unwrap();
    assert!(
        ruling.contains("\"computer-virus\"") && ruling.contains("this is one that it may be"),
        "{ruling}"
    );
    assert!(Judge::new().judge(&ruling).holds(), "{ruling}");
}

#[test]
fn flaws_of_a_position_with_open_weapons_are_where_they_are_written() {
    let flaws = |text: &str| {
        let begun = Referee::new("moon-bots", Setup::players(3), Some(text.into()));
        let Err(BeginError::Position(flaws)) = begun else {
            panic!("{text} is a position")
        };
        flaws
            .into_iter()
            .map(|flaw| text[flaw.span].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(flaws(&OPEN.replace("spy", "spi")), ["spi"]);
    assert_eq!(
        flaws(&OPEN.replace("\"?\"]", "\"?\", \"dogde\", 7]")),
        ["dogde", "7", "dogde", "7"]
    );
    assert_eq!(
        flaws(&OPEN.replace("\"spy\"", &["\"?\""; 40].join(", "))),
        ["?"]
    );
}

#[test]
fn a_weapon_cannot_be_shown_twice() {
    let mut table = one_unseen();
    let entered = table.enter("1: play energy-stock").unwrap();
    assert_eq!(entered.shown, [(Seat(0), "get energy-stock".to_string())]);
    let again = table.enter("1: play energy-stock").unwrap_err();
    assert_eq!(again.message, "robot 1 does not hold Energy Stock");
}

/// The actions offered for the open question.
fn offered(table: &mut Referee) -> Vec<String> {
    let choices = table.asked().question.choices.into_iter();
    choices.map(|choice| choice.action).collect()
}

#[test]
fn why_answers_for_whoever_the_line_names() {
    let mut table = one_unseen();
    for (line, who) in [
        ("1: play bad-luck", 0),
        ("2: play dodge", 1),
        ("2: activate", 1),
        ("3: buy top-left", 2),
        ("player 3: activate", 2),
    ] {
        let why = table.why(line).unwrap();
        assert_eq!(why.who.seat(), Some(Seat(who)), "{line}: {why:?}");
        assert!(!why.legal, "{line}");
    }
    let why = table.why("2: activate").unwrap();
    assert!(
        why.message.contains("the turn of robot 1"),
        "{}",
        why.message
    );
}

#[test]
fn a_card_that_nobody_entered_is_no_fact() {
    for viewer in [
        Viewer::Referee,
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
    ] {
        let mut table = one_unseen().for_viewer(viewer);
        for card in ["spy", "dodge", "energy-stock", "trick"] {
            let why = table.why(&format!("1: play {card}")).unwrap();
            let names = CardNames::of(&**table.rulebook());
            let printed = names.find(card).unwrap().names["en"].clone();
            let holds = |fact: &String| fact.contains("holds") && fact.contains(&printed);
            assert!(!why.facts.iter().any(holds), "{viewer}: {:?}", why.facts);
        }
    }
}

/// Two hands are dealt and nobody has seen a card of them: every card of the deck may still come, and each may be
/// played.
#[test]
fn after_unseen_draws_everything_may_still_come() {
    let mut table = Referee::new("robot-empire", Setup::players(2), None).unwrap();
    let first = offered(&mut table)[0].clone();
    table.enter(&first).unwrap();
    let before: std::collections::BTreeSet<String> = offered(&mut table).into_iter().collect();
    assert_eq!(table.enter("draw ? ? ?").map(drop), Ok(()));
    assert_eq!(table.unseen_of(Seat(0)), 3);
    let after: std::collections::BTreeSet<String> = offered(&mut table).into_iter().collect();
    assert_eq!(before, after);
    for action in &after {
        table
            .enter(action)
            .unwrap_or_else(|fault| panic!("{action}: {fault:?}"));
        table.undo(1);
    }
    table.enter("draw mint sniper").unwrap();
    assert_eq!(table.unseen_of(Seat(0)), 3);
    assert_eq!(table.undo(1), 1);
    for wrong in ["draw ? mint", "draw mint ?", "fly ?", "get ?", "draw ? ?x"] {
        assert!(table.enter(wrong).unwrap_err().unreadable, "{wrong}");
    }
    table.enter("draw ? ? ? ?").unwrap();
    table.enter("draw ? ? ? ? ? ? ?").unwrap();
    table.enter("first 1").unwrap();
    let possible = table.possible();
    for action in ["play mint", "play scrap-rat", "show pickpocket at 2"] {
        assert!(
            possible.iter().any(|other| other == action),
            "{action}: {possible:?}"
        );
    }
    for action in &possible {
        table
            .enter(action)
            .unwrap_or_else(|fault| panic!("{action}: {fault:?}"));
        table.undo(1);
    }
}

/// The host sees at least as much as any player, but no placeholder.
#[test]
fn the_log_of_the_host_names_the_cards_that_were_entered() {
    let mut table = Referee::new("robot-empire", Setup::players(2), None).unwrap();
    let first = offered(&mut table)[0].clone();
    table.enter(&first).unwrap();
    table.enter("draw sniper").unwrap();
    let own = table.play.lines(Viewer::Seat(Seat(0)), 0);
    assert!(own.len() > public(&table).len());
    assert_eq!(table.log(), own);
    table.enter("draw ?").unwrap();
    assert_eq!(table.log(), public(&table));
}
