//! The cards of Robot Empire again, copied from the tables of the specification. No file of the pack is read.

/// An amount: a number, or one roll of a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Amount {
    Number(i32),
    Die,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Robot,
    Top,
    Legs,
    Monster,
    Equipment,
    Agent,
    Component,
    SuperWeapon,
    Moon,
}

/// The cost and effect of a Permanent or an Instant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Upgrade {
    pub(super) cost: i32,
    pub(super) attack: i32,
    pub(super) defence: i32,
    pub(super) flying: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Card {
    pub(super) id: &'static str,
    pub(super) kind: Kind,
    pub(super) cost: Amount,
    pub(super) attack: Amount,
    pub(super) defence: i32,
    /// The initials of its ports: J, R, F.
    pub(super) ports: &'static str,
    pub(super) flying: bool,
    pub(super) chaining: bool,
    pub(super) single_blocker: bool,
    pub(super) long_range: i32,
    pub(super) collect: i32,
    pub(super) harvest: i32,
    pub(super) permanent: Option<Upgrade>,
    pub(super) instant: Option<Upgrade>,
    /// For a Moon: the cost of landing, and its coins.
    pub(super) landing: i32,
    pub(super) value: i32,
    pub(super) copies: i32,
}

/// The rows: id, kind, cost, attack/defence, ports, printed text, copies.
const ROWS: &str = "
brax-the-strong   | robot        | 6   | 4/5   | JRF | permanent 2 attack 1          | 2
volt-runner       | robot        | 3   | 2/2   | J   | instant 1 flying              | 2
iron-sentinel     | robot        | 4   | 1/6   | F   |                               | 2
sky-talon         | robot        | 5   | 3/3   | R   | flying                        | 2
piston-jack       | robot        | 3   | 3/1   | R   |                               | 2
long-tom          | robot        | 6   | 2/3   | R   | range 2                       | 2
gearhound         | robot        | 2   | 1/2   | J   |                               | 2
gladius-unit      | robot        | 5   | 4/3   | JR  | permanent 3 flying            | 2
dice-drive        | robot        | 4   | 1d6/2 | R   |                               | 2
mole-driller      | robot        | 4   | 2/4   | J   | harvest 2, instant 2 flying   | 2
aegis-prime       | robot        | 7   | 3/6   | JF  | instant 2 defence 3           | 2
nova-marshal      | robot        | 8   | 5/5   | F   | flying, range 1               | 2
titan-torso       | top          | 6   | 6/4   |     |                               | 2
artillery-torso   | top          | 7   | 3/3   |     | range 4                       | 2
reactor-torso     | top          | 5   | 4/3   |     | collect 1                     | 2
tread-legs        | legs         | 4   | 0/6   |     |                               | 2
strider-legs      | legs         | 5   | 1/4   |     | single                        | 2
thruster-legs     | legs         | 6   | 1/4   |     | flying                        | 2
scrap-rat         | monster      | 1   | 1/1   |     | chaining                      | 3
rust-swarm        | monster      | 1   | 1/1   |     | chaining                      | 3
acid-slug         | monster      | 2   | 1/3   |     |                               | 3
wire-wolf         | monster      | 2   | 2/1   |     | chaining                      | 3
cave-brute        | monster      | 3   | 3/2   |     |                               | 3
sky-leech         | monster      | 3   | 2/2   |     | flying                        | 3
boulder-ape       | monster      | 4   | 3/4   |     |                               | 3
wild-mutant       | monster      | 1d6 | 3/3   |     |                               | 3
power-mine        | equipment    | 3   | 0/3   |     | collect 1                     | 3
mint              | equipment    | 5   | 0/3   |     | collect 2                     | 3
base-force-field  | equipment    | 4   | 0/6   |     |                               | 3
missile-launcher  | equipment    | 4   | 0/3   |     | range 2                       | 3
repair-bay        | equipment    | 3   | 0/3   |     |                               | 3
saboteur          | agent        | 2   | 0/0   |     |                               | 2
field-mechanic    | agent        | 1   | 0/0   |     |                               | 2
sniper            | agent        | 2   | 0/0   |     |                               | 2
hacker            | agent        | 2   | 0/0   |     |                               | 2
pickpocket        | agent        | 1   | 0/0   |     |                               | 2
double-agent      | agent        | 3   | 0/0   |     |                               | 2
power-technician  | agent        | 2   | 0/0   |     |                               | 2
demolition-expert | agent        | 3   | 0/0   |     |                               | 2
jump-jets         | component    | 2   | 0/0   | J   | flying                        | 4
rockets           | component    | 3   | 0/0   | R   | range 2                       | 4
force-field       | component    | 2   | 0/2   | F   |                               | 4
orbital-laser     | super-weapon | 5   | 0/0   |     |                               | 2
emp-burst         | super-weapon | 4   | 0/0   |     |                               | 2
meteor-strike     | super-weapon | 6   | 0/0   |     |                               | 2
core-overload     | super-weapon | 6   | 0/0   |     |                               | 2
luna-minor        | moon         | 0   | 0/0   |     | landing 0, value 3            | 2
ferrous           | moon         | 0   | 0/0   |     | landing 1, value 4            | 2
helix             | moon         | 0   | 0/0   |     | landing 2, value 6            | 2
deep-titanium     | moon         | 0   | 0/0   |     | landing 3, value 8            | 2
";

