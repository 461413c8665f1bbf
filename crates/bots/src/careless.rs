//! A bot that sometimes plays at random.

use cardwright_kernel::{Bot, Game, Observation, Rng, below};

/// Wraps another bot, but takes a random action at a given percentage of questions.
#[derive(Clone, Copy, Debug)]
pub struct Careless<B> {
    bot: B,
    percent: u32,
}

impl<B> Careless<B> {
    /// The bot for a name: `greedy` for `bot` itself, `greedy:30` for one that takes a random action at 30 of 100
    /// questions; `None` for any other name.
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
