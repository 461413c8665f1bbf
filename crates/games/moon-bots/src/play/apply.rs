//! The effects of actions. The action is already known to be allowed.

use crate::actions::Action;
use crate::book::rulebook::Ability;
use crate::engine::context::{Engine, Flow};
use crate::events::Event;
use crate::facts::derived;
use crate::lexicon::HookId;
use crate::rules::{
    AGAIN, BASE, CONDITION, DUEL_WEAPONS, FROM_THE_HAND, ONCE, ONE_BY_ONE, PART_SCRIPTS, REROLL,
};
use crate::state::ids::{CopyId, PlaceId, RobotId, WeaponId};
use crate::state::values::sum;
use crate::state::{Asked, MarketCard, MarketSlot, PendingChance, Step, TYPES, dice};
use cardwright_effects::{Frame, machine};
use cardwright_kernel::{Log, RuleId};
use cardwright_runtime::effects::EffectDriver;
use cardwright_runtime::ids::Id;

impl<L: Log<Event>> Engine<'_, L> {
    /// Carries out an action. If the next question does not follow directly, [`Engine::advance`] continues to it.
    #[inline(always)]
    pub(crate) fn carry_out(&mut self, action: Action) -> Flow {
        let asked = self.s.asked;
        (self.s.asked, self.s.derived.offered) = (Asked::Nobody, 0);
        match action {
            Action::Pass => self.pass(asked),
            Action::Play { robot, weapon } => return self.play(robot, weapon),
            Action::NoBuy => return self.buys_nothing(),
            Action::Buy { place } => return self.buys(place),
            Action::Activate => return self.start_roll(),
            Action::Skip | Action::Stop => return self.stops(),
            Action::Keep => return self.keeps(),
            Action::Reroll { dice } => return self.take_up(dice),
            Action::Use { part, combo } => return self.use_part(part, combo),
            Action::Split { left } => return self.splits(left.0),
            Action::Choose { value } if self.s.pending_chance == PendingChance::Choice => {
                self.decided(value as i16)
            }
            Action::Choose { value } => self.choose(Some(value as i16)),
            Action::ChooseNone => self.choose(None),
            Action::Roll { face } => return self.shows(face),
            Action::Draw { card } => return self.draws(MarketCard::Open(card).into()),
            Action::DrawWeapon => return self.draws(MarketSlot::FACE_DOWN),
            Action::Get { weapon } => return self.got(weapon),
            Action::Pick { weapon } => self.picked(weapon),
        }
        Flow::On
    }

    /// Buys nothing.
    #[inline]
    pub(crate) fn buys_nothing(&mut self) -> Flow {
        self.s.step = Step::Activate;
        self.ask_activate()
    }

    /// Buys the card on a place.
    #[inline(always)]
    pub(crate) fn buys(&mut self, place: PlaceId) -> Flow {
        self.s.step = Step::Bought;
        self.buy(self.s.active, place);
        if self.s.busy() || self.s.step != Step::Bought {
            Flow::On
        } else {
            self.after_buying()
        }
    }

    /// Does not activate the robot, or uses no further part.
    #[inline]
    pub(crate) fn stops(&mut self) -> Flow {
        self.s.step = Step::BeforeRefill;
        self.before_refill()
    }

    /// Keeps the dice as they are.
    #[inline]
    pub(crate) fn keeps(&mut self) -> Flow {
        self.s.step = Step::Parts;
        self.ask_parts()
    }

    /// Divides the damage of an attack; `left` is the damage to the left.
    #[inline]
    pub(crate) fn splits(&mut self, left: [u8; TYPES]) -> Flow {
        self.share(left);
        self.boost()
    }

    /// Adds a rolled die. After the last die of the turn's roll, the turn continues.
    #[inline(always)]
    pub(crate) fn shows(&mut self, face: u8) -> Flow {
        self.s.turn.dice += dice::one(face);
        self.s.turn.to_roll -= 1;
        match self.next_die() {
            Flow::On if self.s.pending_chance == PendingChance::Nothing => self.roll(),
            flow => flow,
        }
    }

    /// Adds a drawn card to the market. After the last card of the turn's refill, the turn continues.
    #[inline(always)]
    pub(crate) fn draws(&mut self, slot: MarketSlot) -> Flow {
        if let PendingChance::Top(robot) = self.s.pending_chance {
            return self.drew_top(robot, slot);
        }
        self.dealt(slot);
        match self.next_card() {
            Flow::On
                if self.s.step == Step::Fill && self.s.pending_chance == PendingChance::Nothing =>
            {
                self.fill()
            }
            flow => flow,
        }
    }

    pub(crate) fn pass(&mut self, asked: Asked) {
        if let Asked::Seat(player) = asked {
            self.s.window.pass(player.seat());
        }
    }

    /// MB-7.3, MB-7.5: uses up the weapon, starts its effect, and reopens the window.
    pub(crate) fn play(&mut self, robot: RobotId, weapon: WeaponId) -> Flow {
        let facts = &self.book.weapons[usize::from(weapon)];
        let hand = &mut self.s.robots[usize::from(robot)].hand;
        let own = *hand & facts.copies;
        let copy = own & own.wrapping_neg();
        *hand &= !copy;
        self.s.shown |= copy;
        let anew = self.s.window.anew();
        self.s.turn.flags.enter_damage_window(self.s.attacking);
        derived::refresh_windows(self.book, self.s);
        self.emit_played(robot, weapon, anew);
        self.raise_played(robot);
        match facts.play {
            Some(program) if self.book.listened & (1 << HookId::OnPlay.n()) != 0 => {
                match CopyId::of(copy.trailing_zeros() as usize) {
                    Some(copy) => self.put_weapon(program, robot, copy),
                    None => Flow::On,
                }
            }
            Some(program) => self.start(program, robot, copy.trailing_zeros() as u8),
            None => Flow::On,
        }
    }

    /// Logs that a weapon was played. Players who had passed are asked again (MB-7.3).
    fn emit_played(&mut self, robot: RobotId, weapon: WeaponId, anew: bool) {
        if L::READ {
            let again: &[RuleId] = if anew { &[AGAIN] } else { &[] };
            let duel: &[RuleId] = if self.book.duel() {
                &[DUEL_WEAPONS]
            } else {
                &[]
            };
            let answers: &[RuleId] = match self.s.pending_chance {
                PendingChance::Answers => &[FROM_THE_HAND],
                _ => &[],
            };
            let more = [again, duel, answers].concat();
            self.emit_weapon(weapon, &[ONCE], &more, || Event::Played { robot, weapon });
        }
    }

    /// MB-5.2: picks up the chosen dice and rolls them together.
    pub(crate) fn take_up(&mut self, some: u32) -> Flow {
        self.s.turn.dice -= some;
        self.s.turn.to_roll = dice::total(some);
        self.s.step = Step::RollAgain;
        let robot = self.s.active;
        self.emit(REROLL, || Event::TookUp {
            robot,
            faces: dice::faces(some).collect(),
        });
        self.next_die()
    }

    /// MB-5.3, MB-5.4: places the dice and starts the effect of the part.
    pub(crate) fn use_part(&mut self, part: u8, combo: u8) -> Flow {
        let book = self.book;
        let Some(ability) = book.ability_at(&self.s.on_turn().parts, part) else {
            return Flow::On;
        };
        let Some(some) = ability.combos.get(usize::from(combo)).copied() else {
            return Flow::On;
        };
        self.s.turn.dice -= some;
        let first = self.s.turn.used == 0;
        self.s.turn.used |= 1 << part;
        (self.s.turn.changed, self.s.turn.attack_took) = (false, 0);
        self.s.step = Step::PartUsed;
        let robot = self.s.active;
        if L::READ {
            let rule = if part < 6 { CONDITION } else { BASE };
            let order: &[RuleId] = if first { &[] } else { &[ONE_BY_ONE] };
            let script: &[RuleId] = if ability.scripted {
                &[PART_SCRIPTS]
            } else {
                &[]
            };
            let faces = dice::faces(some).collect();
            let used = Event::Used {
                robot,
                card: ability.card,
                faces,
            };
            self.emit_under(&[&[rule], order, script].concat(), || used);
        }
        if let Some(opening) = ability.opening {
            return self.open_with(opening, ability.program, robot, part);
        }
        if ability.scripted {
            return self.use_scripted(ability, some, part);
        }
        self.start(ability.program, robot, part)
    }

    /// Starts the effect symbols of a used part, with what its scripts do under them.
    #[inline(never)]
    fn use_scripted(&mut self, ability: &Ability, used: u32, part: u8) -> Flow {
        let robot = self.s.active;
        if let Some(script) = ability.on_use_with {
            let highest = dice::faces(used).max().unwrap_or(0);
            let params = [robot.into(), sum(used), highest.into()];
            self.put_effect(Frame::new(script, robot.n(), part, &params));
        }
        if let Some(script) = ability.on_use {
            self.put_by(script, robot, part, 0);
        }
        self.start(ability.program, robot, part)
    }

    /// Continues a card's effect with the choice.
    pub(crate) fn choose(&mut self, chosen: Option<i16>) {
        let Some(place) = usize::from(self.s.effects.depth).checked_sub(1) else {
            return;
        };
        let book = self.book;
        let frame = &mut self.s.effects.frames[place];
        machine::choose(&book.bound[frame.program].program, frame, chosen);
    }
}
