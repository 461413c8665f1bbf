//! Robot Empire for two players, written by hand for speed alone: what a simulator of this one game, with its usual
//! rules and nothing else, costs. It shares no code with the engine. A turn is a page of calls, cards are numbers,
//! lists are reused; random play draws evenly among the actions, as the engine's does.

#[path = "cards.rs"]
mod cards;
#[path = "fight.rs"]
mod fight;

use cards::*;

const NEW: u8 = 1;
const RECHARGING: u8 = 2;
const PERMANENT: u8 = 4;
const INSTANT: u8 = 8;
const LANDED: u8 = 16;
const GONE: u8 = 32;
const BLOCKED: u8 = 64;
const NONE: u8 = 255;
const SIDE: usize = 32;

/// A card on the table.
#[derive(Clone, Copy)]
struct Unit {
    card: Card,
    legs: Card,
    flags: u8,
    /// Jump Jets 1, Rockets 2, Force Field 4.
    parts: u8,
    damage: u8,
    prevented: u8,
    /// The Moon it is on, plus 1.
    moon: u8,
    /// As attacker 1; as blocker the attacker it blocks, plus 1.
    fight: u8,
    /// The first of its chain, plus 1.
    chain: u8,
    rolled: u8,
    due: u8,
}

impl Unit {
    fn of(card: Card) -> Unit {
        Unit {
            card,
            legs: NONE,
            flags: NEW,
            parts: 0,
            damage: 0,
            prevented: 0,
            moon: 0,
            fight: 0,
            chain: 0,
            rolled: 0,
            due: 0,
        }
    }

    fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn robot(&self) -> bool {
        self.card < TOPS || self.legs != NONE
    }

    fn front(&self) -> bool {
        self.flags & GONE == 0
            && self.moon == 0
            && (self.robot() || (MONSTERS..EQUIPMENT).contains(&self.card))
    }

    fn target(&self) -> bool {
        self.front() || self.equipment()
    }

    fn equipment(&self) -> bool {
        self.flags & GONE == 0 && self.card >= EQUIPMENT
    }

    fn paid(&self, flag: u8) -> bool {
        self.flags & (flag | RECHARGING) == flag
    }

    fn attack(&self) -> u8 {
        let legs = if self.legs == NONE {
            0
        } else {
            ATTACK[usize::from(self.legs)]
        };
        let paid = u8::from(self.card == BRAX && self.paid(PERMANENT));
        ATTACK[usize::from(self.card)] + legs + paid + self.rolled
    }

    fn defence(&self) -> u8 {
        let legs = if self.legs == NONE {
            0
        } else {
            DEFENCE[usize::from(self.legs)]
        };
        let paid = if self.card == AEGIS && self.paid(INSTANT) {
            3
        } else {
            0
        };
        DEFENCE[usize::from(self.card)] + legs + paid + (self.parts >> 2 & 1) * 2
    }

    fn flies(&self) -> bool {
        FLIES >> self.card & 1 != 0
            || self.legs != NONE && FLIES >> self.legs & 1 != 0
            || self.parts & 1 != 0
            || self.card == GLADIUS && self.paid(PERMANENT)
            || (self.card == VOLT || self.card == MOLE) && self.paid(INSTANT)
    }

    fn range(&self) -> u8 {
        if self.card >= TOPS && self.card < MONSTERS && self.legs == NONE {
            return 0;
        }
        RANGE[usize::from(self.card)].max(self.parts & 2)
    }

    fn permanent_cost(&self) -> u8 {
        match self.card {
            BRAX => 2,
            GLADIUS => 3,
            _ => 0,
        }
    }

    fn instant_cost(&self) -> u8 {
        match self.card {
            VOLT => 1,
            MOLE | AEGIS => 2,
            _ => 0,
        }
    }

    fn coins(&self) -> u8 {
        let permanent = if self.is(PERMANENT) {
            self.permanent_cost()
        } else {
            0
        };
        permanent
            + if self.is(INSTANT) {
                self.instant_cost()
            } else {
                0
            }
    }
}

struct Side {
    units: Vec<Unit>,
    hand: [Card; 7],
    held: usize,
    battery: u8,
    vault: u8,
    prevented: u8,
    /// Agents in the hand.
    agents: u8,
}

/// What an action names: nothing, a card on the table of a side, a player.
#[derive(Clone, Copy, PartialEq)]
enum Named {
    Nothing,
    Unit(u8, u8),
    Player,
}

#[derive(Clone, Copy)]
enum Act {
    End,
    Play(Card),
    Install(Card, u8),
    Show(Card, Named),
    Permanent(u8),
    Instant(u8),
    Tap(u8, Named),
    Assemble(u8, u8),
    Land(u8, u8),
    Return(u8),
    Fire(u8, u8),
}

