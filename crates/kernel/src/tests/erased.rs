//! A match of any game.

use super::toy::{RULE, SECRECY, Toy, View, position};
use crate::*;
use std::sync::Arc;

fn game(flaw: &'static str) -> Arc<dyn DynGame> {
    let Ok(toy) = Arc::try_unwrap(Toy::with(flaw)) else {
        unreachable!("nobody else has it")
    };
    erase(toy)
}

fn at(flaw: &'static str, taken: u8) -> Box<dyn DynMatch> {
    game(flaw)
        .start_from(&position([2, 3, 1], taken), None)
        .unwrap()
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat(number))
}

#[test]
fn a_question_is_cut_into_pages() {
    let play = at("", 3);
    let choices = |question: Question| {
        let actions = question.choices.into_iter().map(|choice| choice.action);
        actions.collect::<Vec<_>>().join(", ")
    };
    let (question, hides, all) = play.question_page(seat(0), 2);
    assert_eq!(
        (question.actor, hides, all),
        (Actor::Seat(Seat(0)), false, 4)
    );
    assert_eq!(choices(question), "pass, raise 1");
    let (question, hides) = play.question_for(seat(1));
    assert_eq!(
        (choices(question), hides),
        ("pass, raise 1, raise 2".into(), true)
    );
    assert_eq!(choices(play.question()), "pass, raise 1, raise 2, show 2");
    assert_eq!(
        choices(play.table_question(&[])),
        "pass, raise 1, raise 2, show 2"
    );
    assert_eq!(choices(play.table_question(&[(Seat(1), "draw 3")])), "");
    assert_eq!(
        (play.count(), play.question_text()),
        (4, "what now?".into())
    );
}

#[test]
fn actions_of_one_first_step_have_ranks() {
    let typed = |play: &dyn DynMatch, viewer, from, most| {
        let (actions, hides, all) = play.typed_page(viewer, from, most);
        let actions = actions
            .iter()
            .map(|it| format!("{} {:?} {} {:?}", it.action, it.step, it.rank, it.weight));
        (actions.collect::<Vec<_>>().join("; "), hides, all)
    };
    let play = at("two steps", 3);
    let expected = "raise 1 Some(1) 0 None; raise 2 Some(1) 1 None";
    assert_eq!(typed(&*play, seat(0), 1, 2), (expected.into(), false, 4));
    assert_eq!(
        typed(&*play, seat(1), 2, 9),
        ("raise 2 Some(1) 1 None".into(), true, 3)
    );
    let coin = typed(&*at("", 6), seat(0), 1, 5);
    assert_eq!(coin, ("flip 2 None 0 Some(1)".into(), false, 2));
    let all = game("").all_actions();
    assert_eq!(all, Some(game("").action_space()));
    assert_eq!(game("two steps").all_actions(), None);
    assert_eq!(at("", 3).typed_for(seat(0)).0[3].step, Some(4));
}

#[test]
fn actions_are_played_by_number_and_by_name() {
    let mut play = at("", 3);
    assert!(!play.play_nth(4) && play.play_nth(1));
    assert_eq!(play.notation(), ["raise 1"]);
    assert_eq!(play.canonical("raise  2").ok(), None);
    assert_eq!(play.canonical("pass 0"), Ok("pass".into()));
    assert!(play.why_not("raise 7").unwrap().is_some());
    assert_eq!(play.why_not("raise 2"), Ok(None));
    assert!(play.undo());
    let preview = play.consider(seat(0), "show 2").unwrap();
    assert_eq!(
        (preview.cites, preview.lines[0].text.as_str()),
        (vec!["TOY-1".into()], "player 1: show 2")
    );
    let facts = ["the pot is 0", "card 1 is 2"].map(String::from).to_vec();
    assert_eq!(play.grounds("raise 1"), (vec!["TOY-1".into()], facts));
    assert_eq!(play.grounds("jump"), (vec![], vec![]));
}

