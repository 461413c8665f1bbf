//! Why an action is not allowed, and what makes one allowed.

mod conditions;
mod fights;

use crate::actions::{Action, Moment};
use crate::book::card_defs::NO_PORT;
use crate::book::rulebook::Rulebook;
use crate::facts::names::{self, coins};
use crate::facts::{auras, costs, engagement, nouns, values};
use crate::legal::{attacks, chains, chance, list};
use crate::lexicon::{HookId, KindId, NamesId};
use crate::options::Yes;
use crate::rules::{
    AGENTS, ANNOUNCED, ASSEMBLE, AT_EQUIPMENT, ATTACK, ATTACK_DIE, BATTERY_CHOICE, BLOCK,
    CARD_TEXT, CHAIN_MARKS, CHAINS, CHOICES, COLLECT, COSTS, DEAL, DEFENCE_DIE, DIE_COST, DRAW,
    END, FIRE, FIRST, FIRST_MOON, FULL_SIDE, GUARD, INSTALL, INSTANT, LAND, LAST_FIRST,
    LASTING_CHAINS, LOST_BY_CHANCE, MAY, MILLED, MOON_BACKS, NAMED, NO_CHAINS, ON_MOON, ORDER,
    PERMANENT, PLAY, PORTLESS, PORTS, RECHARGING, RETURN, SUPER_WEAPONS, TAP, WINDOW,
};
use crate::state::{
    Asked, CardDefId, HAND, INSTANT as INSTANT_PAID, LANDED, MAX_UNITS, MAX_WAITING, MoonId, Named,
    PERMANENT as PERMANENT_PAID, PendingChance, PlayerId, RECHARGING as RECHARGES, Spot, State,
    Step, Time, Unit,
};
use crate::text::{choices, notation, question};
use cardwright_kernel::{Cite, Cites, Grounds, NotationError, Refusal, RuleId};
use cardwright_runtime::ids::Id;

/// Why an action is not allowed now; `None` if it is allowed.
pub(crate) fn refusal(book: &Rulebook, s: &State, action: Action) -> Option<Refusal> {
    (!list::allows(book, s, action)).then(|| why_not(book, s, action))
}

fn why_not(book: &Rulebook, s: &State, action: Action) -> Refusal {
    let seat = match s.asked {
        Asked::Nobody => return Refusal::new("the game is over", asked_under(book, s)),
        Asked::Chance => return not_by_chance(book, s, action),
        Asked::Seat(seat) => seat,
    };
    specific(book, s, seat, action).unwrap_or_else(|| not_now(book, s))
}

/// Why an action could not be taken even if its seat were asked: because of whose turn it is, or the phase.
///
/// # Errors
/// If the line can be read in no position.
pub(crate) fn why_not_unasked(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    text: &str,
) -> Result<Option<Refusal>, NotationError> {
    let mut there = s.clone();
    there.asked = Asked::Seat(seat);
    let action = match notation::read(book, &there, text) {
        Ok(action) => action,
        Err(error) if error.always => return Err(error),
        Err(_) => return Ok(None),
    };
    let reason = match action {
        Action::Show(card, _)
            if book.def(card).kind == KindId::Agent && list::moment(s).is_some() =>
        {
            None
        }
        // The discards of this turn are over, or come after a draw that is not finished.
        Action::Discard(_) if seat == s.active => None,
        // In the step that asks another fighter of the same kind, only the other fighter comes first.
        Action::Block(_) | Action::Chain(_) if s.step == Step::Block => None,
        Action::Attack(_) | Action::AttackAt(_) | Action::Chain(_) if s.step == Step::Attack => {
            None
        }
        Action::Play(_)
        | Action::Install(..)
        | Action::Show(..)
        | Action::Permanent(_)
        | Action::Instant(_)
        | Action::Tap(..)
        | Action::Assemble(..)
        | Action::Land(..)
        | Action::Return(_)
        | Action::Fire(..)
        | Action::Attack(_)
        | Action::AttackAt(_)
        | Action::Link(..)
        | Action::Block(_)
        | Action::Chain(_)
        | Action::Discard(_)
            if s.asked != Asked::Nobody && !s.busy() =>
        {
            specific(book, &there, seat, action)
        }
        _ => None,
    };
    // These name the question of a seat that is not asked.
    let question = question::question_text(book, &there);
    Ok(reason.map(|mut refusal| {
        refusal.facts.retain(|fact| *fact != question);
        if refusal.help == question {
            refusal.help.clear();
        }
        refusal
    }))
}

