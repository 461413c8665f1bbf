//! Random play does not allocate once its list of actions has grown.

use allocation_counter::measure;
use cardwright_cards::load;
use cardwright_games::lunar_command;
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::moon_bots::{Greedy, Rulebook};
use cardwright_games::robot_empire;
use cardwright_kernel::{Bot, NoLog, RandomBot, Rules, playout, stream};

/// The number of games of each kind: enough to play every card.
const GAMES: u64 = 100;

fn book(players: u8) -> Rulebook {
    let cards =
        load(&cardwright::official_packs("moon-bots"), &LEXICON).expect("the official pack loads");
    Rulebook::new(cards, players, &[]).expect("the official pack makes a game")
}

/// Plays the games and returns the number of actions.
fn play(
    book: &Rulebook,
    bot: &mut impl Bot<Rulebook>,
    legal: &mut Vec<<Rulebook as Rules>::Action>,
) -> u64 {
    let game = |seed| {
        let mut state = book.start(&mut NoLog);
        playout(
            book,
            &mut state,
            bot,
            &mut stream(seed, 0),
            &mut stream(seed, 1),
            legal,
        )
    };
    (0..GAMES).map(game).sum()
}

fn check(players: u8, bot: &mut impl Bot<Rulebook>) {
    let (book, mut legal, mut taken) = (book(players), Vec::new(), 0);
    let first = measure(|| taken = play(&book, bot, &mut legal));
    assert!(
        first.count_total > 0,
        "the counter counts: the list of actions grows in the first games"
    );
    assert!(taken > 50 * GAMES, "the games were played");
    let again = measure(|| taken = play(&book, bot, &mut legal));
    assert_eq!(again.count_total, 0, "{players} players, {taken} actions");
}

#[test]
fn random_games_allocate_nothing() {
    (2..=4).for_each(|players| check(players, &mut RandomBot));
}

#[test]
fn greedy_games_allocate_nothing() {
    (2..=4).for_each(|players| check(players, &mut Greedy));
}

#[test]
fn random_games_of_robot_empire_allocate_nothing() {
    for players in 2..=3 {
        let cards = load(
            &cardwright::official_packs("robot-empire"),
            &robot_empire::lexicon::LEXICON,
        );
        let cards = cards.expect("the official pack loads");
        let book = robot_empire::Rulebook::new(cards, players, &[])
            .expect("the official pack makes a game");
        let mut legal = Vec::new();
        let mut games = || -> u64 {
            let mut game = |seed| {
                let mut state = book.start(&mut NoLog);
                playout(
                    &book,
                    &mut state,
                    &mut RandomBot,
                    &mut stream(seed, 0),
                    &mut stream(seed, 1),
                    &mut legal,
                )
            };
            (0..GAMES).map(&mut game).sum()
        };
        assert!(games() > 50 * GAMES, "the games were played");
        assert_eq!(
            measure(|| assert!(games() > 0)).count_total,
            0,
            "{players} players"
        );
    }
}

/// Complete games of Lunar Command are longer, and a few contain every kind of action.
#[test]
fn random_games_of_lunar_command_allocate_nothing() {
    let text = |(name, value): (&str, &str)| (name.to_string(), value.to_string());
    // A small board, on which stations close, and variants with more state than the usual ones.
    let small = [
        ("board", "10x9"),
        ("green", "1,1 7,6"),
        ("orange", "7,1 1,6"),
        ("robots", "4,4 5,5 1,4 3,8"),
        ("astronauts", "5,3"),
        ("ufos", "4,7"),
        ("abduction", "yes"),
        ("walkers", "any"),
        ("stop_in_door", "yes"),
        ("edition", "fr"),
    ];
    for (players, options, games) in [
        (2, &small[..0], 3),
        (4, &small[..0], 3),
        (2, &small, 60),
        (4, &small, 60),
    ] {
        let options: Vec<_> = options.iter().copied().map(text).collect();
        let book =
            lunar_command::Rulebook::new(players, &options).expect("the options make a game");
        let opening = book.start(&mut NoLog);
        let (mut legal, mut taken) = (Vec::new(), 0);
        let measured = measure(|| {
            for seed in 0..games {
                let mut state = opening.clone();
                let (dealer, luck) = (&mut stream(seed, 0), &mut stream(seed, 1));
                taken += playout(&book, &mut state, &mut RandomBot, dealer, luck, &mut legal);
            }
        });
        assert!(taken > 20 * games, "{taken} actions");
        assert_eq!(
            measured.count_total, 0,
            "{players} players, {options:?}, {taken} actions"
        );
    }
}
