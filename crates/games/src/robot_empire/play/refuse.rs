//! Why an answer is not allowed, and what makes one allowed.

use super::actions::{Action, Moment};
use super::combat::BlockFlaw;
use crate::robot_empire::cards::book::Rulebook;
use crate::robot_empire::cards::lexicon::{HookId, kind, names};
use crate::robot_empire::play::apply::coins;
use crate::robot_empire::rules::*;
use crate::robot_empire::state::{
    Asked, HAND, INSTANT as INSTANT_PAID, LANDED, MAX_UNITS, MAX_WAITING, NEW as IS_NEW, Named,
    PERMANENT as PERMANENT_PAID, RECHARGING as RECHARGES, Spot, State, Step, Unit, Window,
};
use cardwright_kernel::{Grounds, Refusal, RuleId};

impl Rulebook {
    /// Why an answer is not allowed now; none when it is.
    pub(crate) fn refusal(&self, s: &State, action: Action) -> Option<Refusal> {
        (!self.allows(s, action)).then(|| self.why_not(s, action))
    }

    fn why_not(&self, s: &State, action: Action) -> Refusal {
        let seat = match s.asked {
            Asked::Nobody => return Refusal::new("the game is over", self.asked_under(s)),
            Asked::Chance => return self.not_by_chance(s, action),
            Asked::Seat(seat) => seat,
        };
        self.specific(s, seat, action).unwrap_or_else(|| self.not_now(s))
    }

    fn not_by_chance(&self, s: &State, action: Action) -> Refusal {
        let refusal = match action {
            Action::Draw(card) | Action::FirstMoon(card) if s.deck.of(card) == 0 => {
                Refusal::new(format!("no {} is left in the Depot Deck", self.sort(card).name), DRAW)
            }
            _ => Refusal::new("this is not what is drawn or rolled now", self.asked_under(s)),
        };
        refusal.help(self.asks(s))
    }

    fn not_now(&self, s: &State) -> Refusal {
        Refusal::new("this is no answer to the present question", self.asked_under(s)).help(self.asks(s))
    }

    /// The reason where there is one beside the moment.
    fn specific(&self, s: &State, seat: u8, action: Action) -> Option<Refusal> {
        let moment = self.moment(s);
        let own = |step: Step| moment.is_none() && s.step == step;
        match action {
            Action::Battery(number) => Some(
                Refusal::new(format!("the Battery cannot start with {}", coins(number)), BATTERY_CHOICE)
                    .help("15 to 20 coins"),
            )
            .filter(|_| matches!(s.step, Step::Battery(_))),
            Action::Play(card) => self.no_play(s, seat, card, own(Step::Play)),
            Action::Install(card, spot) => self.no_install(s, seat, card, spot, own(Step::Play)),
            Action::Show(card, named) => self.no_show(s, seat, card, named, own(Step::Play)),
            Action::Permanent(spot) => self.no_upgrade(s, seat, spot, PERMANENT_PAID, own(Step::Play)),
            Action::Instant(spot) => {
                self.no_upgrade(s, seat, spot, INSTANT_PAID, self.instant_time(s, moment))
            }
            Action::Tap(spot, named) => self.no_tap(s, seat, spot, named, moment),
            Action::Assemble(top, legs) => self.no_assemble(s, seat, top, legs, own(Step::Play)),
            Action::Land(spot, moon) => self.no_landing(s, seat, spot, moon, own(Step::Mining)),
            Action::Return(spot) => self.no_return(s, seat, spot, own(Step::Mining)),
            Action::Fire(spot, named) => self.no_fire(s, seat, spot, named, own(Step::Fire)),
            Action::Attack(foe) => self.no_attack(s, seat, foe),
            Action::Block(spot) => self.no_block(s, seat, spot),
            Action::Chain(spot) => self.no_chain(s, seat, spot),
            Action::Order(spot) if own(Step::Order) => Some(
                Refusal::new(
                    format!("{} does not wait for damage of this attacker", self.spot_name_or(s, spot)),
                    ORDER,
                )
                .help(self.asks(s)),
            ),
            Action::Discard(card) => self.no_discard(s, seat, card, own(Step::Discard)),
            _ => None,
        }
    }

