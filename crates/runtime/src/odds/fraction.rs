//! Exact probabilities.

use super::error::OddsError;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, ToPrimitive};
use serde::{Serialize, Serializer};
use std::fmt;

/// A fraction in lowest terms. Arithmetic that overflows is an error, never a wrong number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

/// Serialized as `{ num, den, decimal }`. Numbers that JSON readers would round become strings.
impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut all = serializer.serialize_struct("Fraction", 3)?;
        for (name, n) in [("num", self.num()), ("den", self.den())] {
            match i64::try_from(n).ok().filter(|n| n.abs() < 1 << 53) {
                Some(n) => all.serialize_field(name, &n)?,
                None => all.serialize_field(name, &n.to_string())?,
            }
        }
        all.serialize_field("decimal", &self.decimal())?;
        all.end()
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
