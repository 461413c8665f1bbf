//! The play-out loop asks the allocator for nothing once its list of answers has grown.

use allocation_counter::measure;
use cardwright_cards::load;
use cardwright_games::moon_bots::lexicon::LEXICON;
use cardwright_games::moon_bots::{Greedy, Rulebook};
use cardwright_games::robot_empire;
use cardwright_kernel::{Bot, NoLog, RandomBot, Rules, playout, stream};

/// Games of each sort: enough for every card to be played.
const GAMES: u64 = 100;

fn book(players: u8) -> Rulebook {
    let cards = load(&cardwright::official_packs("moon-bots"), &LEXICON).expect("the official pack loads");
    Rulebook::new(cards, players, &[]).expect("the official pack makes a game")
}

/// Plays the games and says how many answers were given.
fn play(book: &Rulebook, bot: &mut impl Bot<Rulebook>, legal: &mut Vec<<Rulebook as Rules>::Action>) -> u64 {
    let game = |seed| {
        let mut state = book.start(&mut NoLog);
        playout(book, &mut state, bot, &mut stream(seed, 0), &mut stream(seed, 1), legal)
    };
    (0..GAMES).map(game).sum()
}

fn check(players: u8, bot: &mut impl Bot<Rulebook>) {
    let (book, mut legal, mut answers) = (book(players), Vec::new(), 0);
    let first = measure(|| answers = play(&book, bot, &mut legal));
    assert!(first.count_total > 0, "the counter counts: the list of answers grows in the first games");
    assert!(answers > 50 * GAMES, "the games were played");
    let again = measure(|| answers = play(&book, bot, &mut legal));
    assert_eq!(again.count_total, 0, "{players} players, {answers} answers");
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
        let cards = load(&cardwright::official_packs("robot-empire"), &robot_empire::lexicon::LEXICON);
        let cards = cards.expect("the official pack loads");
        let book = robot_empire::Rulebook::new(cards, players, &[]).expect("the official pack makes a game");
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
        assert_eq!(measure(|| assert!(games() > 0)).count_total, 0, "{players} players");
    }
}