fn not_by_chance(book: &Rulebook, s: &State, action: Action) -> Refusal {
    let refusal = match action {
        Action::Draw(card) | Action::FirstMoon(card) if s.piles.in_deck(card) == 0 => Refusal::new(
            format!("no {} is left in the Depot Deck", book.def(card).name),
            DRAW,
        ),
        Action::Discard(card) if chance::discarder(s).is_some() => Refusal::new(
            format!("the hand holds no {}", book.def(card).name),
            LOST_BY_CHANCE,
        ),
        _ => Refusal::new(
            "this is not what is drawn or rolled now",
            asked_under(book, s),
        ),
    };
    refusal.help(question::question_text(book, s))
}

fn not_now(book: &Rulebook, s: &State) -> Refusal {
    Refusal::new(
        "this does not answer the present question",
        asked_under(book, s),
    )
    .help(question::question_text(book, s))
}

/// The specific reason, if there is one other than the wrong moment.
fn specific(book: &Rulebook, s: &State, seat: PlayerId, action: Action) -> Option<Refusal> {
    let moment = list::moment(s);
    let own = |step: Step| moment.is_none() && s.step == step && seat == s.active && !s.busy();
    match action {
        Action::Choose(value) => Some(no_choice(book, s, Some(value))),
        Action::ChooseNone => Some(no_choice(book, s, None)),
        _ if s.effects.runs() => None,
        Action::AttackAt(at) => Some(fights::no_attack_at(book, s, seat, at)),
        Action::Link(spot, with) => no_link(book, s, seat, (spot, with), own(Step::Play)),
        Action::Mark(spot) if own(Step::Marks) => Some(
            Refusal::new(
                format!(
                    "{} cannot take a mark now",
                    names::spot_name_or(book, s, spot)
                ),
                CHAIN_MARKS,
            )
            .help(question::question_text(book, s)),
        ),
        Action::Battery(number) => Some(
            Refusal::new(
                format!("the Battery cannot start with {}", coins(number)),
                BATTERY_CHOICE,
            )
            .help("15 to 20 coins"),
        )
        .filter(|_| matches!(s.step, Step::Battery(_))),
        Action::Play(card) => no_play(book, s, seat, card, own(Step::Play)),
        Action::Install(card, spot) => no_install(book, s, seat, card, spot, own(Step::Play)),
        Action::Show(card, named) => no_show(book, s, seat, card, named, own(Step::Play)),
        Action::Permanent(spot) => no_upgrade(book, s, seat, spot, PERMANENT_PAID, own(Step::Play)),
        Action::Instant(spot) => {
            no_upgrade(book, s, seat, spot, INSTANT_PAID, instant_time(s, moment))
        }
        Action::Tap(spot, named) => no_tap(book, s, seat, spot, named, moment),
        Action::Assemble(top, legs) => no_assemble(book, s, seat, top, legs, own(Step::Play)),
        Action::Land(spot, moon) => no_landing(book, s, seat, spot, moon, own(Step::Mining)),
        Action::Return(spot) => no_return(book, s, seat, spot, own(Step::Mining)),
        Action::Fire(spot, named) => fights::no_fire(book, s, seat, spot, named, own(Step::Fire)),
        Action::Attack(foe) => fights::no_attack(book, s, seat, foe),
        Action::Stay if own(Step::Attack) && attacks::must_attack(book, s) => Some(Refusal::new(
            format!("{} must attack", fights::fighter(book, s, seat)),
            MAY,
        )),
        Action::Block(spot) => fights::no_block(book, s, seat, spot),
        Action::Chain(spot) => fights::no_chain(book, s, seat, spot),
        Action::Order(spot) if own(Step::Order) => Some(
            Refusal::new(
                format!(
                    "{} does not wait for damage of this attacker",
                    names::spot_name_or(book, s, spot)
                ),
                ORDER,
            )
            .help(question::question_text(book, s)),
        ),
        Action::Discard(card) => no_discard(book, s, seat, card, own(Step::Discard)),
        _ => None,
    }
}

