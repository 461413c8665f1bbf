// From a template to a tested card in the page alone; hostile packs; nothing lost; the judge.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, open, serve } from "./stage.mjs";

let site;
let browser;
before(async () => {
  site = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  site?.close();
});

const workshop = async () => {
  const page = await open(browser, `${site.address}#/workshop`);
  await page.locator(".problems .good").waitFor();
  return page;
};

/** Writes a whole file. */
async function write(page, path, text) {
  const file = page.locator(".file", { hasText: path });
  if (!(await file.count())) {
    await page.locator("#new-file").fill(path);
    await page.getByRole("button", { name: "Add", exact: true }).click();
  } else await file.click();
  await page.locator("cw-editor .cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

const CARD = `[[card]]
id = "shakedown"
kind = "weapon"
name = { en = "Shakedown" }
text = { en = "Choose an opponent. It discards a weapon or loses 3 energy." }
copies = 1
play = "turn-start"
script = "scripts/shakedown.rhai"
`;
const SCRIPT = `fn can(me) { opponents(me).count > 0 }

fn play(me) {
    choose foe in opponents(me) {
        lose(foe, 3);
    }
}
`;
const RULING = `# T-1: Shakedown takes three

- id: shakedown
- game: moon-bots
- players: 4
- status: house
- source: the card

## Position

\`\`\`toml
step = "turn-start"

[[robot]]
energy = 10
weapons = ["my-pack:shakedown"]
\`\`\`

## Play

\`\`\`text
1: play my-pack:shakedown
1: choose robot 3
\`\`\`

## Outcome

\`\`\`text
Robot 1 plays Shakedown. [MB-7.5]
Robot 3 loses 3 energy and has 14. [scripts/shakedown.rhai:5:9]
asked: player 1: Robot 1: roll the dice?
\`\`\`
`;

test("a template becomes a card that is drawn, tried and tested", { timeout: 300_000 }, async () => {
  const page = await workshop();
  await write(page, "scripts/shakedown.rhai", SCRIPT);
  await write(page, "cards.toml", CARD);
  await page.locator("#card option", { hasText: "Shakedown" }).waitFor({ state: "attached" });
  assert.match(await page.locator(".generated").innerText(), /3 energy/);
  assert.match(await page.locator(".card-show .card-art").getAttribute("aria-label"), /Shakedown/);
  await write(page, "rulings/tug-of-war.md", RULING);
  await page.locator("#tab-rulings").click();
  await page.locator("#rulings-good", { hasText: "Every ruling holds." }).waitFor();
  await write(page, "rulings/tug-of-war.md", RULING.replace("has 14", "has 13"));
  await page.locator("#rulings-good", { hasText: "Not every" }).waitFor();
  await page.locator("#tab-try").click();
  await page.locator("#try").click();
  await page.locator("cw-table [data-target='weapon:1:my-pack:shakedown'].may").click();
  await page.locator("cw-table .thing.robot.may").first().click();
  await page.locator("cw-table cw-log p", { hasText: "loses 3 energy" }).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("mistakes are shown as one types, with what was meant, and go away", async () => {
  const page = await workshop();
  await write(page, "cards.toml", CARD.replace('kind = "weapon"', 'kind = "wepon"').replace('script = "scripts/shakedown.rhai"', 'script = "scripts/snack.rhai"'));
  const problem = page.locator(".problems li.bad").first();
  await problem.waitFor();
  assert.match(await problem.innerText(), /weapon/);
  await page.locator("cw-editor .cm-lintRange-error").first().waitFor();
  await write(page, "cards.toml", CARD.replace('script = "scripts/shakedown.rhai"', 'script = "scripts/snack.rhai"'));
  await page.waitForFunction(() => !document.querySelector(".problems li.bad"));
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("the words of the game are offered", async () => {
  const page = await workshop();
  await page.locator("cw-editor .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nrecon");
  await page.locator("cw-editor .cm-tooltip-autocomplete li", { hasText: "reconstructed" }).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("nothing is lost on reload, and a link and a zip carry the pack", async () => {
  const page = await workshop();
  await write(page, "scripts/snack.rhai", "fn play(me) {\n    gain(me, 1);\n}\n// kept\n");
  await page.waitForFunction(() => localStorage.getItem("cardwright.pack")?.includes("// kept"));
  await page.reload();
  await page.locator(".problems .good").waitFor();
  await page.locator(".file", { hasText: "snack" }).click();
  await page.locator("cw-editor .cm-line", { hasText: "// kept" }).waitFor();
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#/workshop/p="));
  const other = await open(browser, page.url());
  await other.locator(".file", { hasText: "snack" }).click();
  await other.locator("cw-editor .cm-line", { hasText: "// kept" }).waitFor();
  const [file] = await Promise.all([other.waitForEvent("download"), other.locator("#export").click()]);
  assert.equal(file.suggestedFilename(), "my-pack.zip");
  await other.locator("#new-pack").selectOption("moon-bots");
  await other.locator(".workshop input[type=file]").setInputFiles(await file.path().then(async (path) => ({ name: "my-pack.zip", mimeType: "application/zip", buffer: await (await import("node:fs/promises")).readFile(path) })));
  await other.locator(".file", { hasText: "snack" }).click();
  await other.locator("cw-editor .cm-line", { hasText: "// kept" }).waitFor();
  assert.deepEqual([...page.wrong, ...other.wrong], []);
  await page.context().close();
  await other.context().close();
});

test("strings of packs are never markup", async () => {
  const page = await workshop();
  const nasty = "<img src=x onerror=alert(1)><b id=oops>";
  await write(page, "cards.toml", CARD.replace("Shakedown\"", `${nasty}\"`).replace("Choose an", `${nasty} an`).replace('script = "scripts/shakedown.rhai"', 'script = "scripts/snack.rhai"'));
  await page.waitForFunction((text) => document.querySelector("#card option")?.textContent?.includes(text.slice(0, 12)), nasty);
  await page.locator("#tab-text").click();
  assert.equal(await page.locator("#oops, img").count(), 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a hostile pack is refused or stopped, and the page lives on", { timeout: 120_000 }, async () => {
  const page = await workshop();
  await write(page, "scripts/snack.rhai", "fn play(me) { let n = 0; while true { n += 1; } }");
  await page.locator(".problems li.bad, .problems p.bad").first().waitFor({ timeout: 40_000 });
  await write(page, "scripts/snack.rhai", "fn play(me) { gain(me, 2); }");
  await page.locator(".problems .good").waitFor({ timeout: 40_000 });
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("the judge says yes or no with clauses, and saves a ruling that holds", { timeout: 120_000 }, async () => {
  const page = await open(browser, `${site.address}#/judge`);
  await page.locator(".seat-form .add").nth(2).locator("option", { hasText: "Rest" }).first().waitFor({ state: "attached" });
  await page.locator(".seat-form").nth(1).locator(".add").nth(2).selectOption({ label: "Rest" });
  await page.locator("#set-up").click();
  await page.locator("cw-table .prompt").waitFor();
  await page.locator("#may").fill("1: buy top-left");
  await page.locator("#ask").click();
  const verdict = page.locator("section[aria-label=Answer] > .verdict");
  await verdict.waitFor();
  assert.match(await verdict.innerText(), /^No/);
  assert.match(await verdict.locator(".cite").first().innerText(), /^MB-/);
  await page.locator("#may").fill("2: play rest");
  await page.locator("#ask").click();
  await page.locator("section[aria-label=Answer] > .verdict.yes").waitFor();
  await page.locator("cw-table .answers button", { hasText: "Rest" }).first().click();
  await page.locator("cw-table cw-log p", { hasText: "Robot 2 plays Rest" }).waitFor();
  await page.locator("#ruling-title").fill("may player 2 play Rest?");
  await page.locator("#write").click();
  await page.locator("#ruling").waitFor();
  await page.getByText("It holds.").waitFor();
  assert.match(await page.locator("#ruling").inputValue(), /plays Rest/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("the rules book and the register are searched", async () => {
  const page = await open(browser, `${site.address}#/rules/Q-MB-3`);
  await page.locator("#c-Q-MB-3.here").waitFor();
  await page.locator("#rules-search").fill("six upgrades alike");
  await page.locator("#c-MB-4\\.5").waitFor();
  for (const game of ["robotory", "lunar-command", "robot-empire"]) {
    await page.locator("#rules-search").fill("");
    await page.locator("#rules-game").selectOption(game);
    await page.waitForFunction(() => document.querySelectorAll(".rules article").length > 20);
  }
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
