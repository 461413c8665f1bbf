//! The prompts that users can start.

use serde_json::{Value, json};

/// Name, title, description, arguments with their descriptions.
type Prompt = (
    &'static str,
    &'static str,
    &'static str,
    [(&'static str, &'static str); 2],
);

const PROMPTS: [Prompt; 2] = [
    (
        "settle_a_dispute",
        "Settle a dispute",
        "Decide who is right about a rule, in words or in the middle of a game.",
        [
            ("game", GAME),
            (
                "dispute",
                "What happened, and what the players disagree about.",
            ),
        ],
    ),
    (
        "make_a_card",
        "Make a card",
        "Write a card that passes every check, with its odds and a ruling that tests it.",
        [("game", GAME), ("idea", "What the card should do.")],
    ),
];

/// The description of the argument `game`; the list of games is added.
const GAME: &str = "The game";

/// The description of an argument.
fn told(about: &str) -> String {
    let games: Vec<&str> = cardwright::games().iter().map(|game| game.id).collect();
    match about {
        GAME => format!("{GAME}: {}.", games.join(", ")),
        about => about.into(),
    }
}

pub(crate) fn list() -> Value {
    let one = |(name, title, about, arguments): &Prompt| {
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|(name, about)| json!({ "name": name, "description": told(about), "required": true }))
            .collect();
        json!({ "name": name, "title": title, "description": about, "arguments": arguments })
    };
    PROMPTS.iter().map(one).collect()
}

/// A prompt with its arguments.
///
/// # Errors
/// What is wrong with its name or its arguments, and what to write.
pub(crate) fn get(params: &Value) -> Result<Value, (String, String)> {
    let name = params["name"].as_str().unwrap_or_default();
    let names = PROMPTS.map(|(name, ..)| name);
    let Some((_, _, about, arguments)) = PROMPTS.iter().find(|(known, ..)| *known == name) else {
        let name = crate::asking::short(name);
        let help = cardwright::meant(&name, &names);
        return Err((format!("there is no prompt `{name}`"), help));
    };
    let argument = |(name, about): (&str, &str)| {
        let value = params["arguments"][name]
            .as_str()
            .filter(|value| !value.trim().is_empty());
        let help = || format!("give `arguments` with the text `{name}`: {}", told(about));
        value.ok_or_else(|| (format!("the argument `{name}` is missing"), help()))
    };
    let [game, what] = *arguments;
    let known: Vec<&str> = cardwright::games().iter().map(|game| game.id).collect();
    let named = argument(game)?;
    let game = cardwright::game(named)
        .map_err(|error| (error.to_string(), cardwright::meant(named, &known)))?
        .id;
    let what = argument(what)?;
    let text = if name == "make_a_card" {
        format!(
            "Make a card for {game}: {what}\n\n\
             1. Call `new_card` and take the example that is most like it.\n\
             2. Change it. Call `check_pack` with all files of the pack until there are no errors, and compare what it says the card does with the idea.\n\
             3. Call `odds` for its chances, if the game has them, and compare them with a similar official card.\n\
             4. Write a ruling in which the card does what the idea says, and one in which it does not. The form is in cardwright://grammar/rulings and cardwright://grammar/{game}. Call `judge` with the pack until each holds for the right reason.\n\
             5. Show the files, what the card does, its odds and the rulings. Name every part of the idea that you left out."
        )
    } else {
        format!(
            "Settle this dispute about {game}: {what}\n\n\
             1. Find the clauses with `ask`, and read them with `explain`: their rulings and open questions too. Do not answer from memory.\n\
             2. If it is about a moment in a game, write the position (cardwright://grammar/{game}) and call `why` with the action. Or start a match from the position with `play_start`, play to that moment with `play_act`, and call `why` with the match. If something about the position matters and is not said, ask.\n\
             3. If an open question is about it, call `why` with the other variants as `options` too.\n\
             4. Answer in one sentence. Then quote the clauses with their numbers, and say for each whether it is printed or a house rule. Say under which edition or variant the answer differs."
        )
    };
    Ok(
        json!({ "description": about, "messages": [{ "role": "user", "content": { "type": "text", "text": text } }] }),
    )
}