fn instant_time(s: &State, moment: Option<Moment>) -> bool {
    match moment {
        Some(Moment::Announced | Moment::Window(Time::Attackers | Time::Blocks)) => true,
        Some(_) => false,
        None => matches!(s.step, Step::Play | Step::Mining | Step::Fire),
    }
}

/// Why a value does not answer a card's question.
fn no_choice(book: &Rulebook, s: &State, value: Option<i32>) -> Refusal {
    if !s.effects.runs() {
        return Refusal::new("no card asks you to choose", CHOICES)
            .help(question::question_text(book, s));
    }
    let cite = s.effects.top().map(|frame| Cite::Op {
        program: frame.program,
        at: frame.pc,
    });
    let (message, rule) = match value.and_then(|value| choices::wrong_kind(book, s, value)) {
        Some(wrong) => (wrong, None),
        None => choices::not_offered(book, s, value)
            .unwrap_or_else(|| ("this is not a possible choice".into(), None)),
    };
    let rule = rule.filter(|rule| *rule != CHOICES).map(Cite::from);
    let cites = rule
        .into_iter()
        .chain(cite)
        .fold(Cites::from(CHOICES), Cites::and);
    Refusal::new(message, cites).help(question::question_text(book, s))
}

fn no_link(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    (spot, with): (Spot, Spot),
    now: bool,
) -> Option<Refusal> {
    if book.options.chaining == Yes::No {
        return Some(Refusal::new(
            "this game is played without chains",
            NO_CHAINS,
        ));
    }
    if !engagement::chains_last(book) {
        let message = "chains are formed when attackers or blockers are declared";
        return Some(Refusal::new(message, LASTING_CHAINS));
    }
    let early = wrong_time(
        book,
        s,
        now,
        LASTING_CHAINS,
        "chains are formed in your own Play phase",
    )
    .or_else(|| not_own(book, s, seat, spot, LASTING_CHAINS))
    .or_else(|| not_own(book, s, seat, with, LASTING_CHAINS));
    early.or_else(|| {
        let flaw = chains::link_flaw(book, s, spot, with)?;
        Some(Refusal::new(
            format!("{} {flaw}", names::spot_name_or(book, s, spot)),
            LASTING_CHAINS,
        ))
    })
}

fn not_held(book: &Rulebook, s: &State, seat: PlayerId, card: CardDefId) -> Option<Refusal> {
    let held = s.side(seat).hand.contains(&card);
    let message = || {
        format!(
            "player {} does not hold {}",
            seat.number(),
            book.def(card).name
        )
    };
    (!held).then(|| Refusal::new(message(), PLAY).help(question::question_text(book, s)))
}

/// A clause, and the one on costs that cards change if they do so now.
fn cost_clauses(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    rule: RuleId,
) -> Cites {
    match costs::cost(book, s, seat, card) == book.def(card).cost {
        true => Cites::from(rule),
        false => Cites::from(rule).and(COSTS),
    }
}

fn too_dear(
    s: &State,
    seat: PlayerId,
    cost: u8,
    what: &str,
    rule: impl Into<Cites>,
) -> Option<Refusal> {
    let vault = s.side(seat).vault;
    (u16::from(cost) > vault).then(|| {
        Refusal::new(format!("{what} costs {}", coins(cost)), rule)
            .fact(format!(
                "player {} has {} in the Vault",
                seat.number(),
                coins(vault)
            ))
            .help("choose something cheaper, or pass")
    })
}

/// Refuses because of the wrong moment, and names the right one.
pub(crate) fn wrong_time(
    book: &Rulebook,
    s: &State,
    right: bool,
    rule: RuleId,
    when: &str,
) -> Option<Refusal> {
    (!right).then(|| {
        Refusal::new(format!("not now: {when}"), rule).fact(question::question_text(book, s))
    })
}