    fn instant_time(&self, s: &State, moment: Option<Moment>) -> bool {
        match moment {
            Some(Moment::Announced | Moment::Window(Window::Attackers | Window::Blocks)) => true,
            Some(_) => false,
            None => matches!(s.step, Step::Play | Step::Mining | Step::Fire),
        }
    }

    fn not_held(&self, s: &State, seat: u8, card: u8) -> Option<Refusal> {
        let held = s.side(seat).hand.contains(&card);
        let message = || format!("player {} does not hold {}", seat + 1, self.sort(card).name);
        (!held).then(|| Refusal::new(message(), PLAY).help(self.asks(s)))
    }

    fn too_dear(&self, s: &State, seat: u8, cost: u8, what: &str, rule: RuleId) -> Option<Refusal> {
        let vault = s.side(seat).vault;
        (cost > vault).then(|| {
            Refusal::new(format!("{what} costs {}", coins(cost)), rule)
                .fact(format!("player {} has {} in the Vault", seat + 1, coins(vault)))
                .help("something cheaper, or pass")
        })
    }

    /// The wrong moment, said with the right one.
    fn wrong_time(&self, s: &State, right: bool, rule: RuleId, when: &str) -> Option<Refusal> {
        (!right).then(|| Refusal::new(format!("not now: {when}"), rule).fact(self.asks(s)))
    }

    fn not_own(&self, s: &State, seat: u8, spot: Spot, rule: RuleId) -> Option<Refusal> {
        let there = s.unit(spot).is_some() && spot.seat == seat;
        (!there).then(|| {
            Refusal::new(format!("{} is no card of player {}", self.spot_name_or(s, spot), seat + 1), rule)
                .help("one of your own cards on the table")
        })
    }

    fn no_play(&self, s: &State, seat: u8, card: u8, now: bool) -> Option<Refusal> {
        let sort = self.sort(card);
        if [kind::AGENT, kind::SUPER_WEAPON, kind::COMPONENT, kind::MOON].contains(&sort.kind) {
            let help = if sort.kind == kind::COMPONENT { "install it on a robot" } else { "show it" };
            return Some(
                Refusal::new(format!("{} is not brought out on its own", sort.name), PLAY).help(help),
            );
        }
        self.wrong_time(s, now, PLAY, "cards are brought out in the own Play phase")
            .or_else(|| self.not_held(s, seat, card))
            .or_else(|| {
                (sort.cost_die && s.tried >> card & 1 != 0).then(|| {
                    Refusal::new(format!("{} was taken back in this turn", sort.name), DIE_COST)
                        .help("try it next turn")
                })
            })
            .or_else(|| self.too_dear(s, seat, sort.cost.max(sort.cost_die.into()), &sort.name, PLAY))
            .or_else(|| {
                (!self.has_room(s, seat))
                    .then(|| Refusal::new(format!("{MAX_UNITS} cards are on this side already"), FULL_SIDE))
            })
    }

    fn no_install(&self, s: &State, seat: u8, card: u8, spot: Spot, now: bool) -> Option<Refusal> {
        let sort = self.sort(card);
        if sort.kind != kind::COMPONENT {
            return Some(Refusal::new(format!("{} is no Component", sort.name), INSTALL));
        }
        let early = self
            .wrong_time(s, now, INSTALL, "Components are installed in the own Play phase")
            .or_else(|| self.not_held(s, seat, card))
            .or_else(|| self.not_own(s, seat, spot, INSTALL));
        if early.is_some() {
            return early;
        }
        let unit = s.unit(spot)?;
        if !self.is_robot(unit) || !self.in_front(unit) {
            let message = format!("{} is no Robot in the front line", self.spot_name(s, spot));
            return Some(Refusal::new(message, INSTALL).help("a Robot or Mega Robot in the front line"));
        }
        if !self.takes_part(unit, card) {
            let taken = self.parts_of(unit).any(|part| self.sort(part).ports == sort.ports);
            return Some(match taken {
                true => Refusal::new(format!("{} has one of that kind", self.spot_name(s, spot)), INSTALL),
                false => Refusal::new(format!("{} has no port for it", self.spot_name(s, spot)), PORTS),
            });
        }
        self.too_dear(s, seat, sort.cost, &sort.name, INSTALL)
    }

