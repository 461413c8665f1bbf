//! Exact probabilities.

use super::error::OddsError;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, ToPrimitive};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A fraction in lowest terms. Arithmetic that overflows is an error, never a wrong number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "Written", try_from = "Written")]
pub struct Fraction(Ratio<i128>);

impl Fraction {
    /// Zero, or a probability of never.
    pub const ZERO: Fraction = Fraction(Ratio::new_raw(0, 1));
    /// One, or a probability of always.
    pub const ONE: Fraction = Fraction(Ratio::new_raw(1, 1));

    /// The fraction `num / den`.
    ///
    /// # Panics
    /// If `den` is 0.
    pub fn new(num: i64, den: i64) -> Fraction {
        Fraction(Ratio::new(num.into(), den.into()))
    }

    /// A whole number as a fraction.
    pub fn whole(n: i64) -> Fraction {
        Fraction(Ratio::from_integer(n.into()))
    }

    /// The numerator, which carries the sign.
    pub fn num(&self) -> i128 {
        *self.0.numer()
    }

    /// The denominator, 1 or more.
    pub fn den(&self) -> i128 {
        *self.0.denom()
    }

    /// The nearest floating-point number, for display.
    pub fn decimal(&self) -> f64 {
        self.num().to_f64().unwrap_or(f64::NAN) / self.den().to_f64().unwrap_or(f64::NAN)
    }

    /// The sum of two fractions.
    ///
    /// # Errors
    /// [`OddsError::TooFine`] if the result needs too many digits.
    pub fn plus(self, other: Fraction) -> Result<Fraction, OddsError> {
        self.0
            .checked_add(&other.0)
            .map(Fraction)
            .ok_or(OddsError::TooFine)
    }

    /// The product of two fractions.
    ///
    /// # Errors
    /// [`OddsError::TooFine`] if the result needs too many digits.
    pub fn times(self, other: Fraction) -> Result<Fraction, OddsError> {
        self.0
            .checked_mul(&other.0)
            .map(Fraction)
            .ok_or(OddsError::TooFine)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A fraction in documents.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Fraction"))]
#[serde(deny_unknown_fields)]
struct Written {
    /// The numerator.
    num: Number,
    /// The denominator.
    den: Number,
    /// The nearest decimal number, for people to read.
    decimal: f64,
}

impl From<Fraction> for Written {
    fn from(fraction: Fraction) -> Self {
        Written {
            num: fraction.num().into(),
            den: fraction.den().into(),
            decimal: fraction.decimal(),
        }
    }
}

impl TryFrom<Written> for Fraction {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        match (written.num.value(), written.den.value()) {
            (Some(num), Some(den)) if den > 0 => Ok(Fraction(Ratio::new(num, den))),
            _ => Err("a numerator and a denominator greater than 0 are needed"),
        }
    }
}

/// A whole number; written as text from 2^53 on, because many programs would round it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Number {
    /// A JSON number.
    Small(i64),
    /// Decimal digits as text.
    Large(String),
}

impl From<i128> for Number {
    fn from(number: i128) -> Self {
        let small = i64::try_from(number).ok();
        match small.filter(|small| small.abs() < 1 << 53) {
            Some(small) => Number::Small(small),
            None => Number::Large(number.to_string()),
        }
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        i128::from(number).into()
    }
}

impl Number {
    fn value(&self) -> Option<i128> {
        match self {
            Number::Small(number) => Some((*number).into()),
            Number::Large(digits) => digits.parse().ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        let check = |num, den, text: &str| assert_eq!(Fraction::new(num, den).to_string(), text);
        check(27, 36, "3/4");
        check(-2, 4, "-1/2");
        check(6, 6, "1");
        check(0, 9, "0");
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let tiny = Fraction(Ratio::new(1, i128::MAX));
        assert!(matches!(tiny.times(tiny), Err(OddsError::TooFine)));
        assert_eq!(
            Fraction::new(1, 2).plus(Fraction::new(1, 3)).unwrap(),
            Fraction::new(5, 6)
        );
    }

    #[test]
    fn json_says_numerator_and_denominator() {
        let text = serde_json::to_string(&Fraction::new(3, 4)).unwrap();
        assert_eq!(text, r#"{"num":3,"den":4,"decimal":0.75}"#);
        let fine = serde_json::to_string(&Fraction(Ratio::new(1, 1 << 60))).unwrap();
        assert!(
            fine.starts_with(r#"{"num":1,"den":"1152921504606846976","#),
            "{fine}"
        );
    }
}
