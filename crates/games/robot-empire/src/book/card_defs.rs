//! Card definitions in the form that play needs, made from the facts of cards.

use crate::lexicon::{
    ComponentFact, HOOKS, HookId, KindId, MoonFact, NamesId, PORT_NAMES, SetupFact, ShownFact,
    UnitFact, VERBS, VerbId,
};
use cardwright_effects::{Card, FactValue, Handler, Op};
use cardwright_kernel::ProgramId;
use cardwright_runtime::bound::DefinitionId;

/// A placeholder for no program; a shot also has it.
pub(crate) const NO_PROGRAM: ProgramId = ProgramId(u16::MAX);
/// The condition of a card that has none, where cards say who may name them.
pub(crate) const NO_CONDITION: ProgramId = ProgramId(u16::MAX - 1);

/// The number of ports, and the port of a Component that needs none.
pub(crate) const NO_PORT: u8 = PORT_NAMES.len() as u8;

/// A Permanent or Instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Upgrade {
    /// Whether the card has it.
    pub(crate) there: bool,
    pub(crate) cost: u8,
    pub(crate) attack: u8,
    pub(crate) defence: u8,
    pub(crate) flying: bool,
}

/// A card definition: one entry for all copies of a card in one deck.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CardDef {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The card.
    pub(crate) card: DefinitionId,
    pub(crate) kind: KindId,
    /// The number of copies in its deck.
    pub(crate) copies: u8,
    /// The number printed on it; 0 for none.
    pub(crate) number: u16,
    pub(crate) cost: u8,
    /// For a cost of 1d6: its place among such card definitions plus 1; otherwise 0.
    pub(crate) cost_die: u8,
    pub(crate) attack: u8,
    pub(crate) attack_die: bool,
    pub(crate) defence: u8,
    pub(crate) defence_die: bool,
    /// The ports of a Robot, with one bit for each.
    pub(crate) ports: u8,
    /// For a Component: its port, or [`NO_PORT`].
    pub(crate) port: u8,
    /// For legs or a Component: its place in the rulebook's list plus 1.
    pub(crate) nth: u8,
    pub(crate) flying: bool,
    pub(crate) chaining: bool,
    pub(crate) long_range: u8,
    pub(crate) collect: u8,
    pub(crate) harvest: u8,
    pub(crate) single_blocker: bool,
    pub(crate) two_blockers: bool,
    pub(crate) blocks_flyers: bool,
    pub(crate) tramples: bool,
    /// Whether its tap is used in its player's Play phase.
    pub(crate) tap_in_play: bool,
    pub(crate) permanent: Upgrade,
    pub(crate) instant: Upgrade,
    /// The kind of target that it names.
    pub(crate) names: NamesId,
    /// How much less cards cost its player.
    pub(crate) discount: u8,
    /// The kinds of cards that its discount and surcharge are for, with one bit for each [`KindId`].
    pub(crate) discount_on: u16,
    pub(crate) landing: u8,
    pub(crate) value: u8,
    /// The program of each hook, in the order of the lexicon.
    pub(crate) programs: [ProgramId; HOOKS.len()],
}

impl CardDef {
    /// The cost in words: coins, or `1d6`.
    pub(crate) fn price(&self) -> String {
        match self.cost_die {
            0 => self.cost.to_string(),
            _ => "1d6".into(),
        }
    }

    /// The program of a hook.
    #[inline]
    pub(crate) fn program(&self, hook: HookId) -> Option<ProgramId> {
        Some(self.programs[usize::from(hook.n())]).filter(|program| *program != NO_PROGRAM)
    }

    /// Whether its discount and surcharge are for this kind of card.
    pub(crate) fn discount_on(&self, kind: KindId) -> bool {
        self.discount_on >> kind.n() & 1 != 0
    }

    /// Makes a definition from the facts of a card.
    pub(crate) fn of(at: DefinitionId, card: &Card, kind: KindId) -> CardDef {
        let mut def = CardDef {
            id: card.id.clone(),
            name: card.name("en").to_string(),
            card: at,
            kind,
            copies: card.copies,
            number: 0,
            cost: 0,
            cost_die: 0,
            attack: 0,
            attack_die: false,
            defence: 0,
            defence_die: false,
            ports: 0,
            port: NO_PORT,
            nth: 0,
            flying: false,
            chaining: false,
            long_range: 0,
            collect: 0,
            harvest: 0,
            single_blocker: false,
            two_blockers: false,
            blocks_flyers: false,
            tramples: false,
            tap_in_play: false,
            permanent: Upgrade::default(),
            instant: Upgrade::default(),
            names: NamesId::Nothing,
            discount: 0,
            discount_on: u16::MAX,
            landing: 0,
            value: 0,
            programs: [NO_PROGRAM; HOOKS.len()],
        };
        card.facts
            .iter()
            .for_each(|(place, value)| def.state(*place, value));
        def
    }