    fn no_show(&self, s: &State, seat: u8, card: u8, named: Named, own_play: bool) -> Option<Refusal> {
        let sort = self.sort(card);
        let refused = match sort.kind {
            kind::AGENT => {
                let phase =
                    self.moment(s).is_some() || matches!(s.step, Step::Play | Step::Mining | Step::Fire);
                self.wrong_time(s, phase, AGENTS, "Agents are shown in windows and in the own phases")
            }
            kind::SUPER_WEAPON => {
                self.wrong_time(s, own_play, SUPER_WEAPONS, "Super Weapons are shown in the own Play phase")
            }
            _ => Some(
                Refusal::new(format!("{} is not shown", sort.name), ANNOUNCED)
                    .help("bring it out or install it"),
            ),
        };
        refused
            .or_else(|| self.not_held(s, seat, card))
            .or_else(|| self.too_dear(s, seat, sort.cost, &sort.name, ANNOUNCED))
            .or_else(|| {
                (s.waiting.len() == MAX_WAITING)
                    .then(|| Refusal::new(format!("{MAX_WAITING} things wait already"), LAST_FIRST))
            })
            .or_else(|| self.not_nameable(s, seat, card, named))
    }

    /// Why a card may not name this.
    fn not_nameable(&self, s: &State, seat: u8, card: u8, named: Named) -> Option<Refusal> {
        let mut found = false;
        let _ = self.nameable(s, seat, card, &mut |one| {
            found |= one == named;
            std::ops::ControlFlow::Continue(())
        });
        let sort = self.sort(card);
        if !found {
            let wanted = match sort.names {
                names::NOTHING => "nothing is named",
                names::OWN_TARGET => "a fighter in the front line or Equipment of one's own",
                names::OWN_FIGHTER => "a fighter of one's own in the front line",
                names::OWN_EQUIPMENT_OR_BATTERY => "Equipment of one's own or the own Battery",
                names::OPPONENTS_TARGET => "an opponent's fighter in the front line or Equipment",
                names::OPPONENTS_FIGHTER => "an opponent's fighter in the front line",
                names::OPPONENTS_EQUIPMENT => "an opponent's Equipment",
                names::OPPONENT => "an opponent who is not out",
                _ => "the Agent or Super Weapon that another player announced last",
            };
            let message = match named {
                Named::Nothing if sort.names == names::ANNOUNCED => {
                    format!("{} names {wanted}, and there is none", sort.name)
                }
                _ => {
                    format!("{} does not name{}", sort.name, self.at_phrase(s, named).replacen(" at", "", 1))
                }
            };
            return Some(Refusal::new(message, NAMED).help(wanted));
        }
        (!self.can_name(s, seat, card, named)).then(|| {
            let hook = match named {
                Named::Nothing => HookId::Can.n(),
                Named::Player(_) => HookId::CanAgainst.n(),
                _ => HookId::CanOn.n(),
            };
            let cite = sort.program(hook).map(|program| cardwright_kernel::Cite::Op { program, at: 0 });
            let cites = cardwright_kernel::Cites::from(NAMED);
            let cites = cite.map_or(cites.clone(), |cite| cites.and(cite));
            let text = self.cards.cards.get(usize::from(sort.card)).map_or("", |card| {
                card.texts.iter().find(|(language, _)| language == "en").map_or("", |(_, text)| text.as_str())
            });
            let message = format!("the condition of {} does not hold", sort.name);
            Refusal::new(message, cites).fact_if(!text.is_empty(), format!("{}: {text}", sort.name))
        })
    }

