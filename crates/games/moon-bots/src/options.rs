//! The options of a Moon-Bots rulebook: the variant of each open question (see [`crate::questions`]), and a few
//! settings that are no question of the rules.

use crate::cards::lexicon::{PLAY_IF, WINDOWS_BY_NAME, variants};
use crate::questions::{EDITIONS, QUESTIONS, edition};
use cardwright_kernel::meant;
use cardwright_runtime::options::set_all;
use cardwright_runtime::{options, values};

values! {
    /// Which seats a window asks.
    Ask {
        /// Seats that hold a weapon they could play now.
        WhenPlayable = "when-playable",
        /// Every seat that holds any weapon, so that a question left out tells nothing about the hand.
        WhenHolding = "when-holding"
    }
    /// Q-MB-1: whether the bottom row is cleared of secret weapons until none is left there.
    StrictSecretBottom {
        /// The discard belongs to the beginning of a refill, once.
        No = "no",
        /// After lay-out and after each refill: discard, slide and fill again until none lies in the bottom row.
        Yes = "yes"
    }
    /// Q-MB-2: what the limit of 2 energy counts.
    EnergyLimit {
        /// Gains in one's own turn.
        Turn = "turn",
        /// Gains from the beginning of one's turn to the beginning of one's next turn.
        Round = "round"
    }
    /// Q-MB-3: how far cards slide down.
    SlideTo {
        /// Until no gap is below.
        Bottom = "bottom",
        /// One row at most.
        OneRow = "one-row"
    }
    /// Q-MB-4: whom a robot of the two-player game may hit.
    DuelTargets {
        /// The robot it faces.
        Facing = "facing",
        /// Any robot in play of the other player.
        Any = "any"
    }
    /// Q-MB-5: what stays below the number.
    SumBelow {
        /// The sum of two dice.
        Sum = "sum",
        /// The difference of two dice.
        Difference = "difference"
    }
    /// Q-MB-6: how many dice a sum takes.
    SumDice {
        /// Two.
        Two = "two",
        /// An exact sum takes two or more.
        Exact = "exact",
        /// An exact sum and a sum above a number take two or more.
        ExactAndAbove = "exact-and-above"
    }
    /// Q-MB-7: whether energy beside damage is a reward for the hit.
    EnergySymbol {
        /// It comes anyway.
        Always = "always",
        /// It comes only if the attack took energy from a robot.
        AfterHit = "after-hit"
    }
    /// Q-MB-8: how many fist and missile upgrades a robot may have.
    AttackUpgrades {
        /// One of each kind.
        Each = "each",
        /// One in all.
        One = "one"
    }
    /// Q-MB-9: where the fist upgrade's point goes.
    FistBoost {
        /// To any robot one may hit, or nowhere.
        Any = "any",
        /// To a robot that the attack's fists hit, or nowhere.
        Attacked = "attacked",
        /// To a robot that the attack's fists hit; it must go to one.
        Forced = "forced"
    }
    /// Q-MB-10: what the missile upgrade adds.
    MissileBoost {
        /// One point.
        One = "one",
        /// As many points as the missiles of the attack already do to the chosen robot.
        Double = "double"
    }
    /// Q-MB-11: how many dice a re-roll takes.
    RerollDice {
        /// One or two.
        UpToTwo = "up-to-two",
        /// Two, neither more nor fewer.
        Two = "two"
    }
    /// Q-MB-12: where Stronger's points may go.
    StrongerAt {
        /// To one robot that was attacked.
        Attacked = "attacked",
        /// To one robot that the attacker may hit.
        Any = "any"
    }
    /// Q-MB-13: how much Shock Absorber stops.
    ShockAbsorber {
        /// Two points.
        Two = "two",
        /// All points that can be stopped.
        All = "all"
    }
    /// Q-MB-14: whose dice Adjustment turns.
    AdjustmentOf {
        /// One's own.
        Own = "own",
        /// Those of the active robot, whoever plays the card.
        Any = "any"
    }
    /// Q-MB-15: whether Black Market buys.
    BlackMarket {
        /// It does; Bad Luck strikes.
        Bought = "bought",
        /// It does not; Bad Luck taken with it stays in the hand and has no effect.
        Taken = "taken"
    }
    /// Q-MB-16: in whose turn Supermarket may be played.
    Supermarket {
        /// In one's own.
        OwnTurn = "own-turn",
        /// In anybody's.
        AnyTurn = "any-turn"
    }
    /// Q-MB-17: whom Trick may name.
    TrickAt {
        /// Any player, oneself included.
        AnyPlayer = "any-player",
        /// An opponent.
        Opponents = "opponents"
    }
    /// Q-MB-20: how long Trick lasts.
    TrickLasts {
        /// Until the turn of the active player ends.
        Turn = "turn",
        /// Until the round ends.
        Round = "round"
    }
    /// Q-MB-21: whether the points that Deflection takes off its holder must hit somebody else.
    Deflection {
        /// They must.
        Moved = "moved",
        /// They may be stopped instead.
        Optional = "optional"
    }
    /// Q-MB-24: whether what the missile upgrade adds may be left out.
    MissilePoint {
        /// It must be added.
        Must = "must",
        /// The attacker may leave it out.
        May = "may"
    }
    /// Q-MB-25: which points Deflection moves, where they are of several types.
    Deflected {
        /// The holder chooses.
        Chosen = "chosen",
        /// Fists before missiles.
        FistsFirst = "fists-first"
    }
    /// Q-MB-26: whether the two points of Stronger may hit two robots.
    StrongerPoints {
        /// Both hit one robot.
        Together = "together",
        /// The attacker chooses a robot for each.
        Split = "split"
    }
    /// Q-MB-22: after which parts there is a window.
    BetweenParts {
        /// After a part that changed energy.
        AfterEnergy = "after-energy",
        /// After every part.
        Always = "always"
    }
    /// Q-MB-23: when in a turn Supermarket may be played.
    SupermarketWhen {
        /// After a purchase and before the refill.
        OwnTurn = "own-turn",
        /// Before the refill alone.
        BeforeRefill = "before-refill"
    }
    /// Q-MB-18: what Rest skips.
    RestSkips {
        /// The whole turn.
        WholeTurn = "whole-turn",
        /// Buying and activating; the market is refilled.
        KeepRefill = "keep-refill"
    }
    /// Q-MB-19: whether a robot may spend its last energy on a card.
    PayToZero {
        /// It may, and is out.
        Yes = "yes",
        /// It may not.
        No = "no"
    }
}