    fn state(&mut self, place: u8, value: &FactValue) {
        match self.kind {
            KindId::Robot
            | KindId::MegaTop
            | KindId::MegaLegs
            | KindId::Monster
            | KindId::Equipment => {
                if let Some(fact) = UnitFact::of(place) {
                    self.state_unit(fact, value);
                }
            }
            KindId::Component => {
                if let Some(fact) = ComponentFact::of(place) {
                    self.state_component(fact, value);
                }
            }
            KindId::Agent | KindId::SuperWeapon => match ShownFact::of(place) {
                Some(ShownFact::Number) => self.number = wide(value),
                Some(ShownFact::Cost) => self.cost = number(value),
                Some(ShownFact::Names) => self.names = names(value),
                Some(ShownFact::DiscountOn) => self.discount_on = kinds(value),
                None => {}
            },
            KindId::Moon => match MoonFact::of(place) {
                Some(MoonFact::Number) => self.number = wide(value),
                Some(MoonFact::Landing) => self.landing = number(value),
                Some(MoonFact::Value) => self.value = number(value),
                None => {}
            },
            // Setup cards are not played, but their number counts in decks.
            KindId::Setup => match SetupFact::of(place) {
                Some(SetupFact::Number) => self.number = wide(value),
                Some(SetupFact::Pieces) | None => {}
            },
        }
    }

    fn state_unit(&mut self, fact: UnitFact, value: &FactValue) {
        match fact {
            UnitFact::Number => self.number = wide(value),
            UnitFact::Cost => (self.cost, self.cost_die) = (number(value), rolled(value).into()),
            UnitFact::CostDie => self.cost_die |= u8::from(flag(value)),
            UnitFact::Attack => (self.attack, self.attack_die) = (number(value), rolled(value)),
            UnitFact::AttackDie => self.attack_die |= flag(value),
            UnitFact::Defence => (self.defence, self.defence_die) = (number(value), rolled(value)),
            UnitFact::DefenceDie => self.defence_die |= flag(value),
            UnitFact::Ports => {
                self.ports = words(value).iter().fold(0, |all, word| all | 1 << word)
            }
            UnitFact::Flying => self.flying = flag(value),
            UnitFact::Chaining => self.chaining = flag(value),
            UnitFact::LongRange => self.long_range = number(value),
            UnitFact::Collect => self.collect = number(value),
            UnitFact::Harvest => self.harvest = number(value),
            UnitFact::SingleBlocker => self.single_blocker = flag(value),
            UnitFact::TwoBlockers => self.two_blockers = flag(value),
            UnitFact::BlocksFlyers => self.blocks_flyers = flag(value),
            UnitFact::Tramples => self.tramples = flag(value),
            UnitFact::TapInPlay => self.tap_in_play = flag(value),
            UnitFact::PermanentCost => {
                (self.permanent.there, self.permanent.cost) = (true, number(value))
            }
            UnitFact::PermanentAttack => self.permanent.attack = number(value),
            UnitFact::PermanentDefence => self.permanent.defence = number(value),
            UnitFact::PermanentFlying => self.permanent.flying = flag(value),
            UnitFact::InstantCost => {
                (self.instant.there, self.instant.cost) = (true, number(value))
            }
            UnitFact::InstantAttack => self.instant.attack = number(value),
            UnitFact::InstantDefence => self.instant.defence = number(value),
            UnitFact::InstantFlying => self.instant.flying = flag(value),
            UnitFact::Names => self.names = names(value),
            UnitFact::Discount => self.discount = number(value),
            UnitFact::DiscountOn => self.discount_on = kinds(value),
        }
    }

    fn state_component(&mut self, fact: ComponentFact, value: &FactValue) {
        match fact {
            ComponentFact::Number => self.number = wide(value),
            ComponentFact::Cost => self.cost = number(value),
            ComponentFact::Port => self.port = words(value).first().copied().unwrap_or(NO_PORT),
            ComponentFact::Flying => self.flying = flag(value),
            ComponentFact::LongRange => self.long_range = number(value),
            ComponentFact::Defence => self.defence = number(value),
            ComponentFact::Attack => self.attack = number(value),
        }
    }

    /// The hook in which the script does what the card does.
    fn does(&self) -> Option<HookId> {
        [HookId::Play, HookId::PlayOn, HookId::PlayAgainst]
            .into_iter()
            .find(|hook| self.program(*hook).is_some())
    }