    fn no_upgrade(&self, s: &State, seat: u8, spot: Spot, flag: u16, now: bool) -> Option<Refusal> {
        let permanent = flag == PERMANENT_PAID;
        let (rule, word, when) = match permanent {
            true => (PERMANENT, "Permanent", "Permanents are paid in the own Play phase"),
            false => (
                INSTANT,
                "Instant",
                "Instants are paid in the own phases up to long range, in the windows of combat, and under an announcement",
            ),
        };
        let early = self.wrong_time(s, now, rule, when).or_else(|| self.not_own(s, seat, spot, rule));
        if early.is_some() {
            return early;
        }
        let unit = s.unit(spot)?;
        let name = self.spot_name(s, spot);
        let upgrade = if permanent { self.permanent_of(unit) } else { self.instant_of(unit) };
        let Some(upgrade) = upgrade else {
            return Some(Refusal::new(format!("{name} has no {word}"), rule));
        };
        if unit.is(flag) {
            return Some(Refusal::new(format!("the {word} of {name} is paid already"), rule));
        }
        if !permanent && unit.is(RECHARGES) {
            return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
        }
        self.too_dear(s, seat, upgrade.cost, &format!("the {word} of {name}"), rule)
    }

    fn no_tap(
        &self,
        s: &State,
        seat: u8,
        spot: Spot,
        named: Named,
        moment: Option<Moment>,
    ) -> Option<Refusal> {
        let now = matches!(moment, Some(Moment::Announced | Moment::Window(Window::Blocks)));
        let when = "taps are used after the blocks and under an announcement";
        let early = self.wrong_time(s, now, TAP, when).or_else(|| self.not_own(s, seat, spot, TAP));
        if early.is_some() {
            return early;
        }
        let unit = s.unit(spot)?;
        let name = self.spot_name(s, spot);
        if self.sort(unit.card).program(HookId::Tap.n()).is_none() {
            return Some(Refusal::new(format!("{name} has no tap"), TAP));
        }
        if !unit.ready() {
            return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
        }
        self.not_nameable(s, seat, unit.card, named)
    }

    fn no_assemble(&self, s: &State, seat: u8, top: Spot, legs: Spot, now: bool) -> Option<Refusal> {
        let early = self
            .wrong_time(s, now, ASSEMBLE, "Mega Robots are assembled in the own Play phase")
            .or_else(|| self.not_own(s, seat, top, ASSEMBLE))
            .or_else(|| self.not_own(s, seat, legs, ASSEMBLE));
        early.or_else(|| Some(Refusal::new("a lone top and lone legs are assembled", ASSEMBLE)))
    }

    /// What keeps a robot from flying to or from a Moon.
    fn no_flight(&self, s: &State, unit: &Unit, spot: Spot, rule: RuleId) -> Option<Refusal> {
        let name = self.spot_name(s, spot);
        if !self.is_robot(unit) {
            return Some(Refusal::new(format!("{name} is no Robot"), rule).help("Robots that fly"));
        }
        if unit.is(RECHARGES) {
            return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
        }
        (!self.flies(unit))
            .then(|| Refusal::new(format!("{name} does not fly"), rule).help("Robots that fly"))
    }

    fn no_landing(&self, s: &State, seat: u8, spot: Spot, moon: u8, now: bool) -> Option<Refusal> {
        let early = self
            .wrong_time(s, now, LAND, "robots land in the own Moon Mining phase")
            .or_else(|| self.not_own(s, seat, spot, LAND));
        if early.is_some() {
            return early;
        }
        let unit = s.unit(spot)?;
        let Some(place) = s.moons.get(usize::from(moon)) else {
            return Some(Refusal::new("there is no such Moon", LAND));
        };
        if unit.moon != 0 {
            return Some(Refusal::new(format!("{} is on a Moon already", self.spot_name(s, spot)), ON_MOON));
        }
        self.no_flight(s, unit, spot, LAND)
            .or_else(|| {
                (!s.moon_is_free(moon)).then(|| {
                    Refusal::new(format!("a robot is on {} already", self.sort(place.card).name), LAND)
                })
            })
            .or_else(|| self.too_dear(s, seat, self.sort(place.card).landing, "landing", LAND))
    }

    fn no_return(&self, s: &State, seat: u8, spot: Spot, now: bool) -> Option<Refusal> {
        let early = self
            .wrong_time(s, now, RETURN, "robots return in the own Moon Mining phase")
            .or_else(|| self.not_own(s, seat, spot, RETURN));
        if early.is_some() {
            return early;
        }
        let unit = s.unit(spot)?;
        if unit.moon == 0 {
            return Some(Refusal::new(format!("{} is on no Moon", self.spot_name(s, spot)), RETURN));
        }
        if unit.is(LANDED) {
            let message = format!("{} landed in this turn", self.spot_name(s, spot));
            return Some(Refusal::new(message, RETURN).help("from the next turn on"));
        }
        self.no_flight(s, unit, spot, RETURN)
    }

