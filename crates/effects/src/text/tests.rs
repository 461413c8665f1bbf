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
    check(
        Condition::Sum { sum: 7, dice: 2 },
        "two dice with the sum 7",
    );
    check(Condition::Odd(1), "an odd die");
    check(Condition::Even(3), "three dice that all show even faces");
    check(Condition::Different(2), "two dice that all differ");
    let both = vec![
        Condition::Straight(3),
        Condition::Highest { face: 6, dice: 3 },
    ];
    check(
        Condition::All(both),
        "three dice with consecutive faces that are at once three dice of which the highest shows 6",
    );
    check(
        Condition::Either(vec![Condition::Alike(2), Condition::Exact(6)]),
        "a pair, or a die that shows 6",
    );
    check(Condition::SumOdd { dice: 1 }, "a die with an odd sum");
    check(
        Condition::OneOf(vec![Combo::of(&[1, 6]), Combo::of(&[2, 5])]),
        "dice that show 1+6 or 2+5",
    );
}