    /// The kind of target that the script's hook implies, for an Agent or Super Weapon; `None` for a tap.
    fn names_of_script(&self, tap: bool) -> Option<&'static str> {
        match self.does().filter(|_| !tap)? {
            HookId::PlayOn => Some("opponents-target"),
            HookId::PlayAgainst => Some("opponent"),
            _ => Some("nothing"),
        }
    }

    /// What makes a part of the card meaningless, if anything.
    pub(crate) fn flaw(&self, card: &Card) -> Option<String> {
        self.lacks()
            .or_else(|| self.idle_condition())
            .or_else(|| self.idle_fact())
            .or_else(|| self.unnamed(card))
            .or_else(|| self.never_lasts(card))
    }

    /// What the card's script lacks, if anything.
    fn lacks(&self) -> Option<String> {
        let tap = self.program(HookId::Tap).is_some();
        let wanted = match (self.kind, self.names) {
            (kind, _) if kind.comes_out() && self.tap_in_play && !tap => {
                return Some(format!(
                    "{}: `tap_in_play` is for a tap, and its script has none; write `fn tap(me) {{ … }}`, or leave it out",
                    self.name
                ));
            }
            (kind, NamesId::Nothing) if kind.comes_out() && !tap => return None,
            (kind, NamesId::Opponent | NamesId::Announced) if kind.comes_out() => {
                return Some(format!(
                    "{}: a tap names a card on the table, your own Battery, or nothing; write `names = \"own-fighter\"`, or leave it out",
                    self.name
                ));
            }
            (kind, _) if kind.comes_out() => HookId::Tap,
            (KindId::Agent | KindId::SuperWeapon, NamesId::OwnEquipmentOrBattery) => {
                return Some(format!(
                    "{}: only taps may name a Battery; write another `names`",
                    self.name
                ));
            }
            (KindId::Agent | KindId::SuperWeapon, names) => names.hooks().1,
            _ => return None,
        };
        let missing = self.program(wanted).is_none();
        missing.then(|| match self.names_of_script(tap) {
            Some(names) => format!(
                "{}: its script has `{}`, which does not go with what it names; write `names = {names:?}` in the card file, or `fn {} {{ … }}` in the script",
                self.name,
                self.does().map_or("", name),
                signature(wanted)
            ),
            None => format!(
                "{}: by what it names, its script needs `{}`; write `fn {} {{ … }}`, or correct `names`",
                self.name,
                name(wanted),
                signature(wanted)
            ),
        })
    }

    /// A condition for naming or showing the card that is never asked.
    fn idle_condition(&self) -> Option<String> {
        let out = self.kind.comes_out();
        let asked = match self.program(HookId::Tap).is_some() || !out {
            true => Some(self.names.hooks().0),
            false => None,
        };
        let conditions = [HookId::Can, HookId::CanOn, HookId::CanAgainst].into_iter();
        let idle = conditions
            .filter(|hook| Some(*hook) != asked)
            .find(|hook| self.program(*hook).is_some())?;
        Some(match asked {
            Some(asked) => format!(
                "{}: `{}` does not go with what it names; write `fn {}`",
                self.name,
                name(idle),
                signature(asked)
            ),
            None => format!(
                "{}: `{}` is the condition of a tap, and its script has none; write `fn tap(me) {{ … }}`, or remove `{}`",
                self.name,
                name(idle),
                name(idle)
            ),
        })
    }

    /// A fact or function that has no effect without another fact.
    fn idle_fact(&self) -> Option<String> {
        let has = |hook: HookId| self.program(hook).is_some();
        let adds = |upgrade: Upgrade| {
            !upgrade.there && (upgrade.attack > 0 || upgrade.defence > 0 || upgrade.flying)
        };
        let single = matches!(
            self.kind,
            KindId::Robot | KindId::Monster | KindId::Equipment
        );
        let monster = self.kind == KindId::Monster;
        let equipment = self.kind == KindId::Equipment;
        let reprices = has(HookId::Discount) || has(HookId::Surcharge) || self.discount > 0;
        let idle: &[(bool, &str)] = &[
            (
                adds(self.permanent) || single && !self.permanent.there && has(HookId::OnPermanent),
                "it has no Permanent; write `permanent_cost = 2`, or leave out `permanent_attack`, `permanent_defence`, `permanent_flying` and `on_permanent`",
            ),
            (
                adds(self.instant) || single && !self.instant.there && has(HookId::OnInstant),
                "it has no Instant; write `instant_cost = 1`, or leave out `instant_attack`, `instant_defence`, `instant_flying` and `on_instant`",
            ),
            (
                single && has(HookId::OnSurvived) && !has(HookId::Survives),
                "it never survives; write `fn survives(me) { not(this.survived) }`, or leave out `on_survived`",
            ),
            (
                single && has(HookId::OnLossChanged) && !has(HookId::BatteryLoss),
                "it never changes what a Battery loses; write `fn battery_loss(me, points) { points / 2 }`, or leave out `on_battery_loss_changed`",
            ),
            (
                monster && has(HookId::OnInstalled),
                "only Robots get Components; leave out `on_installed`",
            ),
            (
                self.cost_die > 0 && self.cost > 0,
                "it costs coins or 1d6, not both; write `cost = \"1d6\"`",
            ),
            (
                self.chaining && !monster,
                "only Monsters form chains; leave out `chaining`",
            ),
            (
                (monster || equipment) && self.harvest > 0,
                "only Robots land on Moons; leave out `harvest`",
            ),
            (
                monster
                    && (has(HookId::OnLanded) || has(HookId::OnHarvest) || has(HookId::CanLand)),
                "only Robots land on Moons; leave out `on_landed`, `on_harvest` and `can_land`",
            ),
            (
                equipment
                    && (self.attack > 0
                        || self.attack_die
                        || self.flying
                        || self.single_blocker
                        || self.two_blockers
                        || self.blocks_flyers
                        || self.tramples),
                "Equipment does not fight; leave out `attack`, `attack_die`, `flying`, `single_blocker`, `two_blockers`, `blocks_flyers` and `tramples`",
            ),
            (
                self.single_blocker && self.two_blockers,
                "nobody can block it with both `single_blocker` and `two_blockers`; write `fn can_be_blocked_by(me, blocker) { false }`",
            ),
            (
                self.discount_on != u16::MAX && !reprices,
                "`discount_on` is for a discount; write `discount = 1`",
            ),
            (
                single && !self.attack_die && has(HookId::OnAttackDie),
                "its attack has no die; write `attack = \"1d6\"`",
            ),
            (
                (monster || equipment)
                    && self.long_range == 0
                    && !has(HookId::LongRangeBonus)
                    && has(HookId::OnFired),
                "it has no long range; write `long_range = 2`, or leave out `on_fired`",
            ),
        ];
        let (_, what) = idle.iter().find(|(idle, _)| *idle)?;
        Some(format!("{}: {what}", self.name))
    }

    /// A card in play that would end an effect that lasts.
    fn never_lasts(&self, card: &Card) -> Option<String> {
        let stop = &VERBS[usize::from(VerbId::StopStaying.n())];
        let shown = matches!(self.kind, KindId::Agent | KindId::SuperWeapon);
        let stops = |op: &Op| matches!(op, Op::Do { verb, .. } if *verb == VerbId::StopStaying.n());
        let mut handlers = card.handlers.iter().filter(|_| !shown);
        let idle = handlers.find(|handler| handler.program.ops.iter().any(stops))?;
        let hook = HOOKS.get(usize::from(idle.hook))?;
        Some(format!(
            "{}: `{}` is for an Agent or Super Weapon that lasts; remove it from `{}`",
            self.name, stop.name, hook.name
        ))
    }

    /// A tap that uses its target although the card names none.
    fn unnamed(&self, card: &Card) -> Option<String> {
        let taps = |handler: &&Handler| handler.hook == HookId::Tap.n();
        let effect = card.handlers.iter().find(taps)?.effect.as_ref()?;
        (self.names == NamesId::Nothing && effect.uses_param(1)).then(|| {
            format!(
                "{}: its `tap` uses a target, and the card names none; write `names = \"opponents-fighter\"` in the card file",
                self.name
            )
        })
    }
}