#[test]
fn each_viewer_reads_the_own_lines() {
    let mut play = game("").start(None);
    for draw in ["draw 2", "draw 3", "draw 1"] {
        let secrets = play.secrets();
        let copies: Vec<u32> = secrets.iter().map(|secret| secret.copies).collect();
        assert_eq!(
            (copies, secrets[0].seat.0),
            (vec![2, 1, 1], play.actions_played() as u8)
        );
        play.play(draw).unwrap();
    }
    assert_eq!(play.secrets(), []);
    let lines = |viewer, from| {
        let lines = play.lines(viewer, from).into_iter().map(|line| line.text);
        lines.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        lines(Viewer::Spectator, 2),
        "player 2 draws, player 3 draws"
    );
    assert_eq!(lines(seat(1), 2), "player 2 draws, draw 3, player 3 draws");
    let cards = |viewer| play.view_as::<View>(viewer).unwrap().cards;
    assert_eq!(cards(seat(1)), [None, Some(3), None]);
    assert_eq!(play.concealed(Seat(0), seat(1)), 1);
    assert_eq!(play.concealed(Seat(0), seat(0)), 0);
    assert_eq!(play.view_as::<u8>(seat(1)), None);
    let table = |unseen: &[_]| play.table_view(seat(1), unseen);
    assert_eq!(table(&[]), play.view(seat(1)));
    assert_eq!(table(&[(Seat(0), "draw 1")]), play.view(Viewer::Spectator));
}

#[test]
fn a_world_of_a_seat_differs_only_in_what_the_seat_cannot_see() {
    let play = at("", 3);
    let worlds: Vec<_> = (0..30)
        .map(|luck| play.determinize(Seat(0), luck))
        .collect();
    assert!(
        worlds
            .iter()
            .all(|world| world.view(seat(0)) == play.view(seat(0)))
    );
    let others = worlds
        .iter()
        .filter(|world| world.view(seat(1)) != play.view(seat(1)));
    assert!((10..28).contains(&others.count()));
    // Its dice follow the number.
    let coins = |luck| {
        let mut world = at("", 5).determinize(Seat(0), luck);
        world.play("pass").unwrap();
        world.notation()[1].clone()
    };
    assert!((0..20).any(|luck| coins(luck) != coins(0)));
    assert_eq!(coins(3), coins(3));
}

#[test]
fn bots_are_asked_by_name_and_give_their_reasons() {
    let game = game("");
    assert_eq!(game.bots(), ["random", "first", "last", "easy"]);
    for (bot, action) in [("first", "pass"), ("last", "show 2"), ("easy", "show 2")] {
        assert!(game.has_bot(bot));
        assert_eq!(at("", 3).ask_bot(bot).as_deref(), Some(action));
    }
    assert!(!game.has_bot("nobody"));
    assert_eq!(at("", 3).ask_bot("nobody"), None);
    assert_eq!(at("", 6).ask_bot("first"), None, "it is the coin's turn");
    let advice = at("", 3).advice("first").unwrap();
    let weighed: Vec<_> = advice
        .weighed
        .iter()
        .map(|(action, one)| (action.as_str(), one.games))
        .collect();
    assert_eq!(weighed, [("show 2", 3), ("raise 2", 2), ("raise 1", 1)]);
    // A random bot's choice follows the seed, the seat and the question.
    let chosen = |seed, passes| {
        let mut play = game
            .start_from(&position([2, 3, 1], 3), Some(seed))
            .unwrap();
        (0..passes).for_each(|_| play.play("pass").unwrap());
        play.ask_bot("random").unwrap()
    };
    assert_eq!(chosen(4, 1), chosen(4, 1));
    assert!((0..20).any(|seed| chosen(seed, 0) != chosen(0, 0)));
    assert!((0..20).any(|seed| chosen(seed, 0).get(..5) != chosen(seed, 1).get(..5)));
}

#[test]
fn seats_of_one_side_are_told_apart_from_others() {
    let play = at("", 3);
    for (seats, one) in [(0, false), (0b1, true), (0b100, true), (0b110, false)] {
        assert_eq!(play.is_one_side(SeatSet(seats)), one, "{seats}");
    }
    let told = format!("{:?} {:?}", game(""), play);
    assert!(
        told.starts_with("Rulebook { game: \"toy\", players: 3, packs: []"),
        "{told}"
    );
    assert!(
        told.contains("Match { game: \"toy\", players: 3, actions_played: 0, actor: Seat("),
        "{told}"
    );
    assert!(game("").asks_every_holder());
}