pub(crate) fn not_own(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    spot: Spot,
    rule: RuleId,
) -> Option<Refusal> {
    let there = s.unit(spot).is_some() && spot.seat == seat;
    (!there).then(|| {
        Refusal::new(
            format!(
                "{} is not a card of player {}",
                names::spot_name_or(book, s, spot),
                seat.number()
            ),
            rule,
        )
        .help("name one of your own cards on the table")
    })
}

fn no_play(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    now: bool,
) -> Option<Refusal> {
    let def = book.def(card);
    if !def.kind.comes_out() {
        let help = if def.kind == KindId::Component {
            "install it on a robot"
        } else {
            "show it"
        };
        return Some(
            Refusal::new(format!("{} cannot be played on its own", def.name), PLAY).help(help),
        );
    }
    // Public reasons come before those in the hand, so that no refusal reveals anything about a hand (clause
    // RE-1.7).
    wrong_time(
        book,
        s,
        now,
        PLAY,
        "cards are brought out in your own Play phase",
    )
    .or_else(|| {
        (s.tried & list::tried_bit(book, card) != 0).then(|| {
            Refusal::new(
                format!("{} was taken back in this turn", def.name),
                DIE_COST,
            )
            .help("try it next turn")
        })
    })
    .or_else(|| {
        too_dear(
            s,
            seat,
            costs::cost(book, s, seat, card).max(def.cost_die.min(1)),
            &def.name,
            cost_clauses(book, s, seat, card, PLAY),
        )
    })
    .or_else(|| {
        (!list::has_room(s, seat, 1)).then(|| {
            Refusal::new(
                format!("there are already {MAX_UNITS} cards on this side"),
                FULL_SIDE,
            )
        })
    })
    .or_else(|| not_held(book, s, seat, card))
}

fn no_install(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    spot: Spot,
    now: bool,
) -> Option<Refusal> {
    let def = book.def(card);
    if def.kind != KindId::Component {
        return Some(Refusal::new(
            format!("{} is not a Component", def.name),
            INSTALL,
        ));
    }
    let early = wrong_time(
        book,
        s,
        now,
        INSTALL,
        "Components are installed in your own Play phase",
    )
    .or_else(|| not_own(book, s, seat, spot, INSTALL));
    if early.is_some() {
        return early;
    }
    let unit = s.unit(spot)?;
    if !values::is_robot(book, unit) || !values::in_front(book, unit) {
        let message = format!(
            "{} is not a Robot in the front line",
            names::spot_name(book, s, spot)
        );
        return Some(
            Refusal::new(message, INSTALL).help("name a Robot or Mega Robot in the front line"),
        );
    }
    if !list::takes_part(book, unit, card) {
        let name = names::spot_name(book, s, spot);
        let placed = values::place_for(book, unit, card).is_some();
        return Some(match placed {
            true => Refusal::new(format!("{name} has no port for it"), PORTS),
            false if values::has_kind(book, unit, def.port) && def.port != NO_PORT => {
                Refusal::new(format!("{name} already has one of that kind"), INSTALL)
            }
            false => Refusal::new(format!("{name} already has three Components"), PORTLESS),
        });
    }
    too_dear(
        s,
        seat,
        costs::cost(book, s, seat, card),
        &def.name,
        cost_clauses(book, s, seat, card, INSTALL),
    )
    .or_else(|| not_held(book, s, seat, card))
}

fn no_show(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    named: Named,
    own_play: bool,
) -> Option<Refusal> {
    let def = book.def(card);
    let refused = match def.kind {
        KindId::Agent => {
            let own = matches!(s.step, Step::Play | Step::Mining | Step::Fire);
            let phase = list::moment(s).is_some() || own && seat == s.active;
            wrong_time(
                book,
                s,
                phase,
                AGENTS,
                "Agents are shown in windows and in your own phases",
            )
        }
        KindId::SuperWeapon => wrong_time(
            book,
            s,
            own_play,
            SUPER_WEAPONS,
            "Super Weapons are shown in your own Play phase",
        ),
        _ => Some(
            Refusal::new(format!("{} cannot be shown", def.name), ANNOUNCED)
                .help("bring it out or install it"),
        ),
    };
    refused
        .or_else(|| {
            too_dear(
                s,
                seat,
                costs::cost(book, s, seat, card),
                &def.name,
                cost_clauses(book, s, seat, card, ANNOUNCED),
            )
        })
        .or_else(|| {
            (!s.waiting.has_room()).then(|| {
                Refusal::new(
                    format!("{MAX_WAITING} announcements already wait"),
                    LAST_FIRST,
                )
            })
        })
        .or_else(|| not_nameable(book, s, seat, card, named, None))
        .or_else(|| not_held(book, s, seat, card))
}