#[derive(Clone, Copy)]
struct Waiting {
    card: Card,
    owner: u8,
    named: Named,
    shot: u8,
}

#[derive(Clone, Copy, PartialEq)]
enum At {
    Start,
    Play,
    BeforeMining,
    Mining,
    BeforeCombat,
    Fire,
    Attackers,
    Blocks,
    Ended,
    Announced,
}

/// Somebody's Battery is empty.
struct Over;

struct Game {
    sides: [Side; 2],
    moons: Vec<(Card, u8)>,
    deck: [u8; CARDS],
    left: u32,
    pile: [u8; CARDS],
    chest: u8,
    active: usize,
    waiting: Vec<Waiting>,
    acts: Vec<Act>,
    mutant_tried: bool,
    lost: bool,
    decisions: u64,
    random: Random,
}

struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xDA3E_39CB_94B9_5BDB);
        random.below(2);
        random
    }

    fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let word = (((self.0 >> 18) ^ self.0) >> 27) as u32;
        let word = word.rotate_right((self.0 >> 59) as u32);
        ((u64::from(word) * u64::from(n)) >> 32) as u32
    }
}

impl Game {
    fn new() -> Game {
        let side = || Side {
            units: Vec::with_capacity(SIDE),
            hand: [0; 7],
            held: 0,
            battery: 20,
            vault: 6,
            prevented: 0,
            agents: 0,
        };
        Game {
            sides: [side(), side()],
            moons: Vec::with_capacity(16),
            deck: [0; CARDS],
            left: 0,
            pile: [0; CARDS],
            chest: 28,
            active: 0,
            waiting: Vec::with_capacity(8),
            acts: Vec::with_capacity(512),
            mutant_tried: false,
            lost: false,
            decisions: 0,
            random: Random(0),
        }
    }

    /// One random game; the turns.
    fn play(&mut self, seed: u64) -> u64 {
        for side in &mut self.sides {
            side.units.clear();
            (
                side.held,
                side.battery,
                side.vault,
                side.prevented,
                side.agents,
            ) = (0, 20, 6, 0, 0);
        }
        self.moons.clear();
        self.waiting.clear();
        (self.chest, self.lost, self.pile) = (28, false, [0; CARDS]);
        for card in 0..CARDS {
            self.deck[card] = copies(card as Card);
        }
        self.left = self.deck.iter().map(|number| u32::from(*number)).sum();
        self.random = Random::new(seed);
        let moon = MOONS + self.choose(8) as Card / 2;
        self.deck[usize::from(moon)] -= 1;
        self.left -= 1;
        self.lay_moon(moon);
        self.fill(0);
        self.fill(1);
        let first = self.choose(2);
        let (mut turns, mut rounds, mut quiet) = (0, 0, 0);
        self.active = first;
        loop {
            turns += 1;
            if self.turn().is_err() {
                return turns;
            }
            for side in &mut self.sides {
                side.prevented = 0;
                for unit in &mut side.units {
                    (unit.damage, unit.prevented) = (0, 0);
                }
            }
            if self.active == 1 {
                rounds += 1;
                quiet = if self.lost { 0 } else { quiet + 1 };
                self.lost = false;
                if quiet >= 30 || rounds >= 120 {
                    return turns;
                }
            }
            self.active ^= 1;
        }
    }

    /// One of so many actions.
    fn choose(&mut self, number: usize) -> usize {
        self.decisions += 1;
        self.random.below(number as u32) as usize
    }

    fn turn(&mut self) -> Result<(), Over> {
        self.begin_turn();
        self.window(At::Start)?;
        self.phase(At::Play)?;
        self.window(At::BeforeMining)?;
        self.phase(At::Mining)?;
        self.window(At::BeforeCombat)?;
        self.phase(At::Fire)?;
        self.combat()?;
        let mut collected = 3;
        for unit in &self.sides[self.active].units {
            if unit.is(RECHARGING) || unit.moon != 0 {
                continue;
            }
            collected += match unit.card {
                EQUIPMENT => 1,
                MINT => 2,
                REACTOR if unit.legs != NONE => 1,
                _ => 0,
            };
        }
        let taken = self.taken_of_chest(collected);
        self.sides[self.active].vault += taken;
        self.fill(self.active);
        self.discard();
        self.fill(self.active);
        self.window(At::Ended)
    }

    fn begin_turn(&mut self) {
        self.mutant_tried = false;
        for seat in 0..2 {
            for unit in &mut self.sides[seat].units {
                if unit.is(INSTANT) {
                    self.chest += unit.instant_cost();
                    unit.flags &= !INSTANT;
                }
                if seat == self.active {
                    unit.flags &= !(RECHARGING | NEW | LANDED);
                }
            }
        }
    }