    fn no_fire(&self, s: &State, seat: u8, spot: Spot, named: Named, now: bool) -> Option<Refusal> {
        let early = self
            .wrong_time(s, now, FIRE, "shots are fired in the own combat phase before the attack")
            .or_else(|| self.not_own(s, seat, spot, FIRE));
        if early.is_some() {
            return early;
        }
        let unit = s.unit(spot)?;
        let name = self.spot_name(s, spot);
        if unit.moon != 0 {
            return Some(Refusal::new(format!("{name} is on a Moon"), ON_MOON));
        }
        if unit.is(RECHARGES) {
            return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
        }
        if !self.may_fire(unit) {
            return Some(Refusal::new(format!("{name} has no long range"), FIRE));
        }
        Some(match named {
            Named::Battery(_) | Named::Player(_) => Refusal::new("long range does not hit Batteries", FIRE)
                .help("an opponent's fighter or Equipment"),
            Named::Unit(at) if s.unit(at).is_some_and(|unit| !self.is_target(unit)) => {
                Refusal::new(format!("{} is no target", self.spot_name(s, at)), TARGETS)
            }
            Named::Unit(at) => {
                Refusal::new(format!("{} is no opponent's target", self.spot_name_or(s, at)), NAMED)
            }
            Named::Nothing => Refusal::new("a shot names a target", FIRE),
        })
    }

    /// The fighter that is asked about in this step.
    fn fighter(&self, s: &State, seat: u8) -> String {
        self.spot_name_or(s, Spot { seat, at: s.cursor })
    }

    fn no_attack(&self, s: &State, seat: u8, foe: u8) -> Option<Refusal> {
        if self.moment(s).is_some() || s.step != Step::Attack {
            return Some(self.why_no_attack_now(s, seat));
        }
        Some(match foe == seat {
            true => Refusal::new("nobody attacks himself", ATTACK),
            false => Refusal::new(format!("player {} is no opponent in the game", foe + 1), ATTACK)
                .help(self.asks(s)),
        })
    }

    fn why_no_attack_now(&self, s: &State, seat: u8) -> Refusal {
        let idle = s.side(seat).present().filter(|(_, unit)| self.in_front(unit) && !self.may_attack(unit));
        let facts = idle.map(|(at, unit)| {
            let why = if unit.is(IS_NEW) { "new" } else { "recharging" };
            format!("{} is {why}", self.spot_name(s, Spot { seat, at }))
        });
        let first = Refusal::new("no fighter is asked whether it attacks now", ATTACK).help(self.asks(s));
        facts.fold(first, Refusal::fact)
    }

    fn no_block(&self, s: &State, seat: u8, spot: Spot) -> Option<Refusal> {
        let unit = s.unit(Spot { seat, at: s.cursor });
        let blocks = self.moment(s).is_none() && s.step == Step::Block;
        let (true, Some(unit)) = (blocks, unit) else {
            return Some(Refusal::new("no fighter is asked whether it blocks now", BLOCK).help(self.asks(s)));
        };
        let (name, attacker) = (self.fighter(s, seat), self.spot_name_or(s, spot));
        let flaw = match spot.seat == s.active {
            true => self.block_flaw(s, seat, unit, spot.at),
            false => Some(BlockFlaw::NoAttacker),
        };
        Some(match flaw {
            Some(BlockFlaw::Flies) => Refusal::new(format!("{attacker} flies and {name} does not"), FLYING),
            Some(BlockFlaw::OneOnly) => {
                Refusal::new(format!("{attacker} may be blocked by one blocker only"), SEVERAL)
                    .help("join it as a chain")
            }
            Some(BlockFlaw::AttacksAnother) => {
                Refusal::new(format!("{attacker} attacks another player"), BLOCK)
            }
            _ => Refusal::new(format!("{attacker} does not attack"), BLOCK).help(self.asks(s)),
        })
    }