/// Why a card may not have this target.
fn not_nameable(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    named: Named,
    by: Option<Spot>,
) -> Option<Refusal> {
    let mut found = false;
    let _ = list::nameable(book, s, seat, card, &mut |one| {
        found |= one == named;
        std::ops::ControlFlow::Continue(())
    });
    let def = book.def(card);
    if !found {
        let wanted = def.names.phrase();
        if let Some(refusal) = fights::no_target(book, s, named) {
            return Some(refusal.help(wanted));
        }
        let message = match named {
            Named::Nothing if def.names == NamesId::Announced => {
                format!(
                    "{} must name {wanted}, and there is nothing of that kind",
                    def.name
                )
            }
            _ => {
                format!(
                    "{} does not name{}",
                    def.name,
                    names::names_phrase(book, s, named)
                )
            }
        };
        return Some(Refusal::new(message, NAMED).help(wanted));
    }
    if book.protects() && by.is_none() && !list::lets_name(book, s, seat, named) {
        let message = format!(
            "player {} may not name{}",
            seat.number(),
            names::names_phrase(book, s, named)
        );
        let help = "name something else";
        let Named::Unit(spot) = named else {
            return Some(Refusal::new(message, MAY).help(help));
        };
        return Some(match auras::protecting(book, s, spot, seat) {
            Some(program) => conditions::says(book, program, (message, MAY)).help(help),
            None => {
                let asked = (spot, HookId::CanBeNamed, seat.into());
                conditions::of_units(book, s, message, std::iter::once(asked)).help(help)
            }
        });
    }
    if list::can_name(book, s, seat, card, named, by) {
        return None;
    }
    let message = format!("the condition of {} does not hold", def.name);
    Some(match def.program(def.names.hooks().0) {
        None => Refusal::new(message, NAMED),
        Some(program) => {
            let whose = [seat.n(), by.map_or(nouns::NO_CARD, Spot::n)];
            let other = nouns::named_value(named);
            conditions::fails(book, s, program, whose, other, (message, NAMED))
        }
    })
}

fn no_upgrade(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    spot: Spot,
    flag: u16,
    now: bool,
) -> Option<Refusal> {
    let permanent = flag == PERMANENT_PAID;
    let (rule, word, when) = match permanent {
        true => (
            PERMANENT,
            "Permanent",
            "Permanents are paid in your own Play phase",
        ),
        false => (
            INSTANT,
            "Instant",
            "Instants are paid in your own phases up to long range, in the windows of combat, and under an announcement",
        ),
    };
    let early = wrong_time(book, s, now, rule, when).or_else(|| not_own(book, s, seat, spot, rule));
    if early.is_some() {
        return early;
    }
    let unit = s.unit(spot)?;
    let name = names::spot_name(book, s, spot);
    let upgrade = if permanent {
        values::permanent_of(book, unit)
    } else {
        values::instant_of(book, unit)
    };
    let Some(upgrade) = upgrade else {
        return Some(Refusal::new(format!("{name} has no {word}"), rule));
    };
    if unit.is(flag) {
        return Some(Refusal::new(
            format!("the {word} of {name} has already been paid"),
            rule,
        ));
    }
    if !permanent && unit.is(RECHARGES) {
        return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
    }
    too_dear(
        s,
        seat,
        upgrade.cost,
        &format!("the {word} of {name}"),
        rule,
    )
}

