//! How the variants of open questions and the editions change the rulings.

use super::{root, rulings, seat};
use cardwright::judge::{Finding, Judge, Said, Verdict};
use cardwright::{OpenQuestion, editions, games, questions};
use std::collections::BTreeSet;
use std::fmt::Write;

#[test]
fn every_question_has_a_ruling_under_every_variant() {
    let rulings = rulings();
    for question in games().iter().flat_map(|game| questions(game.id)) {
        let about = rulings
            .iter()
            .filter(|(_, ruling)| ruling.questions.iter().any(|id| id == question.id));
        let mut read: BTreeSet<&str> = BTreeSet::new();
        for (_, ruling) in about {
            for case in &ruling.cases {
                let set = case
                    .under
                    .iter()
                    .chain(&ruling.options)
                    .find(|(name, _)| name == question.option);
                read.insert(set.map_or(question.default, |(_, value)| value));
            }
        }
        let variants: BTreeSet<_> = question
            .variants
            .iter()
            .map(|variant| variant.value)
            .collect();
        assert_eq!(read, variants, "{}", question.id);
    }
}

/// Whether an edition prints another variant than the default.
fn prints_another(question: &OpenQuestion, edition: &str) -> bool {
    let printed = question
        .variants
        .iter()
        .find(|variant| variant.editions.contains(&edition));
    printed.is_some_and(|variant| variant.value != question.default)
}

/// An edition changes only the rulings about questions for which it prints another variant.
#[test]
fn an_edition_changes_the_rulings_that_name_its_questions() {
    let (rulings, mut wrong) = (rulings(), String::new());
    let every = games()
        .iter()
        .flat_map(|game| editions(game.id).into_iter().map(|name| (game.id, name)));
    for (game, name) in every {
        let otherwise = |id: &String| {
            questions(game)
                .iter()
                .any(|q| q.id == id && prints_another(q, name))
        };
        let mut judge = Judge::new().with_options(vec![("edition".into(), name.into())]);
        for (file, ruling) in rulings.iter().filter(|(_, ruling)| ruling.game == game) {
            let holds = seat(&mut judge, file).check(ruling).holds();
            let (differs, named) = (!holds, ruling.questions.iter().any(otherwise));
            if differs != named {
                writeln!(
                    wrong,
                    "{file} under edition {name}: differs {differs}, names a question {named}"
                )
                .unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The result of a ruling for comparison: a digest of all that is reported, or that it cannot be played.
fn result(verdict: &Verdict) -> String {
    match verdict.finding {
        Finding::Holds => "holds".into(),
        Finding::Faulty => "cannot be played".into(),
        Finding::Differs => {
            let lines = verdict
                .cases
                .iter()
                .flat_map(|case| case.transcript.iter().map(Said::line));
            let told = lines.collect::<Vec<_>>().join("\n");
            format!("{:08x}", xxhash_rust::xxh3::xxh3_64(told.as_bytes()) as u32)
        }
    }
}

/// The rulings with another result under another variant of one open question, and the result: no variant decides more
/// or less than its question.
#[test]
fn under_another_variant_these_rulings_come_out_otherwise() {
    let rulings = rulings();
    let beside = root().join("tests/rulings");
    for game in games() {
        let mut others: Vec<(Judge, String)> = Vec::new();
        for question in questions(game.id) {
            for variant in question.variants {
                if variant.value != question.default {
                    let options = vec![(question.option.into(), variant.value.into())];
                    let judge = Judge::new().with_options(options);
                    let heading =
                        format!("{} {} = {}\n", question.id, question.option, variant.value);
                    others.push((judge, heading));
                }
            }
        }
        // One ruling after the other under every variant, so that the packs of each are loaded once.
        for (file, ruling) in rulings.iter().filter(|(_, ruling)| ruling.game == game.id) {
            for (judge, out) in &mut others {
                let verdict = seat(judge, file).check(ruling);
                if !verdict.holds() {
                    writeln!(out, "  {file}: {}", result(&verdict)).unwrap();
                }
            }
        }
        let out: String = others.into_iter().map(|(_, out)| out).collect();
        if !out.is_empty() {
            insta::with_settings!({ snapshot_path => &beside, prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(format!("otherwise-{}", game.id), out);
            });
        }
    }
}

/// Options that a ruling states take precedence over the judge's options.
#[test]
fn a_rulings_own_options_win() {
    let mut tried = 0;
    for (file, ruling) in rulings() {
        for (name, value) in &ruling.options {
            let asked = questions(&ruling.game)
                .iter()
                .find(|question| question.option == name);
            let variants = asked.iter().flat_map(|question| question.variants);
            for other in variants.filter(|variant| variant.value != value) {
                let mut judge = Judge::new().with_options(vec![(name.clone(), other.value.into())]);
                assert!(
                    seat(&mut judge, &file).check(&ruling).holds(),
                    "{file} under {name} = {}",
                    other.value
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 10, "{tried}");
}