#[test]
fn any_game_can_be_asked_for_everything() {
    let game = game("");
    assert_eq!(
        (game.about().game, game.players(), game.secrecy()),
        ("toy".into(), 3, Some(SECRECY))
    );
    assert_eq!(game.shows("show 2").as_deref(), Some("draw 2"));
    assert_eq!(game.stated("key", "text"), ["text"]);
    let [play, view] = [at("", 4), at("", 4)];
    let drawn = serde_json::to_string_pretty(&view.view(seat(1))).unwrap();
    assert_eq!(play.draw(seat(1)), drawn);
    assert_eq!(play.draw_on(seat(1), &Sheet::plain()), drawn);
    assert_eq!(play.draw_table(seat(1), &[]), drawn);
    assert_eq!(
        play.draw_table(seat(1), &[(Seat(0), "draw 2")]),
        play.draw(Viewer::Spectator)
    );
    assert_eq!(play.facts(seat(1)), view.view(seat(1)));
    assert_eq!(
        (play.turns(), play.asked_by(), play.secrecy()),
        (1, RULE, Some(SECRECY))
    );
    assert_eq!(play.position(), Some(position([2, 3, 1], 4)));
    assert_eq!(play.known_position(seat(1)), Some(position([1, 3, 1], 4)));
    assert_eq!(play.state()["cards"], serde_json::json!([2, 3, 1]));
    assert_eq!(play.fingerprint(), at("", 4).fingerprint());
    assert_ne!(play.fingerprint(), at("", 3).fingerprint());
    let refusal = play.why_not("raise 7").unwrap().unwrap();
    assert_eq!(play.cites(&refusal), ["TOY-1"]);
    assert!(play.later(Seat(2), "raise 1", seat(0)).is_some());
    assert!(
        play.refuse_unasked(Seat(2), "show 3", seat(2))
            .unwrap()
            .is_some()
    );
    let resumed = game.resume(&play.replay(vec!["human".into()])).unwrap();
    assert_eq!(
        (resumed.position(), resumed.replay(Vec::new()).seats),
        (play.position(), vec![])
    );
    assert_eq!(play.replay(vec!["human".into()]).seats, ["human"]);
}

/// The laws can be asked through any game, with the seed, the part and the bot in their places.
#[test]
fn any_game_can_be_checked() {
    assert_eq!(game("").check_laws(1), Ok(()));
    assert!(
        game("count")
            .check_laws(1)
            .unwrap_err()
            .contains("(seed 1, question 6)")
    );
    assert_eq!(game("bounds at the end").check_part(20, 3, 7), Ok(()));
    assert!(
        game("count")
            .check_part(1, 5, 0)
            .unwrap_err()
            .contains("(seed 1, question 6)")
    );
    assert_eq!(game("").check_bot("first", 3, 1, 4), Ok(4));
    assert!(game("known leaks").check_bot("first", 3, 1, 4).is_err());
}

/// Saved matches and recorded games depend on these: the same seed must always give the same dice and bots.
#[test]
fn a_seed_means_the_same_game_for_ever() {
    let game = game("");
    let draws = |seed| game.start(Some(seed)).notation().join(", ");
    let asked = |seed| game.start(Some(seed)).ask_bot("random").unwrap();
    let asked = (0..6).map(asked).collect::<Vec<_>>().join(", ");
    let outcome = |luck| at("", 3).play_out("random", luck).unwrap().winners.0;
    let outcomes: Vec<u8> = (0..8).map(outcome).collect();
    let digest = game.simulate("random", 7..12).unwrap().digest;
    let world = at("", 3).determinize(Seat(1), 4).state()["cards"].to_string();
    let told = format!(
        "{} | {} | {asked} | {outcomes:?} | {digest:x} | {world}",
        draws(5),
        draws(1 << 40)
    );
    let same = "draw 1, draw 1, draw 1 | draw 2, draw 3, draw 1 | \
                raise 1, show 2, pass, raise 2, raise 1, raise 1 | [2, 3, 2, 2, 2, 2, 2, 1] | \
                b46e57e345def9c6 | [1,3,1]";
    assert_eq!(told, same);
}