    fn no_chain(&self, s: &State, seat: u8, spot: Spot) -> Option<Refusal> {
        let step = self.moment(s).is_none() && matches!(s.step, Step::Attack | Step::Block);
        let early =
            self.wrong_time(s, step, CHAINS, "chains are formed when attackers or blockers are declared");
        if early.is_some() {
            return early;
        }
        if !self.options.chaining {
            return Some(Refusal::new("nobody forms chains", NO_CHAINS));
        }
        let unit = s.unit(Spot { seat, at: s.cursor })?;
        let name = self.fighter(s, seat);
        if !self.chains(unit) {
            return Some(Refusal::new(format!("{name} has no Chaining"), CHAINS));
        }
        let other = self.spot_name_or(s, spot);
        let members = self.group(s, spot.seat, spot.at);
        let number = if spot.seat == seat { members.clone().count() } else { 0 };
        Some(match number {
            0 => Refusal::new(format!("{other} leads no fighters of this combat"), CHAINS).help(self.asks(s)),
            3.. => Refusal::new(format!("the chain of {other} has 3 Monsters"), CHAINS),
            _ if !members.clone().all(|(_, one)| self.chains(one)) => {
                Refusal::new(format!("{other} has no Chaining"), CHAINS)
            }
            _ => Refusal::new(format!("{name} does not fly, and the attacker does"), FLYING),
        })
    }

    fn no_discard(&self, s: &State, seat: u8, card: u8, now: bool) -> Option<Refusal> {
        self.wrong_time(s, now, DRAW, "cards are discarded after drawing")
            .or_else(|| self.not_held(s, seat, card))
            .or_else(|| self.too_dear(s, seat, 1, "a further card", DRAW))
    }

    /// What makes an allowed answer allowed.
    pub(crate) fn grounds_of(&self, s: &State, action: Action) -> Grounds {
        let vault = || match s.asked {
            Asked::Seat(seat) => {
                format!("player {} has {} in the Vault", seat + 1, coins(s.side(seat).vault))
            }
            _ => String::new(),
        };
        let plain = |rule: RuleId| Grounds::new(rule);
        match action {
            Action::Play(_) => plain(PLAY).fact(vault()),
            Action::Install(..) => plain(INSTALL).fact(vault()),
            Action::Show(card, _) => {
                let rule = if self.sort(card).kind == kind::AGENT { AGENTS } else { SUPER_WEAPONS };
                plain(rule).fact(vault())
            }
            Action::Permanent(_) => plain(PERMANENT).fact(vault()),
            Action::Instant(_) => plain(INSTANT).fact(vault()),
            Action::Tap(..) => plain(TAP),
            Action::Assemble(..) => plain(ASSEMBLE),
            Action::Land(..) => plain(LAND).fact(vault()),
            Action::Return(_) => plain(RETURN),
            Action::Fire(..) => plain(FIRE),
            Action::Attack(_) => plain(ATTACK),
            Action::Block(_) => plain(BLOCK),
            Action::Chain(_) => plain(CHAINS),
            Action::Order(_) => plain(ORDER),
            Action::Discard(_) => plain(DRAW),
            _ => plain(self.asked_under(s)),
        }
    }

    /// The clause that says who answers the present question.
    pub(crate) fn asked_under(&self, s: &State) -> RuleId {
        match s.step {
            _ if s.running => CARD_TEXT,
            Step::Over if self.living(s).count() > 1 => GUARD,
            Step::Over => END,
            _ if self.moment(s).is_some() => WINDOW,
            Step::Battery(_) => BATTERY_CHOICE,
            Step::FirstMoon => FIRST_MOON,
            Step::Deal(_) => DEAL,
            Step::First => FIRST,
            Step::Play | Step::Window(_) => PLAY,
            Step::Cost(_) => DIE_COST,
            Step::Mining => LAND,
            Step::Fire => FIRE,
            Step::Attack => ATTACK,
            Step::Block => BLOCK,
            Step::AttackDie => ATTACK_DIE,
            Step::Order => ORDER,
            Step::Draw | Step::DrawAgain | Step::Discard => DRAW,
        }
    }
}

const _: () = assert!(HAND == 7, "clause RE-3.8 says seven");
