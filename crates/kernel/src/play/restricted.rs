//! Measures the value of a card by restricted play: a game is played, and then repeated from the moment when a seat
//! took the card, but without allowing that seat to take it.

use crate::{Actor, Bot, Game, NoLog, Observation, Rng, Seat, below, stream};

/// The information about cards from one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CardGame {
    /// Each seat's share of the win: 1 divided among the winners.
    pub shares: Vec<f64>,
    /// The number of turns started.
    pub turns: u32,
    /// Each pair of card and seat in which the seat could have taken the card, once, in the order of the game.
    pub offered: Vec<(String, Seat)>,
    /// Each pair of card and seat in which the seat took the card, once, in the order of the game.
    pub taken: Vec<(String, Seat)>,
    /// The repetitions of the game without a card.
    pub trials: Vec<CardTrial>,
}

/// A game with a card, compared with the same game without it from the moment at which the seat took the card.
#[derive(Clone, PartialEq, Debug)]
pub struct CardTrial {
    /// The id of the card.
    pub card: String,
    /// The seat that took the card and may not take it in the repetition.
    pub seat: Seat,
    /// The seat's share of the win in the original game.
    pub free: f64,
    /// The seat's share of the win if it may not take the card from that moment on.
    pub banned: f64,
}

/// Selects which games are repeated without a card.
#[derive(Clone, Copy, Debug)]
pub struct CardSample<'a> {
    /// The cards of interest.
    pub first: &'a [String],
    /// The maximum number of repetitions per game for these cards, chosen at random.
    pub most: usize,
    /// The maximum number of repetitions per game for other cards.
    pub others: usize,
}

/// A moment at which a seat took a card.
struct Moment<G: Game> {
    card: String,
    seat: Seat,
    state: G::State,
    dealer: Rng,
    luck: Rng,
}

/// Plays the game of a seed with a bot for each seat, and repeats it from moments at which a card was taken. The bots
/// must not remember anything from one question to the next.
pub fn card_game<G: Game>(
    game: &G,
    bots: &mut [Box<dyn Bot<G>>],
    seed: u64,
    sample: CardSample<'_>,
) -> CardGame {
    let mut found = CardGame::default();
    let mut moments = Vec::new();
    let mut state = game.start(&mut NoLog);
    let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
    let mut play = Playing {
        game,
        bots,
        legal: Vec::new(),
    };
    while let Some(seat) = play.next_seat(&mut state, &mut dealer) {
        for action in &play.legal {
            if let Some(card) = game.card_taken(&state, *action) {
                note(&mut found.offered, card, seat);
            }
        }
        let before = luck.clone();
        let action = play.choose(&state, seat, None, &mut luck);
        if let Some(card) = game.card_taken(&state, action)
            && note(&mut found.taken, card, seat)
        {
            moments.push(Moment::<G> {
                card: card.to_string(),
                seat,
                state: state.clone(),
                dealer: dealer.clone(),
                luck: before,
            });
        }
        game.apply_unchecked(&mut state, action, &mut NoLog);
    }
    found.shares = shares(game, &state);
    found.turns = game.turns(&state);
    let mut lot = stream(seed, 2);
    for at in (1..moments.len()).rev() {
        moments.swap(at, below(&mut lot, at as u32 + 1) as usize);
    }
    let (mut moments, others): (Vec<_>, Vec<_>) = moments
        .into_iter()
        .partition(|moment| sample.first.contains(&moment.card));
    moments.truncate(sample.most);
    moments.extend(others.into_iter().take(sample.others));
    for moment in moments {
        let banned = play.without(&moment);
        found.trials.push(CardTrial {
            free: found.shares[moment.seat.index()],
            banned,
            card: moment.card,
            seat: moment.seat,
        });
    }
    found
}

/// Adds a card and a seat unless the list contains them; returns whether they were added.
fn note(list: &mut Vec<(String, Seat)>, card: &str, seat: Seat) -> bool {
    let new = !list.iter().any(|(known, of)| known == card && *of == seat);
    if new {
        list.push((card.to_string(), seat));
    }
    new
}

struct Playing<'a, G: Game> {
    game: &'a G,
    bots: &'a mut [Box<dyn Bot<G>>],
    legal: Vec<G::Action>,
}

impl<G: Game> Playing<'_, G> {
    /// Continues to the next question of a seat and puts its actions into `legal`; `None` at the end of the game.
    fn next_seat(&mut self, state: &mut G::State, dealer: &mut Rng) -> Option<Seat> {
        loop {
            match self.game.actor(state) {
                Actor::Over(_) => return None,
                Actor::Chance => {
                    let action = self.game.deal(state, dealer);
                    self.game.apply_unchecked(state, action, &mut NoLog);
                }
                Actor::Seat(seat) => {
                    self.legal.clear();
                    self.game.legal(state, &mut self.legal);
                    return Some(seat);
                }
            }
        }
    }

    /// A seat's choice among the actions that do not take a card.
    fn choose(
        &mut self,
        state: &G::State,
        seat: Seat,
        banned: Option<&str>,
        luck: &mut Rng,
    ) -> G::Action {
        if let Some(banned) = banned {
            let game = self.game;
            let allowed = |action: &G::Action| game.card_taken(state, *action) != Some(banned);
            // If nothing else is allowed, the seat takes the card.
            if self.legal.iter().any(allowed) {
                self.legal.retain(allowed);
            }
        }
        let observation = Observation::new(self.game, state, seat);
        let chosen = self
            .bots
            .get_mut(seat.index())
            .map_or(0, |bot| bot.choose(&observation, &self.legal, luck));
        self.legal[chosen.min(self.legal.len() - 1)]
    }

    /// The seat's share of the win if it may not take the card.
    fn without(&mut self, moment: &Moment<G>) -> f64 {
        let mut state = moment.state.clone();
        let (mut dealer, mut luck) = (moment.dealer.clone(), moment.luck.clone());
        while let Some(seat) = self.next_seat(&mut state, &mut dealer) {
            let banned = (seat == moment.seat).then_some(moment.card.as_str());
            let action = self.choose(&state, seat, banned, &mut luck);
            self.game.apply_unchecked(&mut state, action, &mut NoLog);
        }
        shares(self.game, &state)[moment.seat.index()]
    }
}

/// Each seat's share of the win.
fn shares<G: Game>(game: &G, state: &G::State) -> Vec<f64> {
    let winners = match game.actor(state) {
        Actor::Over(outcome) => outcome.winners,
        _ => Default::default(),
    };
    let number = winners.iter().count().max(1) as f64;
    (0..game.players())
        .map(
            |seat| match winners.iter().any(|winner| winner == Seat(seat)) {
                true => 1.0 / number,
                false => 0.0,
            },
        )
        .collect()
}