fn name(hook: HookId) -> &'static str {
    HOOKS[usize::from(hook.n())].name
}

/// A hook with its parameters, as a script defines it.
fn signature(hook: HookId) -> String {
    let hook = &HOOKS[usize::from(hook.n())];
    let params: Vec<&str> = hook.params.iter().map(|param| param.name).collect();
    format!("{}({})", hook.name, params.join(", "))
}

fn wide(value: &FactValue) -> u16 {
    match value {
        FactValue::Number(number) => u16::try_from(*number).unwrap_or(u16::MAX),
        FactValue::Quantity(rolled) => u16::try_from(rolled.number).unwrap_or(0),
        _ => 0,
    }
}

fn number(value: &FactValue) -> u8 {
    u8::try_from(wide(value)).unwrap_or(u8::MAX)
}

/// Whether the value contains a die.
fn rolled(value: &FactValue) -> bool {
    matches!(value, FactValue::Quantity(rolled) if rolled.dice > 0)
}

fn flag(value: &FactValue) -> bool {
    matches!(value, FactValue::Flag(true))
}

fn words(value: &FactValue) -> &[u8] {
    match value {
        FactValue::Words(words) => words,
        _ => &[],
    }
}

/// Kinds of cards, with one bit for each [`KindId`].
fn kinds(value: &FactValue) -> u16 {
    words(value).iter().fold(0, |all, word| all | 1 << word)
}

fn names(value: &FactValue) -> NamesId {
    words(value)
        .first()
        .and_then(|word| NamesId::of(*word))
        .unwrap_or(NamesId::Nothing)
}
