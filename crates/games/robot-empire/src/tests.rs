//! Tests without cards: the size of the state, and options. Tests of whole games, invariants and rulings are in
//! `tests/`.

use super::*;
use options::Options;

#[test]
fn the_state_is_small() {
    assert!(size_of::<State>() <= 1696, "{} bytes", size_of::<State>());
}

#[test]
fn options_are_read_and_listed() {
    let given = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect()
    };
    let wanted = given(&[
        ("ports", "yes"),
        ("vault", "3"),
        ("reactivate", "everybody"),
    ]);
    let options = Options::read(&wanted).unwrap();
    for (name, value) in &wanted {
        let listed = options
            .list()
            .into_iter()
            .find(|option| option.name == *name);
        assert_eq!(
            listed.map(|option| option.value).as_ref(),
            Some(value),
            "{name}"
        );
    }
    let usual: Vec<(String, String)> = Options::read(&[])
        .unwrap()
        .list()
        .into_iter()
        .map(|option| (option.name, option.value))
        .collect();
    assert_eq!(Options::read(&usual), Options::read(&[]));
    let errors = Options::read(&given(&[
        ("port", "yes"),
        ("ports", "maybe"),
        ("vault", "100"),
        ("mega", "no"),
        ("mega", "no"),
    ]));
    let errors = errors.unwrap_err();
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(
        errors.iter().any(|error| error.contains("`ports`")),
        "{errors:?}"
    );
}

#[test]
fn every_default_is_a_variant_and_the_first_one() {
    for question in questions::QUESTIONS {
        assert_eq!(
            question.variants[0].value, question.default,
            "{}",
            question.id
        );
        assert!(
            rules::CLAUSES
                .iter()
                .any(|clause| clause.id == question.clause),
            "{}",
            question.id
        );
        let known = Options::known()
            .iter()
            .find(|(name, _)| *name == question.option);
        let variants: Vec<_> = question
            .variants
            .iter()
            .map(|variant| variant.value)
            .collect();
        assert_eq!(
            known.map(|(_, values)| values.to_vec()),
            Some(variants),
            "{}",
            question.id
        );
    }
}
