//! A bot that sometimes does not think.

use cardwright_kernel::{Bot, Game, Observation, Rng, below};

/// Asks another bot, but takes any action at so many of 100 questions.
#[derive(Clone, Copy, Debug)]
pub struct Careless<B> {
    bot: B,
    percent: u32,
}

impl<B> Careless<B> {
    /// The bot that a name asks for: `greedy` for `bot` itself, `greedy:30` for one that takes any action at 30 of 100 questions;
    /// `None` where the name is another one.
    pub fn named<G: Game>(name: &str, bot: B) -> Option<Box<dyn Bot<G>>>
    where
        B: Bot<G> + 'static,
    {
        if name == "greedy" {
            return Some(Box::new(bot));
        }
        let percent = name.strip_prefix("greedy:")?.parse().ok()?;
        (1..=100)
            .contains(&percent)
            .then(|| Box::new(Careless { bot, percent }) as Box<dyn Bot<G>>)
    }
}

impl<G: Game, B: Bot<G>> Bot<G> for Careless<B> {
    fn choose(
        &mut self,
        observation: &Observation<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        match below(rng, 100) < self.percent {
            true => below(rng, legal.len() as u32) as usize,
            false => self.bot.choose(observation, legal, rng),
        }
    }
}
