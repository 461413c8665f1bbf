use super::*;
use crate::rulebook::Rulebook;
use cardwright_kernel::Rules;

fn check(text: &str, expected: &[&str]) {
    let faults = match Rulebook::from_toml(2, text) {
        Ok(_) => Vec::new(),
        Err(flaws) => flaws
            .iter()
            .map(|flaw| format!("{} @ {}", flaw.message, &text[flaw.span.clone()]))
            .collect(),
    };
    assert_eq!(faults, expected, "{text}");
}

#[test]
fn nothing_named_is_the_usual_game() {
    let listed = Options::read(2, &[]).unwrap().list();
    for (kind, listed) in OPTIONS.iter().zip(&listed) {
        assert_eq!(
            (kind.name, kind.default),
            (listed.name.as_str(), listed.value.as_str())
        );
    }
    assert_eq!(listed.len(), OPTIONS.len() + QUESTIONS.len());
}

#[test]
fn points_are_the_register() {
    assert_eq!(POINTS, QUESTIONS.len());
    let named = [
        (Point::SameType, "same_type"),
        (Point::OuterWall, "outer_wall"),
        (Point::Owner, "owner"),
        (Point::TiedFigures, "tied_figures"),
        (Point::UfoBlocks, "ufo_blocks"),
        (Point::WalkOut, "walk_out"),
        (Point::CoversOverlap, "covers_overlap"),
        (Point::Walkers, "walkers"),
        (Point::StopInDoor, "stop_in_door"),
        (Point::ScoreInside, "score_inside"),
        (Point::MustAct, "must_act"),
        (Point::StartingDomes, "starting_domes"),
        (Point::SplitScores, "split_scores"),
        (Point::LiftUfo, "lift_ufo"),
        (Point::AbductionScores, "abduction_scores"),
        (Point::TeamPieces, "team_pieces"),
        (Point::PartnerPath, "partner_path"),
        (Point::SeveralStations, "several_stations"),
    ];
    for (at, (point, option)) in named.into_iter().enumerate() {
        assert_eq!((point as usize, QUESTIONS[at].option), (at, option));
    }
}

#[test]
fn options_in_force_make_the_same_rulebook_again() {
    let text = "[options]\nboard = '12x10'\ngreen = ['1,1']\norange = [[9, 7]]\nrobots = '5,5 6,5'\nastronauts = ''\n\
                ufos = '3,7'\nsquare = 4\nstraight = 5\ndie = ['white', 'grey-yellow']\nedition = 'fr'\nabduction = 'yes'";
    let rules = Rulebook::from_toml(2, text).unwrap();
    let listed: Vec<_> = rules
        .about()
        .options
        .into_iter()
        .map(|o| (o.name, o.value))
        .collect();
    assert_eq!(Rulebook::new(2, &listed), Ok(rules));
}

#[test]
fn an_impossible_set_up_is_refused_with_every_reason() {
    check(
        "green = '3,3 3,3'\nrobots = '3,4 8,8'\nufos = '7,13 10,13'\ndie = []",
        &[
            "option `die`: the die has no face (LC-11.3) @ []",
            "option `green`: the corner 3,3 is on another one (LC-11.2) @ 3,3 3,3",
            "option `robots`: the robot on 3,4 is where a starting corner has its wall (LC-11.2) @ 3,4 8,8",
            "option `ufos`: the cover of 10,13 shares 8,13 with another cover (LC-11.2) @ 7,13 10,13",
        ],
    );
}