/// Rounds without a loss of energy after which the game ends, unless said otherwise (MB-10.6).
const QUIET_ROUNDS: u16 = 50;
/// Rounds after which the game ends, unless said otherwise (MB-10.6).
const MAX_ROUNDS: u16 = 200;
/// The most rounds an option may ask for: the bound on a game's length grows with it.
const LONGEST_ROUNDS: u16 = 1000;

options! {
    no_value, no_option;
    /// Which seats a window asks.
    ask: Ask,
    /// Q-MB-1.
    strict_secret_bottom: StrictSecretBottom,
    /// Q-MB-2.
    energy_limit: EnergyLimit,
    /// Q-MB-3.
    slide: SlideTo,
    /// Q-MB-4.
    duel_targets: DuelTargets,
    /// Q-MB-5.
    sum_below: SumBelow,
    /// Q-MB-6.
    sum_dice: SumDice,
    /// Q-MB-7.
    energy_symbol: EnergySymbol,
    /// Q-MB-8.
    attack_upgrades: AttackUpgrades,
    /// Q-MB-9.
    fist_boost: FistBoost,
    /// Q-MB-10.
    missile_boost: MissileBoost,
    /// Q-MB-11.
    reroll_dice: RerollDice,
    /// Q-MB-12.
    stronger: StrongerAt,
    /// Q-MB-13.
    shock_absorber: ShockAbsorber,
    /// Q-MB-14.
    adjustment: AdjustmentOf,
    /// Q-MB-15.
    black_market: BlackMarket,
    /// Q-MB-16.
    supermarket: Supermarket,
    /// Q-MB-17.
    trick: TrickAt,
    /// Q-MB-18.
    rest: RestSkips,
    /// Q-MB-19.
    pay_to_zero: PayToZero,
    /// Q-MB-20.
    trick_lasts: TrickLasts,
    /// Q-MB-21.
    deflection: Deflection,
    /// Q-MB-22.
    between_parts: BetweenParts,
    /// Q-MB-23.
    supermarket_when: SupermarketWhen,
    /// Q-MB-24.
    missile_point: MissilePoint,
    /// Q-MB-25.
    deflected: Deflected,
    /// Q-MB-26.
    stronger_points: StrongerPoints,
    ; settings
    /// Rounds in a row without a loss of energy after which the game ends (R-MB-47).
    quiet_rounds: u16 = QUIET_ROUNDS, rounds;
    /// Rounds after which the game ends (R-MB-47).
    max_rounds: u16 = MAX_ROUNDS, rounds;
    /// The deck: `standard`, or the name of a deck of the pack.
    deck: String = "standard", deck;
}

