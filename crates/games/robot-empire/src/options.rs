//! The options of the game: the variant for each open question (see [`crate::questions`]), the
//! printed variants of the rulebook, and a few settings.

use crate::rules::START;
use crate::state::{BATTERY, COINS};
use cardwright_kernel::meant;
use cardwright_runtime::options::set_all;
use cardwright_runtime::{options, values};

values! {
    /// A yes-or-no option whose default is yes.
    Yes {
        /// The rule applies.
        Yes = "yes",
        /// The rule does not apply.
        No = "no"
    }
    /// A yes-or-no option whose default is no.
    No {
        /// The rule does not apply.
        No = "no",
        /// The rule applies.
        Yes = "yes"
    }
    /// The number of coins on each Battery at the start (clause RE-2.2).
    Battery {
        /// Every player starts with 20 coins.
        Twenty = "20",
        /// Each player chooses 15 to 20 coins.
        Choose = "choose"
    }
    /// Which players a window asks (clause RE-6.12).
    Ask {
        /// Players who can do something now.
        WhenPlayable = "when-playable",
        /// Every player with a card in hand and a coin, so that not being asked reveals nothing.
        WhenHolding = "when-holding"
    }
    /// Q-RS-1: when the die for a defence of 1d6 is rolled.
    DefenceDie {
        /// Every time damage is dealt to the card.
        EachTime = "each-time",
        /// The first time damage is dealt to the card in a turn.
        OnceATurn = "once-a-turn"
    }
    /// Q-RS-2: how damage is divided among several blockers.
    SeveralBlockers {
        /// Each blocker in turn gets as much as destroys it.
        InOrder = "in-order",
        /// One blocker gets all the damage.
        OneChosen = "one-chosen"
    }
    /// Q-RS-3: whose cards are reactivated at the beginning of a turn.
    Reactivate {
        /// The active player's cards.
        Active = "active",
        /// Every player's cards.
        Everybody = "everybody"
    }
    /// Q-RS-4: whose Instants end at the beginning of a turn.
    Instants {
        /// Every player's Instants.
        All = "all",
        /// The active player's Instants.
        Own = "own"
    }
    /// Q-RS-5: what a recharging card loses.
    Recharging {
        /// Its Permanents and Instants.
        Upgrades = "upgrades",
        /// Its printed abilities and Components too.
        All = "all"
    }
    /// Q-RS-6: what happens to a Moon without coins.
    EmptiedMoon {
        /// It is put on the discard pile.
        Discarded = "discarded",
        /// It is filled from the War Chest.
        Refilled = "refilled",
        /// It remains in play without coins.
        StaysEmpty = "stays-empty"
    }
    /// Q-RS-9: when chains are formed.
    ChainsFormed {
        /// When attackers or blockers are declared.
        Combat = "combat",
        /// In the Play phase, permanently.
        Play = "play"
    }
    /// Q-RS-10: what happens after combat to damage below the total defence of a chain.
    ChainMarks {
        /// It is removed.
        Vanish = "vanishes",
        /// It remains on members chosen by the owner.
        Stay = "stays"
    }
    /// Q-RS-11: when responses are resolved.
    Responses {
        /// The response announced last is resolved first.
        LastFirst = "last-first",
        /// Each response is resolved immediately.
        AtOnce = "at-once"
    }
    /// Q-RS-12: whether players can tell by its back that the next card is a Moon.
    MoonBacks {
        /// They cannot tell.
        Unseen = "unseen",
        /// They can tell.
        Seen = "seen"
    }
    /// Q-RS-13: what happens to the robots of a player who was eliminated by nobody.
    Ownerless {
        /// They are removed.
        Lost = "lost",
        /// They remain in play.
        Stay = "stay"
    }
    /// Q-RS-14: what happens to the coins paid for a cancelled card.
    CancelledCost {
        /// They remain paid.
        StayPaid = "stay-paid",
        /// They are returned.
        Returned = "returned"
    }
    /// Q-RS-15: when the die for an attack of 1d6 is rolled.
    AttackDie {
        /// When damage is dealt.
        AtDamage = "at-damage",
        /// When the fighter is declared.
        AtDeclaration = "at-declaration"
    }
    /// Q-RS-16: how several values of long range are combined.
    SeveralLongRange {
        /// The highest counts.
        Highest = "highest",
        /// The sum counts.
        Sum = "sum"
    }
    /// Q-RS-18: the number of coins in the game.
    Coins {
        /// 80 coins.
        Eighty = "eighty",
        /// As many coins as needed.
        Unlimited = "unlimited"
    }
    /// Q-RS-19: whose prevention protects a member of a chain from the damage of an effect.
    ChainPrevention {
        /// Only that member's prevention.
        Member = "member",
        /// The prevention of every member.
        Chain = "chain"
    }
}

