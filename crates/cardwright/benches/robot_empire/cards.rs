//! The numbers of the cards, in this order: Robots, tops, legs, Monsters, Equipment, Agents, Components, Super Weapons,
//! Moons.

pub(super) type Card = u8;

pub(super) const BRAX: Card = 0;
pub(super) const VOLT: Card = 1;
pub(super) const GLADIUS: Card = 7;
pub(super) const DICE_DRIVE: Card = 8;
pub(super) const MOLE: Card = 9;
pub(super) const AEGIS: Card = 10;
pub(super) const TOPS: Card = 12;
pub(super) const REACTOR: Card = 14;
pub(super) const LEGS: Card = 15;
pub(super) const STRIDER: Card = 16;
pub(super) const MONSTERS: Card = 18;
pub(super) const WILD_MUTANT: Card = 25;
pub(super) const EQUIPMENT: Card = 26;
pub(super) const MINT: Card = 27;
pub(super) const BASE_FIELD: Card = 28;
pub(super) const REPAIR_BAY: Card = 30;
pub(super) const AGENTS: Card = 31;
pub(super) const SABOTEUR: Card = 31;
pub(super) const MECHANIC: Card = 32;
pub(super) const SNIPER: Card = 33;
pub(super) const HACKER: Card = 34;
pub(super) const PICKPOCKET: Card = 35;
pub(super) const DOUBLE_AGENT: Card = 36;
pub(super) const TECHNICIAN: Card = 37;
pub(super) const DEMOLITION: Card = 38;
pub(super) const COMPONENTS: Card = 39;
pub(super) const SUPER_WEAPONS: Card = 42;
pub(super) const LASER: Card = 42;
pub(super) const EMP: Card = 43;
pub(super) const METEOR: Card = 44;
pub(super) const MOONS: Card = 46;
pub(super) const CARDS: usize = 50;

/// What a card costs; the Wild Mutant a roll.
pub(super) const COST: [u8; 46] = [
    6, 3, 4, 5, 3, 6, 2, 5, 4, 4, 7, 8, 6, 7, 5, 4, 5, 6, 1, 1, 2, 2, 3, 3, 4, 0, 3, 5, 4, 4, 3, 2,
    1, 2, 2, 1, 3, 2, 3, 2, 3, 2, 5, 4, 6, 6,
];
/// Attack, without the die of the Dice Drive.
pub(super) const ATTACK: [u8; 31] = [
    4, 2, 1, 3, 3, 2, 1, 4, 0, 2, 3, 5, 6, 3, 4, 0, 1, 1, 1, 1, 1, 2, 3, 2, 3, 3, 0, 0, 0, 0, 0,
];
pub(super) const DEFENCE: [u8; 31] = [
    5, 2, 6, 3, 1, 3, 2, 3, 2, 4, 6, 5, 4, 3, 3, 6, 4, 4, 1, 1, 3, 1, 2, 2, 4, 3, 3, 3, 6, 3, 3,
];
pub(super) const RANGE: [u8; 31] = [
    0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0,
];
/// Sky Talon, Nova Marshal, Thruster Legs, Sky Leech.
pub(super) const FLIES: u64 = 1 << 3 | 1 << 11 | 1 << 17 | 1 << 23;
/// Scrap Rat, Rust Swarm, Wire Wolf.
pub(super) const CHAINS: u64 = 1 << 18 | 1 << 19 | 1 << 21;
pub(super) const LANDING: [u8; 4] = [0, 1, 2, 3];
pub(super) const VALUE: [u8; 4] = [3, 4, 6, 8];

/// Copies of each card.
pub(super) fn copies(card: Card) -> u8 {
    match card {
        MONSTERS..AGENTS => 3,
        COMPONENTS..SUPER_WEAPONS => 4,
        _ => 2,
    }
}
