//! Rulings with a changed line: what the judge reports to the host and to other viewers.

use super::{Changer, Told};
use crate::rulings::{seat, texts};
use cardwright::judge::Judge;
use cardwright::{Seat, Viewer, games};

/// A ruling that is not changed, because it lists very many paths each time.
const LONG: &str = "robotory/path-the-longest.md";

#[test]
fn what_the_judge_says_of_changed_rulings_is_pinned() {
    let all = texts();
    for game in games() {
        let of = |text: &str| {
            text.lines()
                .any(|line| line == format!("- game: {}", game.id))
        };
        let own: Vec<_> = all
            .iter()
            .filter(|(name, text)| name != LONG && of(text))
            .collect();
        assert!(own.len() > 20, "{}", game.id);
        let mut changer = Changer::new(own.iter().map(|(_, text)| text.as_str()), 19);
        let (mut told, mut judge) = (Told::default(), Judge::new());
        let viewers = [
            Viewer::Spectator,
            Viewer::Seat(Seat(0)),
            Viewer::Seat(Seat(1)),
        ];
        let mut turn = 0;
        for (name, text) in own {
            let judge = seat(&mut judge, name);
            for change in changer.changes(text) {
                turn += 1;
                if turn % 5 == 0 {
                    let account = judge.account(&change, viewers[turn / 5 % viewers.len()]);
                    told.add("account", &format!("{:?}", account.finding));
                    continue;
                }
                let verdict = judge.judge(&change);
                told.add("verdict", &format!("{:?}", verdict.finding));
                let faults = verdict
                    .cases
                    .iter()
                    .flat_map(|case| &case.faults)
                    .chain(&verdict.faults);
                for fault in faults {
                    told.add("fault", &format!("{} / {}", fault.message, fault.help));
                }
                for difference in verdict.cases.iter().flat_map(|case| &case.differences) {
                    told.add("difference", &difference.section);
                }
            }
        }
        told.pin(&format!("rulings-{}", game.id));
    }
}
