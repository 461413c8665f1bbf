//! Wraps a match of one game as a match of any game.

use super::matches::{Advice, DynMatch};
use super::types::{Choice, Line, Preview, Question, Typed};
use crate::game::bot_of;
use crate::{
    Actor, Asking, Considered, Game, LastAction, Later, Match, MatchError, NotationError,
    Observation, Outcome, Picture, RandomBot, Refusal, Replay, Rng, Room, RuleId, Scene, Seat,
    SeatLine, Secret, Sheet, Viewer, Weighed, fingerprint, playout, stream,
};
use serde::Serialize;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The random stream that selects a world; see [`stream`]. Seat numbers are far lower, so it is never a bot's stream.
const WORLDS: u64 = 255;

impl<G: Game> DynMatch for Match<G> {
    fn actor(&self) -> Actor {
        Match::actor(self)
    }

    fn side(&self, seat: Seat) -> u8 {
        self.game().side(seat)
    }

    fn refuse_unasked(
        &self,
        seat: Seat,
        action: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, NotationError> {
        Match::refuse_unasked(self, seat, action, viewer)
    }

    fn refuse_as_written(
        &self,
        seat: Seat,
        action: &str,
        viewer: Viewer,
    ) -> Result<Option<Refusal>, NotationError> {
        Match::refuse_as_written(self, seat, action, viewer)
    }

    fn later(&self, seat: Seat, action: &str, viewer: Viewer) -> Option<Later> {
        Match::later(self, seat, action, viewer)
    }

    fn consider(&self, viewer: Viewer, action: &str) -> Result<Preview, NotationError> {
        let Considered {
            refusal,
            hidden,
            grounds,
            lines,
            more,
            chance,
        } = Match::consider(self, viewer, action)?;
        let cite = |cite| self.game().cite_text(cite);
        Ok(Preview {
            refusal,
            hidden,
            cites: grounds.cites.iter().map(cite).collect(),
            facts: grounds.facts,
            lines: lines.iter().map(|entry| self.line(entry)).collect(),
            more,
            chance,
        })
    }

    fn secrecy(&self) -> Option<RuleId> {
        self.game().secrecy()
    }

    fn question_page(&self, viewer: Viewer, most: usize) -> (Question, bool, usize) {
        let (mut actions, hides) = self.known_actions(viewer);
        let all = actions.len();
        actions.truncate(most);
        (self.asked(actions), hides, all)
    }

    fn canonical(&self, action: &str) -> Result<String, NotationError> {
        let action = self.game().read_action(self.state(), action)?;
        Ok(self.game().write_action(self.state(), action))
    }

    fn asking(&self) -> Asking {
        self.game().asking(Match::state(self))
    }

    fn typed_page(&self, viewer: Viewer, from: usize, most: usize) -> (Vec<Typed>, bool, usize) {
        if Match::actor(self) == Actor::Chance {
            let odds = self.known_odds(viewer);
            let all = odds.len();
            let page = odds.into_iter().skip(from).take(most);
            let typed = page.map(|(action, weight)| self.typed(action, Some(weight)));
            return (typed.collect(), false, all);
        }
        let (actions, hides) = self.known_actions(viewer);
        let steps = self.game().action_ids(Match::state(self), &actions);
        let mut met: BTreeMap<u32, u32> = BTreeMap::new();
        // Ranks count from the first action of the whole list, whichever page is shown.
        let mut rank = |step: &Option<u32>| match step {
            Some(step) => {
                let next = met.entry(*step).or_default();
                *next += 1;
                *next - 1
            }
            None => 0,
        };
        let ranks: Vec<u32> = steps.iter().map(&mut rank).collect();
        let all = actions.len();
        let page = actions.into_iter().zip(steps).zip(ranks);
        let typed = page
            .skip(from)
            .take(most)
            .map(|((action, step), rank)| Typed {
                step,
                rank,
                ..self.typed(action, None)
            });
        (typed.collect(), hides, all)
    }

    fn question_text(&self) -> String {
        self.game().question(Match::state(self), None)
    }

    fn question_to(&self, seat: Seat) -> String {
        let you = (Match::actor(self) == Actor::Seat(seat)).then_some(seat);
        self.game().question(Match::state(self), you)
    }

    fn copied(&self) -> Box<dyn DynMatch> {
        Box::new(self.clone())
    }

    fn determinize(&self, seat: Seat, luck: u64) -> Box<dyn DynMatch> {
        let mut rng = stream(luck, WORLDS);
        let state = self.game().determinize(Match::state(self), seat, &mut rng);
        Box::new(Match::of_world(self.game().clone(), state, luck))
    }

    fn count(&self) -> usize {
        self.legal().len()
    }

    fn play_nth(&mut self, nth: usize) -> bool {
        match self.legal().get(nth) {
            Some(action) => self.play(*action).is_ok(),
            None => false,
        }
    }

    fn play_out(&self, bot: &str, luck: u64) -> Option<Outcome> {
        let mut state = Match::state(self).clone();
        let (mut dealer, mut own) = (stream(luck, 0), stream(luck, 1));
        let mut legal = Vec::new();
        let game = &**self.game();
        if bot == "random" {
            playout(
                game,
                &mut state,
                &mut RandomBot,
                &mut dealer,
                &mut own,
                &mut legal,
            );
        } else {
            playout(
                game,
                &mut state,
                &mut *bot_of(game, bot)?,
                &mut dealer,
                &mut own,
                &mut legal,
            );
        }
        match game.actor(&state) {
            Actor::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn grounds(&self, action: &str) -> (Vec<String>, Vec<String>) {
        let (game, state) = (self.game(), Match::state(self));
        let Ok(action) = game.read_action(state, action) else {
            return Default::default();
        };
        let grounds = game.grounds(state, action);
        (
            grounds
                .cites
                .iter()
                .map(|cite| game.cite_text(cite))
                .collect(),
            grounds.facts,
        )
    }

    fn facts(&self, viewer: Viewer) -> Value {
        self.game().facts(Match::state(self), viewer)
    }

    fn asked_by(&self) -> RuleId {
        self.game().asked_by(self.state())
    }

    fn question(&self) -> Question {
        self.asked(self.legal())
    }

    fn play(&mut self, action: &str) -> Result<(), MatchError> {
        self.play_text(action)
    }

    fn why_not(&self, action: &str) -> Result<Option<Refusal>, NotationError> {
        let action = self.game().read_action(self.state(), action)?;
        Ok(self.game().refuse(self.state(), action))
    }

    fn secrets(&self) -> Vec<Secret> {
        let (game, state) = (self.game(), Match::state(self));
        let mut odds = Vec::new();
        game.chance_outcomes(state, &mut odds);
        let secret = |(action, copies)| {
            let seat = game.seen_by(state, action)?;
            Some(Secret {
                action: game.write_action(state, action),
                seat,
                copies,
            })
        };
        odds.into_iter().filter_map(secret).collect()
    }

    fn notation(&self) -> &[String] {
        Match::notation(self)
    }

    fn last_action(&self) -> Option<LastAction> {
        Match::last_action(self)
    }

    fn undo(&mut self) -> bool {
        Match::undo(self)
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&self.game().view(self.state(), viewer))
    }

    fn view_any(&self, viewer: Viewer) -> Box<dyn std::any::Any> {
        Box::new(self.game().view(self.state(), viewer))
    }

    fn draw(&self, viewer: Viewer) -> String {
        self.game().draw(&self.game().view(self.state(), viewer))
    }

    fn draw_on(&self, viewer: Viewer, sheet: &Sheet<'_>) -> String {
        self.game()
            .draw_on(&self.game().view(self.state(), viewer), sheet)
    }

    fn table_view(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> Value {
        json(&self.game().table_view(self.state(), eyes, unseen))
    }

    fn table_question(&self, unseen: &[(Seat, &str)]) -> Question {
        let mut actions = self.legal();
        actions.retain(|action| self.game().table_knows(Match::state(self), *action, unseen));
        self.asked(actions)
    }

    fn draw_table(&self, eyes: Viewer, unseen: &[(Seat, &str)]) -> String {
        self.game()
            .draw(&self.game().table_view(self.state(), eyes, unseen))
    }

    fn concealed(&self, seat: Seat, viewer: Viewer) -> usize {
        self.game().concealed(self.state(), seat, viewer)
    }

    fn scene(&self, viewer: Viewer) -> Option<Scene> {
        self.game().scene(&self.game().view(self.state(), viewer))
    }

    fn picture(&self, viewer: Viewer, room: Room) -> Picture {
        self.game()
            .picture(&self.game().view(self.state(), viewer), room)
    }

    fn seat_lines(&self, viewer: Viewer) -> Vec<SeatLine> {
        self.game()
            .seat_lines(&self.game().view(self.state(), viewer))
    }

    fn standing(&self) -> String {
        self.game()
            .standing(&self.game().view(Match::state(self), Viewer::Spectator))
    }

    fn lines(&self, viewer: Viewer, from: usize) -> Vec<Line> {
        self.lines_for(viewer)
            .skip(from)
            .map(|entry| self.line(entry))
            .collect()
    }

    fn cites(&self, refusal: &Refusal) -> Vec<String> {
        refusal
            .cites
            .iter()
            .map(|cite| self.game().cite_text(cite))
            .collect()
    }

    fn ask_bot(&self, bot: &str) -> Option<String> {
        self.advised(bot).map(|(action, _)| action)
    }

    fn advice(&self, bot: &str) -> Option<Advice> {
        let (action, found) = self.advised(bot)?;
        let mut weighed: Vec<_> = self.legal().into_iter().zip(found).collect();
        weighed.retain(|(_, one)| one.games > 0);
        weighed.sort_by_key(|(_, one)| Reverse(one.games));
        let written = |(action, one)| (self.game().write_action(self.state(), action), one);
        Some(Advice {
            action,
            weighed: weighed.into_iter().map(written).collect(),
        })
    }

    fn actions_played(&self) -> usize {
        Match::actions_played(self)
    }

    fn turns(&self) -> u32 {
        self.game().turns(self.state())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self.state())
    }

    fn state(&self) -> Value {
        json(Match::state(self))
    }

    fn position(&self) -> Option<String> {
        self.game().write_position(Match::state(self))
    }

    fn known_position(&self, viewer: Viewer) -> Option<String> {
        self.game().write_known_position(Match::state(self), viewer)
    }

    fn replay(&self, seats: Vec<String>) -> Replay {
        Match::replay(self, seats)
    }
}

impl<G: Game> Match<G> {
    /// The action that the named bot would take for the seat to act, and what it found out about each allowed one.
    fn advised(&self, bot: &str) -> Option<(String, Vec<Weighed>)> {
        let Actor::Seat(seat) = Match::actor(self) else {
            return None;
        };
        let legal = self.legal();
        let observation = Observation::new(&**self.game(), self.state(), seat);
        let mut luck = self.luck(seat);
        let (chosen, weighed) =
            bot_of(&**self.game(), bot)?.advise(&observation, &legal, &mut luck);
        let action = legal[chosen.min(legal.len() - 1)];
        Some((self.game().write_action(self.state(), action), weighed))
    }

    /// The current question with the given actions.
    fn asked(&self, actions: Vec<G::Action>) -> Question {
        let (game, state) = (self.game(), Match::state(self));
        let choice = |action| Choice {
            action: game.write_action(state, action),
            text: game.describe(state, action),
        };
        Question {
            actor: Match::actor(self),
            text: game.question(state, None),
            choices: actions.into_iter().map(choice).collect(),
        }
    }

    fn typed(&self, action: G::Action, weight: Option<u32>) -> Typed {
        let (game, state) = (self.game(), Match::state(self));
        Typed {
            action: game.write_action(state, action),
            text: game.describe(state, action),
            data: game.action_data(state, action),
            step: None,
            rank: 0,
            weight,
        }
    }

    fn line(&self, entry: &crate::Entry<G::Event>) -> Line {
        Line {
            text: self.game().describe_event(&entry.event),
            cites: entry
                .cites
                .iter()
                .map(|cite| self.game().cite_text(cite))
                .collect(),
            event: self.game().event_data(&entry.event),
        }
    }

    /// The random numbers of a bot for the current question. They depend only on the seed, the seat and the number of
    /// the question, so they survive saving and undo.
    fn luck(&self, seat: Seat) -> Rng {
        stream(
            self.seed().unwrap_or(0),
            1 + u64::from(seat.0) + ((Match::actions_played(self) as u64) << 8),
        )
    }
}

fn json<T: Serialize>(value: &T) -> Value {
    // Plain data of this crate, which JSON can always express.
    serde_json::to_value(value).unwrap_or(Value::Null)
}
