//! What an answer does. The answer is known to be allowed.

use super::actions::Action;
use super::events::Event;
use super::lexicon::hooks;
use super::rules::*;
use super::state::{Lies, Step, dice};
use super::table::Table;
use cardwright_effects::machine;
use cardwright_kernel::Log;

impl<L: Log<Event>> Table<'_, L> {
    /// Carries out an answer; [`Table::advance`] then goes on to the next question.
    #[inline]
    pub(super) fn carry_out(&mut self, action: Action) {
        match action {
            Action::Pass => self.pass(),
            Action::Play { robot, weapon } => self.play(robot, weapon),
            Action::NoBuy => self.s.step = Step::Activate,
            Action::Buy { place } => {
                self.s.step = Step::Bought;
                self.buy(self.s.active, place);
            }
            Action::Activate => self.start_roll(),
            Action::Skip | Action::Stop => self.s.step = Step::BeforeRefill,
            Action::Keep => self.s.step = Step::Parts,
            Action::Reroll { dice } => self.take_up(dice),
            Action::Use { part, combo } => self.use_part(part, combo),
            Action::Split { left } => self.share(left),
            Action::Choose { value } => self.answer(Some(value)),
            Action::ChooseNone => self.answer(None),
            Action::Roll { face } => {
                self.s.turn.dice += dice::one(face);
                self.s.turn.to_roll -= 1;
            }
            Action::Draw { card } => self.dealt(Lies::Open(card)),
            Action::DrawWeapon => self.dealt(Lies::FaceDown),
            Action::Get { weapon } => self.got(weapon),
            Action::Pick { weapon } => self.picked(weapon),
        }
    }

    fn pass(&mut self) {
        if let super::state::Asked::Seat(player) = self.s.asked {
            self.s.passed |= 1 << player;
        }
    }

    /// MB-7.3, MB-7.5: the weapon is spent, does what it does, and the window starts again.
    fn play(&mut self, robot: u8, weapon: u8) {
        let facts = &self.book.weapons[usize::from(weapon)];
        let hand = &mut self.s.robots[usize::from(robot)].hand;
        let own = *hand & facts.copies;
        let copy = own & own.wrapping_neg();
        *hand &= !copy;
        self.s.shown |= copy;
        self.s.passed = 0;
        self.s.kept.windows = self.book.windows_held(self.s);
        self.tell_weapon(weapon, ONCE, || Event::Played { robot, weapon });
        self.raise(hooks::ON_WEAPON_PLAYED, robot, 0, 0);
        if let Some(program) = facts.play {
            self.push(program, robot, copy.trailing_zeros() as u8);
        }
    }

    /// MB-5.2: the chosen dice are taken up and rolled together.
    fn take_up(&mut self, some: u32) {
        self.s.turn.dice -= some;
        self.s.turn.to_roll = dice::total(some);
        self.s.step = Step::RollAgain;
        let robot = self.s.active;
        self.tell(REROLL, || Event::TookUp { robot, faces: dice::faces(some).collect() });
    }

    /// MB-5.3, MB-5.4: the dice are placed, and the part does what it does.
    fn use_part(&mut self, part: u8, combo: u8) {
        let book = self.book;
        let Some(ability) = book.ability_at(&self.s.on_turn().parts, part) else { return };
        let Some(some) = ability.combos.get(usize::from(combo)).copied() else { return };
        self.s.turn.dice -= some;
        self.s.turn.used |= 1 << part;
        (self.s.turn.changed, self.s.turn.missed) = (false, false);
        self.s.step = Step::PartUsed;
        let robot = self.s.active;
        let rule = if part < 6 { CONDITION } else { BASE };
        self.tell(rule, || Event::Used { robot, card: ability.card, faces: dice::faces(some).collect() });
        if let Some(script) = ability.on_use {
            self.push(script, robot, part);
        }
        self.push(ability.program, robot, part);
    }

    /// An answer to a card's question.
    fn answer(&mut self, chosen: Option<i16>) {
        let Some(place) = usize::from(self.s.depth).checked_sub(1) else { return };
        let book = self.book;
        let frame = &mut self.s.frames[place];
        machine::answer(&book.programs[usize::from(frame.program)].program, frame, chosen);
    }
}
