//! The options of the game: the variant for each open question (see [`crate::questions`]), the
//! printed variants of the rulebook, and a few settings.

use crate::rules::START;
use crate::state::{BATTERY, COINS};
use cardwright_kernel::meant;
use cardwright_runtime::options::set_all;
use cardwright_runtime::{options, values};

values! {
    /// Yes unless said otherwise.
    Yes {
        /// It is so.
        Yes = "yes",
        /// It is not so.
        No = "no"
    }
    /// No unless said otherwise.
    No {
        /// It is not so.
        No = "no",
        /// It is so.
        Yes = "yes"
    }
    /// Coins on the Battery at the start (clause RE-2.2).
    Battery {
        /// Twenty.
        Twenty = "20",
        /// Each player chooses 15 to 20.
        Choose = "choose"
    }
    /// Who is asked in windows (clause RE-6.12).
    Ask {
        /// Who can do something.
        WhenPlayable = "when-playable",
        /// Everybody who holds a card and has a coin, so that no question tells by its absence.
        WhenHolding = "when-holding"
    }
    /// Q-RS-1: when a defence of 1d6 is rolled.
    DefenceDie {
        /// Whenever damage is dealt to the card.
        EachTime = "each-time",
        /// When damage is first dealt to it in a turn.
        OnceATurn = "once-a-turn"
    }
    /// Q-RS-2: damage on several blockers.
    SeveralBlockers {
        /// One after the other gets what destroys it.
        InOrder = "in-order",
        /// One gets all.
        OneChosen = "one-chosen"
    }
    /// Q-RS-3: whose cards are reactivated when a turn begins.
    Reactivate {
        /// The active player's.
        Active = "active",
        /// Everybody's.
        Everybody = "everybody"
    }
    /// Q-RS-4: whose Instants end when a turn begins.
    Instants {
        /// Everybody's.
        All = "all",
        /// The active player's.
        Own = "own"
    }
    /// Q-RS-5: what recharging switches off.
    Recharging {
        /// Permanent and Instant.
        Upgrades = "upgrades",
        /// Printed abilities and Components too.
        All = "all"
    }
    /// Q-RS-6: what becomes of an emptied Moon.
    EmptiedMoon {
        /// It goes to the discard pile.
        Discarded = "discarded",
        /// It is filled from the War Chest.
        Refilled = "refilled",
        /// It stays without coins.
        StaysEmpty = "stays-empty"
    }
    /// Q-RS-9: when chains are formed.
    ChainsFormed {
        /// When attackers or blockers are declared.
        Combat = "combat",
        /// In the Play phase, lasting.
        Play = "play"
    }
    /// Q-RS-10: damage below the sum of a chain, after the combat.
    ChainMarks {
        /// It vanishes.
        Vanish = "vanishes",
        /// It stays on members, as the owner chooses.
        Stay = "stays"
    }
    /// Q-RS-11: when answers take effect.
    Answers {
        /// The last announced first.
        LastFirst = "last-first",
        /// At once.
        AtOnce = "at-once"
    }
    /// Q-RS-12: whether the back of the next card tells a Moon.
    MoonBacks {
        /// It does not.
        Unseen = "unseen",
        /// It does.
        Seen = "seen"
    }
    /// Q-RS-13: the robots of a player whom nobody knocked out.
    Ownerless {
        /// They are lost.
        Lost = "lost",
        /// They stay.
        Stay = "stay"
    }
    /// Q-RS-14: the coins of a cancelled card.
    CancelledCost {
        /// They stay paid.
        StayPaid = "stay-paid",
        /// They go back.
        Returned = "returned"
    }
    /// Q-RS-15: when the attack die is rolled.
    AttackDie {
        /// When damage is dealt.
        AtDamage = "at-damage",
        /// When the fighter is declared.
        AtDeclaration = "at-declaration"
    }
    /// Q-RS-16: several values of long range.
    SeveralLongRange {
        /// The highest counts.
        Highest = "highest",
        /// Their sum counts.
        Sum = "sum"
    }
    /// Q-RS-18: how many coins there are.
    Coins {
        /// Eighty.
        Eighty = "eighty",
        /// As many as are needed.
        Unlimited = "unlimited"
    }
    /// Q-RS-19: whose prevention stops the damage of an effect to a member of a chain.
    ChainPrevention {
        /// That member's.
        Member = "member",
        /// Every member's.
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
    /// Whether there are Moons (RE-8.5).
    moons: Yes,
    /// Whether players choose 15 to 20 coins for the Battery (RE-2.2).
    battery: Battery,
    /// Who is asked in windows (RE-6.12).
    ask: Ask,
    /// Q-RS-1.
    defence_die: DefenceDie,
    /// Q-RS-2.
    several_blockers: SeveralBlockers,
    /// Q-RS-3.
    reactivate: Reactivate,
    /// Q-RS-4.
    instants: Instants,
    /// Q-RS-5.
    recharging: Recharging,
    /// Q-RS-6.
    emptied_moon: EmptiedMoon,
    /// Q-RS-7.
    fire_at_batteries: No,
    /// Q-RS-8.
    attack_equipment: No,
    /// Q-RS-9.
    chains_formed: ChainsFormed,
    /// Q-RS-10.
    chain_marks: ChainMarks,
    /// Q-RS-11.
    answers: Answers,
    /// Q-RS-12.
    moon_backs: MoonBacks,
    /// Q-RS-13.
    ownerless: Ownerless,
    /// Q-RS-14.
    cancelled_cost: CancelledCost,
    /// Q-RS-15.
    attack_die: AttackDie,
    /// Q-RS-16.
    several_long_range: SeveralLongRange,
    /// Q-RS-17.
    falling_defence: No,
    /// Q-RS-18.
    coins: Coins,
    /// Q-RS-19.
    chain_prevention: ChainPrevention,
    ; settings
    /// Coins in each Vault at the start, as far as the coins of the game go (RE-2.1).
    vault: u8 = 6u8, vault_coins;
    /// Rounds in a row without a loss that end the game (RE-10.4).
    quiet_rounds: u8 = 30u8, rounds_in_a_row;
    /// Rounds that end the game (RE-10.4).
    max_rounds: u8 = 120u8, rounds_in_all;
    /// The composition of the common deck: `standard`, or one that a pack offers by name.
    deck: String = "standard", name_of;
    /// `shared`, or the deck that each player brings, by names with `+` or commas between them (RE-12.1).
    decks: String = "shared", name_of;
}

impl Options {
    /// Reads options.
    ///
    /// # Errors
    /// Every reason why they make no sense, one sentence each.
    pub(crate) fn read(given: &[(String, String)]) -> Result<Options, Vec<String>> {
        let mut options = Options::default();
        set_all(given, |name, value| options.set(name, value))?;
        if options.decks != "shared" && options.deck != "standard" {
            return Err(vec![
                "`deck` is about the common deck, and `decks` names others: leave one out".into(),
            ]);
        }
        Ok(options)
    }

    /// Why there are not coins enough for the Vaults of so many players (clause RE-2.1).
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

    /// The names of the decks that players bring; none with a common deck.
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

/// A name of a deck, or several; the rulebook says whether there are such decks.
fn name_of(_: &str, value: &str) -> Result<String, String> {
    Ok(value
        .split([',', '+'])
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(","))
}