fn no_tap(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    spot: Spot,
    named: Named,
    moment: Option<Moment>,
) -> Option<Refusal> {
    let now = matches!(
        moment,
        Some(Moment::Announced | Moment::Window(Time::Blocks))
    );
    let in_play = s
        .unit(spot)
        .is_some_and(|unit| book.def(unit.card).tap_in_play);
    let (now, when) = match in_play {
        true => (
            s.step == Step::Play && seat == s.active && moment.is_none(),
            "this tap is used in your own Play phase",
        ),
        false => (
            now,
            "taps are used after the blocks and under an announcement",
        ),
    };
    let early = wrong_time(book, s, now, TAP, when).or_else(|| not_own(book, s, seat, spot, TAP));
    if early.is_some() {
        return early;
    }
    let unit = s.unit(spot)?;
    let name = names::spot_name(book, s, spot);
    if book.def(unit.card).program(HookId::Tap).is_none() {
        return Some(Refusal::new(format!("{name} has no tap"), TAP));
    }
    if !unit.ready() {
        return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
    }
    if unit.is_on_moon() {
        return Some(Refusal::new(format!("{name} is on a Moon"), TAP));
    }
    not_nameable(book, s, seat, unit.card, named, Some(spot))
}

fn no_assemble(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    top: Spot,
    legs: Spot,
    now: bool,
) -> Option<Refusal> {
    let early = wrong_time(
        book,
        s,
        now,
        ASSEMBLE,
        "Mega Robots are assembled in your own Play phase",
    )
    .or_else(|| not_own(book, s, seat, top, ASSEMBLE))
    .or_else(|| not_own(book, s, seat, legs, ASSEMBLE));
    early.or_else(|| {
        Some(Refusal::new(
            "you need a single top and single legs",
            ASSEMBLE,
        ))
    })
}

/// What prevents a robot from flying to or from a Moon.
fn no_flight(book: &Rulebook, s: &State, unit: &Unit, spot: Spot, rule: RuleId) -> Option<Refusal> {
    let name = names::spot_name(book, s, spot);
    if !values::is_robot(book, unit) {
        return Some(
            Refusal::new(format!("{name} is not a Robot"), rule)
                .help("only Robots that fly may land"),
        );
    }
    if unit.is(RECHARGES) {
        return Some(Refusal::new(format!("{name} is recharging"), RECHARGING));
    }
    (!auras::flies_at(book, s, spot, unit)).then(|| {
        Refusal::new(format!("{name} does not fly"), rule).help("only Robots that fly may land")
    })
}

fn no_landing(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    spot: Spot,
    moon: MoonId,
    now: bool,
) -> Option<Refusal> {
    let early = wrong_time(
        book,
        s,
        now,
        LAND,
        "robots land in your own Moon Mining phase",
    )
    .or_else(|| not_own(book, s, seat, spot, LAND));
    if early.is_some() {
        return early;
    }
    let unit = s.unit(spot)?;
    let Some(place) = s.moon(moon) else {
        return Some(Refusal::new("this Moon is not on the table", LAND));
    };
    if unit.is_on_moon() {
        return Some(Refusal::new(
            format!("{} is already on a Moon", names::spot_name(book, s, spot)),
            ON_MOON,
        ));
    }
    no_flight(book, s, unit, spot, LAND)
        .or_else(|| {
            (!s.moon_is_free(moon)).then(|| {
                Refusal::new(
                    format!("there is already a robot on {}", book.def(place.card).name),
                    LAND,
                )
            })
        })
        .or_else(|| too_dear(s, seat, book.def(place.card).landing, "landing", LAND))
        .or_else(|| {
            (!engagement::can_land(book, s, spot, moon)).then(|| {
                let name = names::spot_name(book, s, spot);
                Refusal::new(
                    format!("{name} cannot land on {}", book.def(place.card).name),
                    MAY,
                )
            })
        })
}

fn no_return(book: &Rulebook, s: &State, seat: PlayerId, spot: Spot, now: bool) -> Option<Refusal> {
    let early = wrong_time(
        book,
        s,
        now,
        RETURN,
        "robots return in your own Moon Mining phase",
    )
    .or_else(|| not_own(book, s, seat, spot, RETURN));
    if early.is_some() {
        return early;
    }
    let unit = s.unit(spot)?;
    if !unit.is_on_moon() {
        return Some(Refusal::new(
            format!("{} is not on a Moon", names::spot_name(book, s, spot)),
            RETURN,
        ));
    }
    if unit.is(LANDED) {
        let message = format!("{} landed in this turn", names::spot_name(book, s, spot));
        return Some(Refusal::new(message, RETURN).help("wait until your next turn"));
    }
    no_flight(book, s, unit, spot, RETURN)
}

