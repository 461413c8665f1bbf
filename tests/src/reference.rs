//! The examples of the reference: each is part of a script that loads.

use cardwright_cards::{PackSource, check};
use cardwright_effects::Lexicon;
use cardwright_games::{moon_bots, robot_empire};

/// What the examples of a game need.
struct Game {
    lexicon: &'static Lexicon,
    /// Cards, with a function that an example may be in.
    cards: &'static [(&'static str, &'static str)],
    /// Names that examples use, with what may declare them.
    names: &'static [(&'static str, &'static [&'static str])],
    /// What stands for `…`.
    does: &'static str,
    /// Words that the pack declares.
    declares: &'static str,
    /// Functions that an example with a function may need beside it.
    more: &'static [&'static str],
}

const GAMES: [Game; 2] = [
    Game {
        lexicon: &robot_empire::lexicon::LEXICON,
        cards: &[
            (
                "kind = 'robot'\ncost = 1\nattack = 1\ndefence = 1",
                "on_out",
            ),
            ("kind = 'agent'\ncost = 1", "play"),
            ("kind = 'agent'\ncost = 1\nnames = 'own-target'", "play"),
        ],
        names: &[
            ("foe", &["each foe in opponents(me)"]),
            ("who", &["each who in players()"]),
            ("named", &["each named in targets(me)"]),
            ("unit", &["each unit in targets(me)"]),
            ("moon", &["each moon in moons()"]),
            ("n", &["choose n from 1 to 3"]),
            ("a", &["choose a from 1 to 3"]),
            ("b", &["choose b from 1 to 3"]),
        ],
        does: "bank(me, 1);",
        declares: "",
        more: &[
            "fn play(me) { bank(me, 1); }",
            "fn play_on(me, named) { repair(named, 1); }",
        ],
    },
    Game {
        lexicon: &moon_bots::lexicon::LEXICON,
        cards: &[
            ("kind = 'weapon'\nplay_in = 'any'", "play"),
            ("kind = 'weapon'\nplay_in = 'damage'", "play"),
            ("kind = 'upgrade'", "on_turn_start"),
            ("kind = 'upgrade'", "on_attack"),
            (
                "kind = 'part'\nslot = 'head'\nactivate = { any = [1] }",
                "on_use",
            ),
        ],
        names: &[
            ("foe", &["each foe in opponents(me)"]),
            ("robot", &["each robot in opponents(me)"]),
            (
                "who",
                &[
                    "each who in others(me.player)",
                    "each who in players()",
                    "each who in opponents(me)",
                ],
            ),
            (
                "other",
                &["each other in opponents(me)", "choose other in market()"],
            ),
            (
                "card",
                &["choose card in market()", "choose card in upgrades(me)"],
            ),
            ("die", &["choose die in dice()", "choose die in faces()"]),
            ("face", &["choose face in faces()"]),
            ("slot", &["choose slot in parts(me)"]),
            ("n", &["choose n from 1 to 3"]),
            ("a", &["choose a from 1 to 3"]),
            ("b", &["choose b from 1 to 3"]),
        ],
        does: "gain(me, 1);",
        declares: "[[keyword]]\nid = 'armoured'\n",
        more: &["fn play(me) { gain(me, 1); }"],
    },
];

/// The errors of a card with this script.
fn errors(game: &Game, card: &str, script: &str) -> Option<String> {
    let id = game.lexicon.game;
    let manifest = format!(
        "id = 't'\nversion = '0.1.0'\napi = 1\ngame = '{id}'\nname = 'T'\ncards = ['t.toml']\n{}",
        game.declares
    );
    let card = format!("[[card]]\nid = 't'\nname = 'T'\ncopies = 1\nscript = 't.rhai'\n{card}");
    let files = [
        ("pack.toml", &*manifest),
        ("t.toml", &card),
        ("t.rhai", script),
    ];
    let (_, found) = check(&[PackSource::from_texts("", files)], game.lexicon);
    found
        .has_errors()
        .then(|| format!("{script}\n{}", found.render()))
}

/// The names that an example uses and does not declare itself.
fn undeclared<'g>(
    game: &'g Game,
    example: &str,
) -> Vec<&'g (&'static str, &'static [&'static str])> {
    let words: Vec<&str> = example
        .split(|sign: char| !(sign.is_alphanumeric() || sign == '_'))
        .collect();
    let declares = |name: &str| {
        let before = [
            "each", "choose", "random", "any", "all", "sum", "those", "most", "least",
        ];
        let all = words.windows(2);
        all.into_iter()
            .any(|pair| pair[1] == name && before.contains(&pair[0]))
    };
    game.names
        .iter()
        .filter(|(name, _)| words.contains(name) && !declares(name))
        .collect()
}

/// The scripts that an example may be part of.
fn scripts(game: &Game, example: &str, hook: &str) -> Vec<String> {
    let example = example.replace('…', game.does);
    if example.starts_with("fn ") {
        let more = game.more.iter().map(|more| format!("{example}\n{more}"));
        return std::iter::once(example.clone()).chain(more).collect();
    }
    let mut bodies = vec![example.clone()];
    for (_, opens) in undeclared(game, &example) {
        let within = |open: &&str| {
            let open = (*open).to_owned();
            bodies
                .iter()
                .map(move |body| format!("{open} {{ {body} }}"))
                .collect::<Vec<_>>()
        };
        bodies = opens.iter().flat_map(within).collect();
    }
    bodies
        .iter()
        .map(|body| format!("fn {hook}(me) {{ {body} }}"))
        .collect()
}

#[test]
fn every_example_of_the_reference_loads() {
    for game in GAMES {
        let phrases = game.lexicon.phrases.examples;
        let (condition, member) = (phrases.condition(), phrases.member());
        let own = [
            format!("{};", phrases.verb),
            format!("when {condition} and {member} {{ … }}"),
        ];
        let nouns = game.lexicon.nouns.iter().map(|noun| noun.example);
        let verbs = game.lexicon.verbs.iter().map(|verb| verb.example);
        let examples = nouns.chain(verbs).map(str::to_owned);
        let mut faulty = String::new();
        for example in examples.chain(own) {
            let mut tried = Vec::new();
            for (card, hook) in game.cards {
                for script in scripts(&game, &example, hook) {
                    tried.push(errors(&game, card, &script));
                }
            }
            if let Some(Some(told)) = tried.iter().min_by_key(|told| told.is_some()) {
                faulty += told;
            }
        }
        assert!(faulty.is_empty(), "{}:\n{faulty}", game.lexicon.game);
    }
}