    fn window(&mut self, at: At) -> Result<(), Over> {
        let not_active = matches!(at, At::Start | At::BeforeMining | At::BeforeCombat);
        let mut passed = 0u8;
        loop {
            let other = self.active ^ 1;
            let seat = if passed & 1 == 0 && self.anything(other, at) {
                passed |= 1;
                other
            } else if passed & 2 == 0 && !not_active && self.anything(self.active, at) {
                passed |= 3;
                self.active
            } else {
                return Ok(());
            };
            self.acts.push(Act::End);
            let act = self.drawn();
            if !matches!(act, Act::End) {
                passed = 0;
                self.carry_out(seat, act, at)?;
            }
        }
    }

    /// Fills the list with what somebody may do; whether there is anything.
    fn anything(&mut self, seat: usize, at: At) -> bool {
        self.acts.clear();
        self.open_acts(seat, at);
        !self.acts.is_empty()
    }

    fn drawn(&mut self) -> Act {
        let nth = self.choose(self.acts.len());
        self.acts[nth]
    }

    fn phase(&mut self, at: At) -> Result<(), Over> {
        loop {
            let seat = self.active;
            self.acts.clear();
            match at {
                At::Play => self.play_acts(seat),
                At::Mining => self.moon_acts(seat),
                _ => self.fire_acts(seat),
            }
            self.open_acts(seat, at);
            if self.acts.is_empty() {
                return Ok(());
            }
            self.acts.push(Act::End);
            let act = self.drawn();
            if matches!(act, Act::End) {
                return Ok(());
            }
            self.carry_out(seat, act, at)?;
        }
    }

    fn taken_of_chest(&mut self, coins: u8) -> u8 {
        let taken = coins.min(self.chest);
        self.chest -= taken;
        taken
    }

    fn pay(&mut self, seat: usize, coins: u8) {
        self.sides[seat].vault -= coins;
        self.chest += coins;
    }

    fn lay_moon(&mut self, card: Card) {
        let coins = self.taken_of_chest(VALUE[usize::from(card - MOONS)]);
        self.moons.push((card, coins));
    }

    fn fill(&mut self, seat: usize) {
        while self.sides[seat].held < 7 {
            if self.left == 0 {
                self.deck = std::mem::replace(&mut self.pile, [0; CARDS]);
                self.left = self.deck.iter().map(|number| u32::from(*number)).sum();
                if self.left == 0 {
                    return;
                }
            }
            let mut nth = self.choose(self.left as usize) as u32;
            let mut card = 0;
            while nth >= u32::from(self.deck[card]) {
                nth -= u32::from(self.deck[card]);
                card += 1;
            }
            self.deck[card] -= 1;
            self.left -= 1;
            if card >= usize::from(MOONS) {
                self.lay_moon(card as Card);
            } else {
                let side = &mut self.sides[seat];
                side.hand[side.held] = card as Card;
                side.held += 1;
                side.agents += u8::from((AGENTS..COMPONENTS).contains(&(card as Card)));
            }
        }
    }

    fn let_go(&mut self, seat: usize, card: Card) {
        let side = &mut self.sides[seat];
        let at = side.hand[..side.held]
            .iter()
            .position(|held| *held == card)
            .unwrap();
        side.held -= 1;
        side.hand[at] = side.hand[side.held];
        side.agents -= u8::from((AGENTS..COMPONENTS).contains(&card));
    }

    /// The different cards of a hand, a bit each.
    fn hand(&self, seat: usize) -> u64 {
        let side = &self.sides[seat];
        side.hand[..side.held]
            .iter()
            .fold(0, |all, card| all | 1 << card)
    }

    fn discard(&mut self) {
        let seat = self.active;
        let mut first = true;
        loop {
            let hand = self.hand(seat);
            if hand == 0 || !first && self.sides[seat].vault == 0 {
                return;
            }
            let nth = self.choose(hand.count_ones() as usize + 1);
            if nth == hand.count_ones() as usize {
                return;
            }
            let mut rest = hand;
            for _ in 0..nth {
                rest &= rest - 1;
            }
            let card = rest.trailing_zeros() as Card;
            self.let_go(seat, card);
            self.pile[usize::from(card)] += 1;
            if !first {
                self.pay(seat, 1);
            }
            first = false;
        }
    }

    /// Closes the gaps of cards that left.
    fn tidy(&mut self) {
        for side in &mut self.sides {
            side.units.retain(|unit| !unit.is(GONE));
        }
    }
}

/// What many random games came to.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) decisions: u64,
    pub(crate) turns: u64,
}

/// Plays random games.
pub(crate) fn play(games: u64, seed: u64) -> Played {
    let mut played = Played::default();
    let mut game = Game::new();
    for nth in 0..games {
        played.turns += game.play(seed.wrapping_add(nth));
    }
    played.decisions = game.decisions;
    played
}
