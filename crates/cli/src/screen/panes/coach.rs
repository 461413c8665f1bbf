//! Advice for a first game: a few lines for each of the first questions.

use super::super::app::App;

/// The number of questions with advice.
pub(crate) const LESSONS: usize = 4;

/// The heading and the lines of advice for the current question, if there is any.
pub(crate) fn advice(app: &App) -> Option<(String, Vec<String>)> {
    let lesson = app.coach.filter(|at| (1..=LESSONS).contains(at))?;
    let game = cardwright::game(&app.at.session.rulebook().about().game).ok();
    let aim = game.map_or(String::new(), |game| {
        format!("{}: {}.", game.title, game.about)
    });
    let lines = match lesson {
        1 => vec![
            aim,
            "Below is what you may do now. ↑ ↓ choose, Enter plays. Not sure? F4 asks a strong bot for a hint.".into(),
        ],
        2 => vec![
            "After your action, the log tells what the others did. `!` marks what hits you. F2 shows everything, \
             with the rule behind each line."
                .into(),
        ],
        3 if app.can_undo => vec![
            "A mistake? Ctrl-Z takes your action back, until dice are rolled or a card is drawn.".into(),
        ],
        3 => vec!["Ctrl-Z takes an action back, until dice are rolled or a card is drawn.".into()],
        _ => vec![
            "Type `why` and an action to learn why it is allowed or not, `card` and a name to read a card. F1 lists \
             all keys. Good luck!"
                .into(),
        ],
    };
    Some((format!("your first game, {lesson} of {LESSONS}"), lines))
}