impl Options {
    /// Reads options; what is not named has its default. `edition` sets the options as that printed rulebook reads;
    /// options named beside it win, wherever they stand.
    ///
    /// # Errors
    /// One sentence for every name or value that is not known, and for every name given twice.
    pub fn parse(given: &[(String, String)]) -> Result<Options, Vec<String>> {
        let mut options = Options::default();
        set_all(given, |name, value| match name {
            "edition" => options.set_edition(value),
            _ => options.set(name, value),
        })?;
        Ok(options)
    }

    /// Whether the table plays by a variant that cards ask for; the variants are numbered in the lexicon.
    #[inline]
    pub(crate) fn has_variant(&self, variant: i16) -> bool {
        match variant {
            variants::FIST_BOOST_ANY => self.fist_boost == FistBoost::Any,
            variants::FIST_BOOST_ATTACKED => self.fist_boost == FistBoost::Attacked,
            variants::FIST_BOOST_FORCED => self.fist_boost == FistBoost::Forced,
            variants::MISSILE_BOOST_DOUBLE => self.missile_boost == MissileBoost::Double,
            variants::STRONGER_ANY => self.stronger == StrongerAt::Any,
            variants::ABSORBER_ALL => self.shock_absorber == ShockAbsorber::All,
            variants::ADJUSTMENT_ANY => self.adjustment == AdjustmentOf::Any,
            variants::SUPERMARKET_ANY_TURN => self.supermarket == Supermarket::AnyTurn,
            variants::TRICK_OPPONENTS => self.trick == TrickAt::Opponents,
            variants::DEFLECTION_OPTIONAL => self.deflection == Deflection::Optional,
            variants::MISSILE_POINT_OPTIONAL => self.missile_point == MissilePoint::May,
            variants::STRONGER_SPLIT => self.stronger_points == StrongerPoints::Split,
            _ => false,
        }
    }

    /// The windows that these words of the fact `play_if` add under the variants in force: a bit each.
    pub(crate) fn windows_if(&self, words: &[u8]) -> u16 {
        let adds = words
            .iter()
            .filter_map(|word| window_if(*word))
            .filter(|(_, option, value)| {
                self.list()
                    .iter()
                    .any(|used| used.name == *option && used.value == *value)
            });
        adds.fold(0, |windows, (window, ..)| windows | 1 << window)
    }

    /// The variants that hold, a bit each, as [`cardwright_effects::Phrases::variants`] wants them.
    pub fn variants(&self) -> u64 {
        (0..64)
            .filter(|variant| self.has_variant(*variant))
            .fold(0, |all, variant| all | 1 << variant)
    }

    fn set_edition(&mut self, name: &str) -> Result<(), String> {
        let names: Vec<_> = EDITIONS.iter().map(|edition| edition.name).collect();
        let values = edition(name).ok_or_else(|| no_value("edition", name, &names))?;
        values
            .iter()
            .try_for_each(|(option, value)| self.set(option, value))
    }
}

/// What a word of the fact `play_if` says: a window, and the option and value under which a weapon fits it.
pub(crate) fn window_if(word: u8) -> Option<(usize, &'static str, &'static str)> {
    let (window, variant) = PLAY_IF.get(usize::from(word))?.split_once(": ")?;
    let (option, value) = variant.split_once(" = ")?;
    let window = WINDOWS_BY_NAME.iter().position(|name| *name == window)?;
    Some((window, option, value))
}

fn deck(_name: &str, value: &str) -> Result<String, String> {
    Ok(value.into())
}

