use super::*;
use crate::dice::Combo;

fn check(condition: Condition, expected: &str) {
    assert_eq!(condition_text(&condition), expected);
}

#[test]
fn conditions() {
    check(Condition::Any(vec![2, 4, 6]), "a die that shows 2, 4 or 6");
    check(Condition::Any(vec![1, 2]), "a die that shows 1 or 2");
    check(Condition::Exact(3), "a die that shows 3");
    check(Condition::Alike(2), "a pair");
    check(Condition::Alike(3), "three dice that show the same");
    check(Condition::Sum { sum: 7, dice: 2 }, "two dice with the sum 7");
    check(Condition::SumOdd { dice: 1 }, "a die with an odd sum");
    check(Condition::OneOf(vec![Combo::of(&[1, 6]), Combo::of(&[2, 5])]), "dice that show 1+6 or 2+5");
}
