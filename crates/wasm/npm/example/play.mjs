// A complete game against bots with hidden hands, a custom card, why an action is refused, save and resume.
import { CardwrightError, open } from "cardwright";

const head = `id = "mine"\nversion = "1.0.0"\napi = 1\ngame = "moon-bots"\nname = "Mine"\ncards = ["cards.toml"]\n`;
const cards = `[[card]]\nid = "tin-hat"\nkind = "part"\nname = "Tin Hat"\nslot = "head"\nactivate = { any = [1, 2] }\n` +
  `effect = [{ energy = 1 }]\ncopies = 4\n`;
const packs = [{ name: "mine", files: { "pack.toml": head, "cards.toml": cards } }];

const service = await open();
const text = service.call("pack/text", { game: "moon-bots", packs, cards: ["mine:tin-hat"] });
console.log(text.cards[0].names.en, "-", text.cards[0].text);

let match = service.begin({ game: "moon-bots", seats: ["human", "greedy", "greedy", "random"], packs, seed: 11 });
let me = match.seat(1); // only what seat 1 may know: give this to players, and keep the match
try {
  me.play("use head 3");
} catch (error) {
  if (!(error instanceof CardwrightError)) throw error;
  console.log("refused:", error.message, error.data.refusal?.cites);
}

for (let answers = 0; me.question().actor.kind === "seat"; answers += 1) {
  const { choices, text } = me.question();
  const choice = choices[answers % choices.length];
  if (answers < 5) console.log(text, "->", choice.text);
  me.play(choice.action);
  if (answers === 5) {
    const file = JSON.stringify(match.save()); // the host's file, which contains every hidden card
    match.close();
    match = service.load(file);
    me = match.seat(1);
    console.log("others hold", me.view().view.robots.map((robot) => `${robot.weapons} (${robot.known_weapons})`).join(", "));
  }
}
console.log(me.lines().lines.at(-1).text, me.question().actor);