fn rounds(name: &str, value: &str) -> Result<u16, String> {
    let number = value
        .parse()
        .ok()
        .filter(|n| (1..=LONGEST_ROUNDS).contains(n));
    number.ok_or_else(|| {
        format!("option `{name}`: `{value}` is not possible; write a whole number from 1 to {LONGEST_ROUNDS}")
    })
}

fn no_value(name: &str, value: &str, known: &[&str]) -> String {
    let question = QUESTIONS.iter().find(|question| question.option == name);
    let about = question.map_or(String::new(), |question| {
        format!(" ({}: {})", question.id, question.title)
    });
    format!(
        "option `{name}`{about} has no value `{value}`; {}",
        meant(value, known)
    )
}

fn no_option(name: &str) -> String {
    let known: Vec<_> = KNOWN
        .iter()
        .map(|(name, _)| *name)
        .chain(["edition"])
        .collect();
    format!("Moon-Bots has no option `{name}`; {}", meant(name, &known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(words: &str) -> Vec<(String, String)> {
        let pair = |word: &str| {
            word.split_once('=')
                .map(|(name, value)| (name.into(), value.into()))
                .unwrap()
        };
        words.split_whitespace().map(pair).collect()
    }

    fn refused(words: &str, fault: &str) {
        assert_eq!(Options::parse(&given(words)), Err(vec![fault.to_string()]));
    }

    #[test]
    fn nothing_given_is_the_french_edition() {
        assert_eq!(Options::parse(&[]), Ok(Options::default()));
        assert_eq!(Options::parse(&given("edition=fr")), Ok(Options::default()));
    }

    #[test]
    fn an_option_beside_an_edition_wins() {
        let options = Options::parse(&given("shock_absorber=two edition=en")).unwrap();
        assert_eq!(options.shock_absorber, ShockAbsorber::Two);
        assert_eq!(options.missile_boost, MissileBoost::Double);
    }

    #[test]
    fn a_list_of_options_reads_back() {
        for edition in EDITIONS {
            let options = Options::parse(&given(&format!(
                "edition={} deck=more-dice max_rounds=9",
                edition.name
            )))
            .unwrap();
            let list: Vec<_> = options
                .list()
                .into_iter()
                .map(|used| (used.name, used.value))
                .collect();
            assert_eq!(Options::parse(&list), Ok(options));
        }
    }

    #[test]
    fn faults_say_what_was_meant() {
        refused(
            "slyde=bottom",
            "Moon-Bots has no option `slyde`; did you mean `slide`?",
        );
        refused(
            "slide=top",
            "option `slide` (Q-MB-3: How far do cards slide down in the market?) has no value `top`; write one of bottom, one-row",
        );
        refused(
            "max_rounds=0",
            "option `max_rounds`: `0` is not possible; write a whole number from 1 to 1000",
        );
        refused(
            "deck=a deck=b",
            "option `deck` is given twice: give it once",
        );
        refused(
            "edition=jp",
            "option `edition` has no value `jp`; write one of fr, en, de, it, es, pt, nl, ru",
        );
        assert_eq!(
            Options::parse(&given("a=b c=d ask=e")).map_err(|faults| faults.len()),
            Err(3)
        );
    }

    #[test]
    fn windows_under_a_variant_name_what_there_is() {
        for word in 0..PLAY_IF.len() as u8 {
            let (_, option, value) = window_if(word).unwrap();
            assert!(
                Options::parse(&given(&format!("{option}={value}"))).is_ok(),
                "{option}={value}"
            );
        }
        let opened = |words: &str| Options::parse(&given(words)).unwrap().windows_if(&[0, 1]);
        assert_eq!(opened(""), 1 << 1);
        assert_eq!(opened("supermarket_when=before-refill"), 0);
        assert_eq!(opened("between_parts=always"), 1 << 1 | 1 << 5);
    }

    #[test]
    fn every_question_is_an_option_with_its_variants() {
        for question in QUESTIONS {
            let (_, values) = KNOWN
                .iter()
                .find(|(name, _)| *name == question.option)
                .unwrap();
            let variants: Vec<_> = question
                .variants
                .iter()
                .map(|variant| variant.value)
                .collect();
            assert_eq!(variants, *values, "{}", question.id);
            assert_eq!(question.default, values[0], "{}", question.id);
        }
    }
}