options! {
    no_value, no_option;
    /// Whether the halves of Mega Robots are in the deck (RE-5.4).
    mega: Yes,
    /// Whether Monsters form chains (RE-9.7).
    chaining: Yes,
    /// Whether a Component needs its port (RE-4.2).
    ports: No,
    /// Whether the game uses Moons (RE-8.5).
    moons: Yes,
    /// Whether players choose 15 to 20 coins for the Battery (RE-2.2).
    battery: Battery,
    /// Which players a window asks (RE-6.12).
    ask: Ask,
    /// The variant for open question Q-RS-1.
    defence_die: DefenceDie,
    /// The variant for open question Q-RS-2.
    several_blockers: SeveralBlockers,
    /// The variant for open question Q-RS-3.
    reactivate: Reactivate,
    /// The variant for open question Q-RS-4.
    instants: Instants,
    /// The variant for open question Q-RS-5.
    recharging: Recharging,
    /// The variant for open question Q-RS-6.
    emptied_moon: EmptiedMoon,
    /// The variant for open question Q-RS-7.
    fire_at_batteries: No,
    /// The variant for open question Q-RS-8.
    attack_equipment: No,
    /// The variant for open question Q-RS-9.
    chains_formed: ChainsFormed,
    /// The variant for open question Q-RS-10.
    chain_marks: ChainMarks,
    /// The variant for open question Q-RS-11.
    responses: Responses,
    /// The variant for open question Q-RS-12.
    moon_backs: MoonBacks,
    /// The variant for open question Q-RS-13.
    ownerless: Ownerless,
    /// The variant for open question Q-RS-14.
    cancelled_cost: CancelledCost,
    /// The variant for open question Q-RS-15.
    attack_die: AttackDie,
    /// The variant for open question Q-RS-16.
    several_long_range: SeveralLongRange,
    /// The variant for open question Q-RS-17.
    falling_defence: No,
    /// The variant for open question Q-RS-18.
    coins: Coins,
    /// The variant for open question Q-RS-19.
    chain_prevention: ChainPrevention,
    ; settings
    /// The number of coins in each Vault at the start, as far as the coins in the game suffice (RE-2.1).
    vault: u8 = 6u8, vault_coins;
    /// The number of consecutive rounds without a loss after which the game ends (RE-10.4).
    quiet_rounds: u8 = 30u8, rounds_in_a_row;
    /// The number of rounds after which the game ends (RE-10.4).
    max_rounds: u8 = 120u8, rounds_in_all;
    /// The composition of the common deck: `standard`, or the name of a deck from a pack.
    deck: String = "standard", name_of;
    /// `shared`, or the names of the decks that the players bring, separated by `+` or commas (RE-12.1).
    decks: String = "shared", name_of;
}

impl Options {
    /// Reads options.
    ///
    /// # Errors
    /// Every reason why the options are invalid, one sentence each.
    pub(crate) fn read(given: &[(String, String)]) -> Result<Options, Vec<String>> {
        let mut options = Options::default();
        set_all(given, |name, value| options.set(name, value))?;
        if options.decks != "shared" && options.deck != "standard" {
            return Err(vec![
                "`deck` sets one deck for all, and `decks` one for each player: leave out one of the two".into(),
            ]);
        }
        Ok(options)
    }

    /// The error if there are too few coins for the Vaults of so many players (clause RE-2.1).
    pub(crate) fn too_rich(&self, players: u8) -> Option<String> {
        let each = (COINS / u16::from(players.max(1))).saturating_sub(BATTERY.into());
        let vault = u16::from(self.vault);
        (self.coins == Coins::Eighty && vault > each).then(|| {
            format!(
                "`vault` cannot be {vault} with {players} players: {COINS} coins leave {each} for each Vault ({START}); \
                 write less, or set `coins = unlimited`"
            )
        })
    }

    /// The names of the decks that players bring; empty if there is a common deck.
    pub(crate) fn own_decks(&self) -> Vec<&str> {
        if self.decks == "shared" {
            Vec::new()
        } else {
            self.decks.split(',').collect()
        }
    }
}

fn no_value(name: &str, value: &str, values: &[&str]) -> String {
    format!("`{name}` cannot be `{value}`: {}", meant(value, values))
}

fn no_option(name: &str) -> String {
    let known: Vec<&str> = Options::known().iter().map(|(name, _)| *name).collect();
    format!("there is no option `{name}`: {}", meant(name, &known))
}

fn whole(name: &str, value: &str, (least, most): (u8, u8)) -> Result<u8, String> {
    let number = value
        .parse::<u8>()
        .ok()
        .filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        format!("`{name}` cannot be `{value}`: write a whole number from {least} to {most}")
    })
}

fn vault_coins(name: &str, value: &str) -> Result<u8, String> {
    whole(name, value, (0, 99))
}

fn rounds_in_a_row(name: &str, value: &str) -> Result<u8, String> {
    whole(name, value, (1, 30))
}

fn rounds_in_all(name: &str, value: &str) -> Result<u8, String> {
    whole(name, value, (1, 120))
}

/// Accepts the name of one or several decks; the rulebook checks whether they exist.
fn name_of(_: &str, value: &str) -> Result<String, String> {
    Ok(value
        .split([',', '+'])
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(","))
}
