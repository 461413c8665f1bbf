//! The options of a Moon-Bots rulebook: the variant of each open question (see [`crate::questions`]), and a few
//! settings that are no question of the rules.

use crate::lexicon::{PLAY_IF, WINDOWS_BY_NAME, variants};
use crate::questions::{EDITIONS, QUESTIONS, edition};
use cardwright_kernel::meant;
use cardwright_runtime::options::set_all;
use cardwright_runtime::{options, values};

values! {
    /// Which seats a window asks.
    Ask {
        /// Seats with a weapon that they could play now.
        WhenPlayable = "when-playable",
        /// Every seat with any weapon, so that not being asked reveals nothing about the hand.
        WhenHolding = "when-holding"
    }
    /// Q-MB-1: whether secret weapons are removed from the bottom row until none is left there.
    StrictSecretBottom {
        /// Weapons are discarded once, at the beginning of a refill.
        No = "no",
        /// After the setup and each refill: discard, slide and fill again until none is in the bottom row.
        Yes = "yes"
    }
    /// Q-MB-2: which gains the limit of 2 energy covers.
    EnergyLimit {
        /// Gains in your own turn.
        Turn = "turn",
        /// Gains from the beginning of your turn to the beginning of your next turn.
        Round = "round"
    }
    /// Q-MB-3: how far cards slide down.
    SlideTo {
        /// Until there is no gap below.
        Bottom = "bottom",
        /// At most one row.
        OneRow = "one-row"
    }
    /// Q-MB-4: which robots can be hit in the two-player game.
    DuelTargets {
        /// The robot opposite.
        Facing = "facing",
        /// Any of the other player's robots in play.
        Any = "any"
    }
    /// Q-MB-5: which value must be lower than the number.
    SumBelow {
        /// The sum of two dice.
        Sum = "sum",
        /// The difference of two dice.
        Difference = "difference"
    }
    /// Q-MB-6: how many dice are used for a sum.
    SumDice {
        /// Exactly two dice.
        Two = "two",
        /// An exact sum uses two or more dice.
        Exact = "exact",
        /// An exact sum, and a sum above a number, use two or more dice.
        ExactAndAbove = "exact-and-above"
    }
    /// Q-MB-7: whether an energy symbol next to damage is a reward for a hit.
    EnergySymbol {
        /// The energy is gained in any case.
        Always = "always",
        /// The energy is gained only if the attack took energy from a robot.
        AfterHit = "after-hit"
    }
    /// Q-MB-8: how many fist and missile upgrades a robot may have.
    AttackUpgrades {
        /// One of each kind.
        Each = "each",
        /// Only one in total.
        One = "one"
    }
    /// Q-MB-9: who takes the fist upgrade's extra damage.
    FistBoost {
        /// Any robot that can be hit, or nobody.
        Any = "any",
        /// A robot hit by the attack's fists, or nobody.
        Attacked = "attacked",
        /// A robot hit by the attack's fists; it must be used.
        Forced = "forced"
    }
    /// Q-MB-10: how much damage the missile upgrade adds.
    MissileBoost {
        /// 1 damage.
        One = "one",
        /// As much damage as the attack's missiles already do to the chosen robot.
        Double = "double"
    }
    /// Q-MB-11: how many dice are rerolled.
    RerollDice {
        /// One or two dice.
        UpToTwo = "up-to-two",
        /// Exactly two dice.
        Two = "two"
    }
    /// Q-MB-12: which robot Stronger's damage may hit.
    StrongerAt {
        /// A robot that was attacked.
        Attacked = "attacked",
        /// Any robot that the attacker may hit.
        Any = "any"
    }
    /// Q-MB-13: how much damage Shock Absorber stops.
    ShockAbsorber {
        /// 2 damage.
        Two = "two",
        /// All damage that can be stopped.
        All = "all"
    }
    /// Q-MB-14: whose dice Adjustment turns.
    AdjustmentOf {
        /// Your own dice.
        Own = "own",
        /// The dice of the active robot, even if another player plays the card.
        Any = "any"
    }
    /// Q-MB-15: whether taking a card with Black Market counts as buying.
    BlackMarket {
        /// It counts as buying, so Bad Luck takes effect.
        Bought = "bought",
        /// It does not count; Bad Luck taken this way stays in the hand without effect.
        Taken = "taken"
    }
    /// Q-MB-16: in which turns Supermarket may be played.
    Supermarket {
        /// Only in your own turn.
        OwnTurn = "own-turn",
        /// In any player's turn.
        AnyTurn = "any-turn"
    }
    /// Q-MB-17: which players Trick may name.
    TrickAt {
        /// Any player, including yourself.
        AnyPlayer = "any-player",
        /// Only opponents.
        Opponents = "opponents"
    }
    /// Q-MB-20: how long Trick lasts.
    TrickLasts {
        /// Until the turn of the active player ends.
        Turn = "turn",
        /// Until the round ends.
        Round = "round"
    }
    /// Q-MB-21: whether damage removed by Deflection must hit another robot.
    Deflection {
        /// The damage must hit another robot.
        Moved = "moved",
        /// The damage may be stopped instead.
        Optional = "optional"
    }
    /// Q-MB-24: whether the missile upgrade must be used.
    MissilePoint {
        /// The extra damage must be added.
        Must = "must",
        /// The attacker may choose not to add it.
        May = "may"
    }
    /// Q-MB-25: which damage Deflection moves if there are several types.
    Deflected {
        /// The player of Deflection chooses.
        Chosen = "chosen",
        /// Fist damage before missile damage.
        FistsFirst = "fists-first"
    }
    /// Q-MB-26: whether the 2 damage of Stronger may hit two robots.
    StrongerPoints {
        /// Both hit the same robot.
        Together = "together",
        /// The attacker chooses a robot for each.
        Split = "split"
    }
    /// Q-MB-22: after which parts a window opens.
    BetweenParts {
        /// After a part that changed energy.
        AfterEnergy = "after-energy",
        /// After every part.
        Always = "always"
    }
    /// Q-MB-23: at which moments of a turn Supermarket may be played.
    SupermarketWhen {
        /// After a purchase and before the refill.
        OwnTurn = "own-turn",
        /// Only before the refill.
        BeforeRefill = "before-refill"
    }
    /// Q-MB-18: which part of a turn Rest skips.
    RestSkips {
        /// The whole turn.
        WholeTurn = "whole-turn",
        /// Buying and activating; the market is still refilled.
        KeepRefill = "keep-refill"
    }
    /// Q-MB-19: whether a robot may pay for a card with its last energy.
    PayToZero {
        /// It may, and is then eliminated.
        Yes = "yes",
        /// It may not.
        No = "no"
    }
}