fn amount(text: &str) -> Amount {
    if text == "1d6" {
        Amount::Die
    } else {
        Amount::Number(text.parse().unwrap())
    }
}

fn upgrade(words: &[&str]) -> Option<Upgrade> {
    let mut upgrade = Upgrade {
        cost: words[0].parse().unwrap(),
        ..Upgrade::default()
    };
    match words[1] {
        "attack" => upgrade.attack = words[2].parse().unwrap(),
        "defence" => upgrade.defence = words[2].parse().unwrap(),
        _ => upgrade.flying = true,
    }
    Some(upgrade)
}

fn card(row: &'static str) -> Card {
    let cells: Vec<&'static str> = row.split('|').map(str::trim).collect();
    let kind = match cells[1] {
        "robot" => Kind::Robot,
        "top" => Kind::Top,
        "legs" => Kind::Legs,
        "monster" => Kind::Monster,
        "equipment" => Kind::Equipment,
        "agent" => Kind::Agent,
        "component" => Kind::Component,
        "super-weapon" => Kind::SuperWeapon,
        _ => Kind::Moon,
    };
    let (attack, defence) = cells[3].split_once('/').unwrap();
    let mut card = Card {
        id: cells[0],
        kind,
        cost: amount(cells[2]),
        attack: amount(attack),
        defence: defence.parse().unwrap(),
        ports: cells[4],
        flying: false,
        chaining: false,
        single_blocker: false,
        long_range: 0,
        collect: 0,
        harvest: 0,
        permanent: None,
        instant: None,
        landing: 0,
        value: 0,
        copies: cells[6].parse().unwrap(),
    };
    for printed in cells[5]
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let words: Vec<&str> = printed.split_whitespace().collect();
        let number = || words[1].parse().unwrap();
        match words[0] {
            "flying" => card.flying = true,
            "chaining" => card.chaining = true,
            "single" => card.single_blocker = true,
            "range" => card.long_range = number(),
            "collect" => card.collect = number(),
            "harvest" => card.harvest = number(),
            "landing" => card.landing = number(),
            "value" => card.value = number(),
            "permanent" => card.permanent = upgrade(&words[1..]),
            "instant" => card.instant = upgrade(&words[1..]),
            other => panic!("nothing is known of {other}"),
        }
    }
    card
}

/// All cards that may be in a deck.
pub(super) fn all() -> Vec<Card> {
    ROWS.lines()
        .filter(|row| !row.is_empty())
        .map(card)
        .collect()
}

#[test]
fn the_table_has_the_cards_that_the_rules_count() {
    let count = |kind: Kind| {
        all()
            .iter()
            .filter(|card| card.kind == kind)
            .map(|card| card.copies)
            .sum::<i32>()
    };
    let kinds = [
        (Kind::Robot, 24),
        (Kind::Top, 6),
        (Kind::Legs, 6),
        (Kind::Monster, 24),
        (Kind::Agent, 16),
        (Kind::Component, 12),
        (Kind::SuperWeapon, 8),
        (Kind::Equipment, 15),
        (Kind::Moon, 8),
    ];
    for (kind, copies) in kinds {
        assert_eq!(count(kind), copies, "{kind:?}");
    }
}
