//! Every non-default option survives saves, positions, replays and rejudging.

use cardwright::{Actor, Match, Session, Setup, games, questions, rejudge, rulebook};

/// Options that are not variants of a rule, each with an unusual value.
const OTHERS: &[(&str, &str, &str)] = &[
    ("moon-bots", "ask", "when-holding"),
    ("moon-bots", "deck", "more-dice"),
    ("moon-bots", "quiet_rounds", "3"),
    ("moon-bots", "max_rounds", "7"),
    ("robot-empire", "ask", "when-holding"),
];

/// Every option of every game, changed from its default.
pub(crate) fn others() -> Vec<(&'static str, &'static str, &'static str)> {
    let variants = games().iter().flat_map(|game| {
        let other = move |question: &'static cardwright::OpenQuestion| {
            let away = question
                .variants
                .iter()
                .filter(|variant| variant.value != question.default);
            away.map(move |variant| (game.id, question.option, variant.value))
        };
        questions(game.id).iter().flat_map(other)
    });
    variants.chain(OTHERS.iter().copied()).collect()
}

fn value(play: &Match, name: &str) -> Option<String> {
    play.rulebook()
        .about()
        .options
        .into_iter()
        .find(|option| option.name == name)
        .map(|option| option.value)
}

#[test]
fn every_option_away_from_its_default_is_kept() {
    let mut tried = 0;
    for (game, name, other) in others() {
        let info = cardwright::game(game).unwrap();
        let setup = Setup {
            players: info.usual,
            options: Vec::new(),
            packs: Vec::new(),
        };
        let usual = {
            let mut setup = setup.clone();
            setup.options.extend(
                crate::laws::board(game)
                    .iter()
                    .map(|(n, v)| ((*n).into(), (*v).into())),
            );
            Match::new(game, &setup, 11).unwrap()
        };
        let mut setup = setup;
        let board = crate::laws::board(game)
            .iter()
            .filter(|(own, _)| *own != name);
        setup
            .options
            .extend(board.map(|(n, v)| ((*n).into(), (*v).into())));
        setup.options.push((name.into(), other.into()));
        let mut play =
            Match::new(game, &setup, 11).unwrap_or_else(|error| panic!("{name}={other}: {error}"));
        assert_eq!(value(&play, name).as_deref(), Some(other), "{game} {name}");
        assert_ne!(
            value(&usual, name).as_deref(),
            Some(other),
            "{game} {name}={other} is the default"
        );
        for _ in 0..25 {
            if matches!(play.actor(), Actor::Over(_)) {
                break;
            }
            let answer = play.ask_bot("random").unwrap();
            play.play(&answer).unwrap();
        }
        // Saved and loaded.
        let text = play.save(Vec::new());
        let loaded =
            Match::load(&text).unwrap_or_else(|error| panic!("{game} {name}={other}: {error}"));
        assert_eq!(
            value(&loaded, name).as_deref(),
            Some(other),
            "{game} {name}"
        );
        assert_eq!(
            (loaded.fingerprint(), loaded.save(Vec::new())),
            (play.fingerprint(), text.clone())
        );
        // A replay under its own options.
        let replay = cardwright::read_replay(&text).unwrap();
        assert!(
            replay.options.contains(&(name.into(), other.into())),
            "{game} {name}"
        );
        let same = rejudge(
            &replay,
            &Setup {
                players: info.usual,
                ..Setup::default()
            },
        )
        .unwrap();
        assert!(same.same, "{game} {name}={other}: {:?}", same.difference);
        // The save cannot silently be played under the usual rules.
        assert!(
            usual.rulebook().resume(&replay).is_err(),
            "{game} {name}={other}"
        );
        // A position that states its option, in games where it does, is only for that option.
        if let Some(position) = play.position() {
            let again = play.rulebook().start_from(&position, None);
            assert!(again.is_ok(), "{game} {name}={other}\n{position}");
        }
        tried += 1;
    }
    assert!(tried >= 50, "{tried}");
}

/// A rulebook lists all its options in one order, and they make the same rulebook again.
#[test]
fn what_is_in_force_makes_the_same_rulebook() {
    for (game, name, other) in others() {
        let info = cardwright::game(game).unwrap();
        let board = crate::laws::board(game)
            .iter()
            .filter(|(own, _)| *own != name);
        let mut options: Vec<(String, String)> =
            board.map(|(n, v)| ((*n).into(), (*v).into())).collect();
        options.push((name.into(), other.into()));
        let book = rulebook(
            game,
            &Setup {
                players: info.usual,
                options,
                packs: Vec::new(),
            },
        )
        .unwrap();
        let told: Vec<_> = book
            .about()
            .options
            .into_iter()
            .map(|option| (option.name, option.value))
            .collect();
        let again = rulebook(
            game,
            &Setup {
                players: info.usual,
                options: told,
                packs: Vec::new(),
            },
        );
        let again = again.unwrap_or_else(|error| panic!("{game} {name}={other}: {error}"));
        assert_eq!(again.about(), book.about(), "{game} {name}={other}");
    }
}

/// Being asked must not tell other players what somebody holds, unless the table wants it so.
#[test]
fn tables_of_several_people_ask_everybody_who_holds_a_card() {
    let seats = |of: &str| of.split(' ').map(String::from).collect::<Vec<_>>();
    let begun = |game: &str, setup: &Setup, of: &str| {
        let session = Session::begin(game, setup, 1, seats(of)).unwrap();
        let options = session.rulebook().about().options;
        let ask = options.into_iter().find(|option| option.name == "ask");
        ask.map(|option| option.value)
    };
    for (game, all) in [
        ("moon-bots", true),
        ("robot-empire", true),
        ("robotory", false),
    ] {
        let holding = all.then(|| "when-holding".to_string());
        let playable = all.then(|| "when-playable".to_string());
        let usual = Setup::players(2);
        assert_eq!(begun(game, &usual, "human human"), holding, "{game}");
        assert_eq!(begun(game, &usual, "human random"), playable, "{game}");
        assert_eq!(begun(game, &usual, "random random"), playable, "{game}");
        if all {
            let set = usual.option("ask", "when-playable");
            assert_eq!(begun(game, &set, "human human"), playable, "{game}");
        }
    }
}