/// The default number of consecutive rounds without a loss of energy after which the game ends (MB-10.6).
const QUIET_ROUNDS: u16 = 50;

/// The default number of rounds after which the game ends (MB-10.6).
const MAX_ROUNDS: u16 = 200;

/// The largest number of rounds that an option may set; the bound on a game's length grows with it.
const LONGEST_ROUNDS: u16 = 1000;

options! {
    no_value, no_option;
    /// Which seats a window asks.
    ask: Ask,
    /// The variant for open question Q-MB-1.
    strict_secret_bottom: StrictSecretBottom,
    /// The variant for open question Q-MB-2.
    energy_limit: EnergyLimit,
    /// The variant for open question Q-MB-3.
    slide: SlideTo,
    /// The variant for open question Q-MB-4.
    duel_targets: DuelTargets,
    /// The variant for open question Q-MB-5.
    sum_below: SumBelow,
    /// The variant for open question Q-MB-6.
    sum_dice: SumDice,
    /// The variant for open question Q-MB-7.
    energy_symbol: EnergySymbol,
    /// The variant for open question Q-MB-8.
    attack_upgrades: AttackUpgrades,
    /// The variant for open question Q-MB-9.
    fist_boost: FistBoost,
    /// The variant for open question Q-MB-10.
    missile_boost: MissileBoost,
    /// The variant for open question Q-MB-11.
    reroll_dice: RerollDice,
    /// The variant for open question Q-MB-12.
    stronger: StrongerAt,
    /// The variant for open question Q-MB-13.
    shock_absorber: ShockAbsorber,
    /// The variant for open question Q-MB-14.
    adjustment: AdjustmentOf,
    /// The variant for open question Q-MB-15.
    black_market: BlackMarket,
    /// The variant for open question Q-MB-16.
    supermarket: Supermarket,
    /// The variant for open question Q-MB-17.
    trick: TrickAt,
    /// The variant for open question Q-MB-18.
    rest: RestSkips,
    /// The variant for open question Q-MB-19.
    pay_to_zero: PayToZero,
    /// The variant for open question Q-MB-20.
    trick_lasts: TrickLasts,
    /// The variant for open question Q-MB-21.
    deflection: Deflection,
    /// The variant for open question Q-MB-22.
    between_parts: BetweenParts,
    /// The variant for open question Q-MB-23.
    supermarket_when: SupermarketWhen,
    /// The variant for open question Q-MB-24.
    missile_point: MissilePoint,
    /// The variant for open question Q-MB-25.
    deflected: Deflected,
    /// The variant for open question Q-MB-26.
    stronger_points: StrongerPoints,
    ; settings
    /// Consecutive rounds without a loss of energy after which the game ends (R-MB-47).
    quiet_rounds: u16 = QUIET_ROUNDS, rounds;
    /// The number of rounds after which the game ends (R-MB-47).
    max_rounds: u16 = MAX_ROUNDS, rounds;
    /// The deck: `standard`, or the name of a deck from a pack.
    deck: String = "standard", deck;
}

impl Options {
    /// Reads options; the others keep their defaults. `edition` sets all options as in that printed rulebook; other
    /// given options override it, regardless of their order.
    ///
    /// # Errors
    /// A sentence for every unknown name or value, and for every name given twice.
    pub fn parse(given: &[(String, String)]) -> Result<Options, Vec<String>> {
        let mut options = Options::default();
        set_all(given, |name, value| match name {
            "edition" => options.set_edition(value),
            _ => options.set(name, value),
        })?;
        Ok(options)
    }

    /// Whether the table uses a rule variant that cards check; variants are numbered as in the lexicon.
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

    /// The windows that these words of the fact `play_if` add under the current variants, with one bit for each.
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

    /// The rule variants in use as a bit mask, as needed for [`cardwright_effects::Phrases::variants`].
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

/// The meaning of a word of the fact `play_if`: a window, and the option and value under which the weapon fits it.
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
