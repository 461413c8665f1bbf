//! Every kind of error: its stable code, its name, and a paragraph that explains it.

/// A kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The stable id, such as `CW0102`.
    pub id: &'static str,
    /// A short name.
    pub title: &'static str,
    /// What it means and what to do.
    pub text: &'static str,
}

/// What a code means.
pub fn explain(id: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.id.eq_ignore_ascii_case(id))
}

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal, $text:literal;)*) => {
        $(pub(crate) const $name: Code = Code { id: $id, title: $title, text: $text };)*
        /// Every kind of error, in order of code.
        pub const CODES: &[Code] = &[$($name),*];
    };
}

codes! {
    SYNTAX = "CW0101", "not a TOML file",
        "The file cannot be read as TOML at this place, so nothing behind it was looked at. Often a quote, a bracket or an equals sign is missing, or a table or key stands twice.";
    UNKNOWN_KEY = "CW0102", "unknown key",
        "Nothing reads this key, so what it says would be lost. It is misspelt, belongs to another kind of card, or belongs to a newer version of the game's vocabulary.";
    WRONG_TYPE = "CW0103", "wrong type of value",
        "The value is of another type than the key wants: a text stands in quotes, a number does not, a list stands in square brackets, a table in braces.";
    MISSING_KEY = "CW0104", "missing key",
        "Every pack, card or table of this kind must say this. The help line shows how it is written.";
    OUT_OF_RANGE = "CW0105", "number out of range",
        "The number is smaller or larger than the rules or the limits of the game allow.";
    UNKNOWN_WORD = "CW0106", "unknown word",
        "The key wants one of a few fixed words, and this is none of them.";
    NOT_TEXT = "CW0107", "not a text file",
        "Card files and scripts are UTF-8 text. Save the file as UTF-8 in the editor.";
    BAD_TEXT = "CW0108", "text that cannot be shown",
        "A name or text is empty, too long, or holds characters that change how other text is shown (control characters, marks that turn the direction of writing). It would confuse whoever sees it on a table.";
    NO_MANIFEST = "CW0201", "no pack.toml",
        "A pack is a folder with a file `pack.toml` that says its id, version, game and card files. Check that the folder named is the pack itself and not the one around it.";
    NEWER_API = "CW0202", "made for another version of the vocabulary",
        "The pack was written for another version (`api`) of the words that the game offers to cards. A newer pack needs a newer Cardwright; an older pack says what it was written for, and is still read.";
    OTHER_GAME = "CW0203", "made for another game",
        "Cards use the words of one game; this pack was made for another one.";
    UNKNOWN_FILE = "CW0204", "file not found",
        "The pack names a file that it does not hold. Paths are written from the pack's folder, with `/`.";
    BAD_PATH = "CW0205", "path that no pack may name",
        "Paths in a pack stay in its folder: no `..`, no path from the root, no drive, no backslash. So a pack can be copied and never reads other files. Card files and translations end in `.toml`, scripts in `.rhai`.";
    UNLISTED_FILE = "CW0206", "file not used",
        "The file lies in the pack, but `cards` in `pack.toml` does not list it, so its cards are not in the game.";
    ORPHAN_SCRIPT = "CW0207", "script without a card",
        "No card names this script (`script = \"…\"`), so it would never run. Name it in a card, or remove it.";
    SAME_PACK = "CW0208", "pack given twice",
        "Two packs have the same id, or one file is given twice.";
    BAD_ID = "CW0209", "malformed id",
        "Ids consist of lower-case letters, digits and single hyphens, begin with a letter, and are at most 64 characters long. They appear in notation, file names and replays.";
    BAD_VERSION = "CW0210", "malformed version",
        "A version is three numbers with dots, such as `1.0.0`, perhaps with `-beta.1` behind. What a pack needs of another is written with signs before it: `^1.2` is 1.2.0 or newer, but not 2.0.0; `=1.2.3` is that version alone; `>=1, <3` is from 1 to below 3; `*` is any (https://semver.org).";
    MISSING_PACK = "CW0211", "a pack that is needed is missing",
        "`[depends]` in `pack.toml` names the packs that this one needs. Give them too, in any order.";
    WRONG_VERSION = "CW0212", "another version of a pack is needed",
        "This pack was made for another version of a pack it needs. Both places are shown: what is needed, and the version that is here.";
    PACK_CYCLE = "CW0213", "packs need each other in a circle",
        "A pack that another one needs cannot need that one in turn, not even through others.";
    SAME_DECK = "CW0214", "two decks of one name",
        "Two packs offer a composition of the deck under the same name, so nobody could say which one is meant.";
    SAME_TEXT = "CW0215", "said twice in one language",
        "The card file or another translation says this already in the same language.";
    BAD_WORD = "CW0220", "malformed word",
        "A word that a pack declares stands in scripts, card files and notation alike: lower-case letters, digits and `_`, with a letter first, at most 64 characters.";
    TAKEN_WORD = "CW0221", "word already taken",
        "The word has a meaning in the game or in scripts, or another pack of this match declares it. A word means one thing.";
    TOO_MANY_WORDS = "CW0222", "too many declared words",
        "All packs of a match together may declare only so many words of a sort: a state has room for no more.";
    UNKNOWN_KIND = "CW0301", "unknown kind of card",
        "`kind` says what a card is; the game knows only some kinds. Without it nothing else of the card can be checked.";
    SAME_CARD = "CW0302", "card id used twice",
        "Two cards of a pack have the same id; both places are shown. Give one of them another id.";
    NOT_DEALT = "CW0303", "cards of this kind are not dealt",
        "Cards of this kind are part of every game and not in a deck, so they have no number of copies.";
    BAD_DICE = "CW0304", "malformed dice condition",
        "A dice condition is a table with one of `any`, `exact`, `pair`, `alike`, `straight`, `different`, `odd`, `even`, `sum`, `sum-below`, `sum-above`, `sum-odd`, `sum-even`, `highest`, `lowest`, `one-of`, `all` or `either`, and for sums, `highest` and `lowest` optionally `dice`, the number of dice from 1 to 4 (2 if not said).";
    NO_DICE = "CW0305", "no dice can meet this condition",
        "No roll meets the condition, so the card could never work: for example a sum of 1 with two dice.";
    BAD_SYMBOLS = "CW0306", "malformed effect symbols",
        "Effect symbols are a list of tables with one symbol and its number each, such as `[{ fist = 1 }, { energy = 1 }]`.";
    NO_SCRIPT_HERE = "CW0307", "cards of this kind have no script",
        "Everything that cards of this kind do is said in their card file; the rules give their scripts no moment to run.";
    MISSING_HOOK = "CW0308", "a function is missing",
        "The rules need this function of every card of this kind.";
    UNKNOWN_CARD = "CW0309", "unknown card",
        "A deck changes a card that the pack does not have.";
    NEVER_PLAYED = "CW0310", "card that can never be played",
        "A card that is played in windows needs three things: the windows it names in its file, a function that says what happens then, and, if it has a condition, one that can hold.";
    SAME_NAME = "CW0311", "two cards of one name",
        "Two cards are called the same in one language, so at the table nobody could tell which one is meant.";
    ALL_DICE = "CW0312", "every roll meets this condition",
        "The condition asks nothing of the dice: whatever they show, it is met.";
    SCRIPT_SYNTAX = "CW0401", "script cannot be read",
        "The script breaks off the grammar at this place, so the rest of the function was not looked at, and what the functions mean was not looked at in the whole file.";
    FORBIDDEN = "CW0402", "not available in card scripts",
        "Scripts are read once, when the card loads; what they leave is a list of operations. Words that make no sense for that, or that would let a script run on for ever or reach outside, are not available.";
    UNKNOWN_VARIABLE = "CW0403", "unknown name",
        "Nothing of this name is known here: it is misspelt, or belongs to another function or block. A function sees its parameters, its own variables, the game's words and the script's constants.";
    UNKNOWN_FUNCTION = "CW0404", "unknown function",
        "Neither the game nor the script has a function of this name.";
    UNKNOWN_PROPERTY = "CW0405", "unknown property",
        "The game has no property of this name, or not for this sort of thing.";
    WRONG_COUNT = "CW0406", "wrong number of arguments",
        "The function takes another number of arguments; the help line shows how it is written.";
    HOOK_PARAMS = "CW0407", "wrong number of parameters",
        "The game calls this function with a fixed list of arguments; the help line shows it.";
    HOOK_NOT_HERE = "CW0408", "function not for this kind of card",
        "The game calls this function only for other kinds of cards, so it would never run.";
    UNUSED_FUNCTION = "CW0409", "function that never runs",
        "The game calls no function of this name, and nothing in the script does either.";
    SHADOWS = "CW0410", "name already taken",
        "The name is a word, function or verb of the game. Giving it a second meaning would mislead whoever reads the card.";
    OUTER_CHANGED = "CW0411", "variable of an outer block changed",
        "What stands in `each`, `when` or `choose` happens during play, perhaps several times or never; variables exist only while the card loads. A variable from outside cannot be changed in there: it would be changed exactly once, whatever happens in play.";
    JUMP_OUT = "CW0412", "jump out of a play-time block",
        "`break` and `continue` steer a loop that runs while the card loads. They cannot leave a block that happens during play.";
    NOUN_CHANGED = "CW0413", "a fact of the game cannot be set",
        "Cards read the game's facts and change the game with verbs only, such as `gain(me, 2)` instead of `me.energy += 2`.";
    OUTSIDE = "CW0414", "outside of every function",
        "Outside of functions a script has constants only. What a card does stands in the functions that the game calls.";
    UNUSED_NAME = "CW0415", "constant or variable that nothing uses",
        "Nothing in the script uses this name. Perhaps another one was meant. If it shall stay, begin its name with `_`.";
    WRONG_ARGUMENT = "CW0501", "wrong type of argument",
        "The function wants something else at this place; the help line shows its parameters with their types.";
    WRONG_OPERANDS = "CW0502", "these cannot be combined",
        "The operator does not work on these types. Only things of the same sort can be compared, and only numbers can be ordered or calculated with.";
    ASKED_AT_LOAD = "CW0503", "play-time value asked at load time",
        "`if`, `while`, `&&`, `||` and `for` are carried out once, when the card loads. What this value is, is known only during play. Write `when … { } otherwise { }` instead of `if`, `and` and `or` instead of `&&` and `||`, `each … in …` instead of `for`.";
    ACTS_IN_ANSWER = "CW0505", "an answer may not act",
        "A function that answers yes or no, or a number, may look at the game, but not change it, and it asks nobody.";
    NO_ANSWER = "CW0506", "no answer",
        "This function must end with an expression that is yes or no, or a number where one is asked for.";
    LARGE_SET = "CW0507", "set too large for this",
        "The things of this set can be many: it is gone through, chosen from and asked about, but not kept, put together or narrowed.";
    UNUSED_CHOICE = "CW0508", "choice without consequence",
        "Somebody is asked to choose, but nothing uses what was chosen.";
    TOO_LARGE_NUMBER = "CW0509", "number too large",
        "Numbers during play are between -32768 and 32767.";
    SCRIPT_FAILED = "CW0510", "script failed",
        "The script stopped with an error while the card was loaded.";
    NONE_MISPLACED = "CW0511", "`none` out of place",
        "`or none` stands at the end of the first line of a `choose` and makes the choice optional. It has no meaning elsewhere.";
    WRONG_MOMENT = "CW0512", "verb without effect here",
        "Some verbs do something only at certain moments: points are added to an attack while it is declared, and a die is turned while dice lie on the table. Elsewhere they do nothing, so the card would promise what does not happen. It is a warning where another verb of the card still does something.";
    VOID_AMOUNT = "CW0513", "amount that does not count",
        "The rules bound how much of this counts: a robot holds 18 energy at most, and gains at most 2 in a turn of its own unless a card says otherwise. What is written beyond that is lost, and 0 does nothing.";
    CONSTANT = "CW0514", "always the same",
        "Whatever happens in play, this condition has the same answer, this course can never be taken, or this choice has one answer. Often two sides of a comparison are confused, or a number is out of what the game knows.";
    UNUSED_LOOP = "CW0515", "loop without its variable",
        "The body of this `each` does not use its variable, so the same is done as many times as the set has members. If that is meant, begin the variable's name with `_`.";
    NOTHING_DONE = "CW0516", "nothing is done",
        "A card, a function or a block that changes nothing can be left out. Perhaps the verb is missing.";
    SECRET_SET = "CW0517", "somebody else's secret",
        "The list of choices shows every member of the set, and these only one player may know. So only that player may be asked to choose from it, and nobody else.";
    NEVER_STAYS = "CW0518", "runs only while the card stays",
        "A played card is gone, and runs what reacts to later events only while it stays on the table. Nothing in this script makes it stay, so this never happens.";
    TELLS_SECRET = "CW0519", "tells a secret",
        "Everybody sees what an effect does. If it did one thing or another because of a card that only one player may know, everybody would learn about that card: whether two players hold the same, or whether it is a certain one. So a hidden thing cannot be compared with anything, counted with or asked about; two that the same player chose from the same hand can be compared with each other. It can be used by verbs on the hand that it was chosen from.";
    HALF = "CW0520", "half of two verbs",
        "Some verbs do something only together: points are aimed, and then the attack is made. The function has one of them alone, and so nothing happens.";
    KEEPS_TWO = "CW0530", "card that keeps two things",
        "A card on the table keeps one thing: counters, or a number, or a robot. At the table, one marker on it must say what it is.";
    KEEPS_NOTHING = "CW0531", "read, and never written",
        "The card reads what it keeps, and nothing in its script ever puts anything there.";
    NOT_SECRET = "CW0532", "more than asking in secret",
        "As long as numbers are written in secret, nothing may depend on them: a card asks one player after the other, for numbers between two fixed ones, and then shows what they wrote. Whatever else it did would give the first ones away.";
    NEVER_READ = "CW0533", "written, and never read",
        "The card puts something on itself, and no card of these packs ever asks for it. Perhaps the condition is missing that should.";
    TOO_BIG = "CW0601", "pack too big",
        "A file is larger than packs may hold, or there are too many files or cards.";
    SCRIPT_LIMIT = "CW0602", "script goes on too long",
        "While it loads, a script may take a bounded number of steps and build texts and lists of a bounded size, so that no pack can hang or fill the memory.";
    EFFECT_LIMIT = "CW0603", "effect too big",
        "An effect is kept in every saved game and followed by people; it may have a bounded number of operations, values and courses.";
    MANY_MISTAKES = "CW0604", "more errors",
        "Only the first errors are shown.";
    NO_GAME = "CW0605", "no game can be made of these cards",
        "Each card is right by itself, and yet the game cannot be set up with them: there are more of a sort than it has room for, or a card lacks what its own file promises.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(CODES.is_sorted_by(|a, b| a.id < b.id));
        assert!(CODES.iter().all(|code| code.text.len() > 25));
    }

    #[test]
    fn codes_are_explained() {
        assert_eq!(
            explain("cw0102").map(|code| code.title),
            Some("unknown key")
        );
        assert_eq!(explain("CW9999"), None);
    }
}
