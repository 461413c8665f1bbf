//! Checks over whole states.

use crate::book::rulebook::{CardKind, Rulebook, ones};
use crate::facts::standing;
use crate::state::ids::{CardId, RobotId};
use crate::state::{Asked, MarketCard, MarketSlot, POOL, State, Status};
use cardwright_runtime::ids::Id;

/// All violations of bounds in the state.
pub(crate) fn flaws_of(book: &Rulebook, state: &State) -> Vec<String> {
    let mut flaws = Vec::new();
    for (index, robot) in RobotId::all().zip(&state.robots) {
        if robot.energy > standing::cap(book, robot) {
            flaws.push(format!(
                "robot {} has {} energy",
                book.names.robot(index),
                robot.energy
            ));
        }
        if robot.status == Status::InPlay
            && robot.energy == 0
            && state.effects.depth == 0
            && !state.attacking
        {
            flaws.push(format!(
                "robot {} is in play but has no energy",
                book.names.robot(index)
            ));
        }
    }
    let dice = crate::state::dice::faces(state.turn.dice).count() + usize::from(state.turn.to_roll);
    if dice > usize::from(POOL) {
        flaws.push(format!("the active robot has {dice} dice before it"));
    }
    check_cards(book, state, &mut flaws);
    if state.asked == Asked::Nobody && state.winners.is_empty() {
        flaws.push("the game is over and nobody has won or shares it".into());
    }
    flaws
}

/// Checks that copies on robots, in the market and in the pile never exceed those of the deck.
fn check_cards(book: &Rulebook, state: &State, flaws: &mut Vec<String>) {
    for (card, open) in CardId::all().zip(&book.open) {
        let on_robots = state
            .robots
            .iter()
            .flat_map(|robot| robot.parts.iter().chain(&robot.upgrades));
        let built = on_robots.filter(|own| **own == card.number()).count();
        let market_card_name = state
            .market
            .iter()
            .filter(|slot| slot.card() == MarketCard::Open(card))
            .count();
        let piled = ones(open.left(state.pile)) as usize;
        if built + market_card_name + piled > ones(open.copies) as usize {
            flaws.push(format!(
                "more copies of {} than the deck has",
                book.names.open[card.index()].0
            ));
        }
    }
    let mut seen = state.unseen;
    for hand in state
        .robots
        .iter()
        .map(|robot| robot.hand)
        .chain([state.shown])
    {
        if seen & hand != 0 {
            flaws.push("a secret weapon is in two places".into());
        }
        seen |= hand;
    }
    let face_down = state
        .market
        .iter()
        .filter(|slot| **slot == MarketSlot::FACE_DOWN)
        .count();
    if face_down + usize::from(state.pile_weapons) > state.unseen.count_ones() as usize {
        flaws.push("more secret weapons are face down than there are unseen weapons".into());
    }
    check_robots(book, state, flaws);
}

fn check_robots(book: &Rulebook, state: &State, flaws: &mut Vec<String>) {
    for (index, robot) in RobotId::all().zip(&state.robots) {
        let active = robot
            .active_upgrades()
            .into_iter()
            .filter(|number| *number != 0);
        let dice: u8 = active.map(|number| dice_of(book, number)).sum();
        if robot.status == Status::InPlay && robot.dice != 1 + dice {
            flaws.push(format!(
                "robot {} has {} dice but upgrades for {}",
                book.names.robot(index),
                robot.dice,
                1 + dice
            ));
        }
    }
}

fn dice_of(book: &Rulebook, number: u8) -> u8 {
    match book.open[usize::from(number) - 1].kind {
        CardKind::Upgrade { dice, .. } => dice,
        CardKind::Part { .. } => 0,
    }
}