fn no_discard(
    book: &Rulebook,
    s: &State,
    seat: PlayerId,
    card: CardDefId,
    now: bool,
) -> Option<Refusal> {
    wrong_time(book, s, now, DRAW, "you may discard cards after drawing")
        .or_else(|| {
            let further = s.discarded > 0;
            further
                .then(|| too_dear(s, seat, 1, "a further card", DRAW))
                .flatten()
        })
        .or_else(|| not_held(book, s, seat, card))
}

/// The clauses and facts that allow an action.
pub(crate) fn grounds_of(book: &Rulebook, s: &State, action: Action) -> Grounds {
    let vault = || match s.asked {
        Asked::Seat(seat) => {
            format!(
                "player {} has {} in the Vault",
                seat.number(),
                coins(s.side(seat).vault)
            )
        }
        _ => String::new(),
    };
    let plain = |rule: RuleId| Grounds::new(rule);
    let decided = |rule: RuleId| match s.asked {
        Asked::Seat(seat) => fights::who_decides(book, s, seat)
            .into_iter()
            .fold(Grounds::new(rule), Grounds::fact),
        _ => Grounds::new(rule),
    };
    let paid = |card: CardDefId, rule: RuleId| {
        Grounds::new(match s.asked {
            Asked::Seat(seat) => cost_clauses(book, s, seat, card, rule),
            _ => rule.into(),
        })
        .fact(vault())
    };
    match action {
        Action::Play(card) => paid(card, PLAY),
        Action::Install(card, _) => paid(card, INSTALL),
        Action::Show(card, _) => {
            let rule = if book.def(card).kind == KindId::Agent {
                AGENTS
            } else {
                SUPER_WEAPONS
            };
            paid(card, rule)
        }
        Action::Permanent(_) => plain(PERMANENT).fact(vault()),
        Action::Instant(_) => plain(INSTANT).fact(vault()),
        Action::Tap(..) => plain(TAP),
        Action::Assemble(..) => plain(ASSEMBLE),
        Action::Land(..) => plain(LAND).fact(vault()),
        Action::Return(_) => plain(RETURN),
        Action::Fire(..) => plain(FIRE),
        Action::Attack(_) => decided(ATTACK),
        Action::AttackAt(_) => decided(AT_EQUIPMENT),
        Action::Link(..) => plain(LASTING_CHAINS),
        Action::Mark(_) => plain(CHAIN_MARKS),
        Action::Choose(_) | Action::ChooseNone => plain(CHOICES),
        Action::Block(_) => decided(BLOCK),
        Action::Chain(_) => decided(CHAINS),
        Action::Order(_) => plain(ORDER),
        Action::Discard(_) => plain(DRAW),
        _ => plain(asked_under(book, s)),
    }
}

/// The clause that determines who is asked now.
pub(crate) fn asked_under(book: &Rulebook, s: &State) -> RuleId {
    match s.step {
        _ if matches!(s.pending_chance, PendingChance::Defence(..)) => DEFENCE_DIE,
        _ if matches!(s.pending_chance, PendingChance::Top(..)) => MOON_BACKS,
        _ if matches!(s.pending_chance, PendingChance::Draw(..)) => DRAW,
        _ if matches!(s.pending_chance, PendingChance::Discard(_)) => LOST_BY_CHANCE,
        _ if matches!(s.pending_chance, PendingChance::Mill(_)) => MILLED,
        _ if s.pending_chance == PendingChance::Die => CARD_TEXT,
        _ if s.effects.runs() => CHOICES,
        Step::Over if values::living(book, s).count() > 1 => GUARD,
        Step::Over => END,
        _ if list::moment(s).is_some() => WINDOW,
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
        Step::DefenceDie => DEFENCE_DIE,
        Step::Marks => CHAIN_MARKS,
        Step::Collect => COLLECT,
        Step::Draw | Step::DrawAgain | Step::Discard => DRAW,
    }
}

const _: () = assert!(HAND == 7, "clause RE-3.8 says seven");
