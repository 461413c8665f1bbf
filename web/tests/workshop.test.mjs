// From a template to a tested card in the page alone; hostile packs; nothing lost.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { browser, keptText, noFiles, open, site, staged, until } from "./stage.mjs";

staged();

const workshop = async () => {
  const page = await open(browser, `${site.address}#/workshop`);
  await page.locator(".problems:not([aria-busy=true]) .good").waitFor();
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
play_in = "turn-start"
script = "scripts/shakedown.rhai"
`;

/** Opens a file of the tree. */
const openFile = (page, path) => page.locator(".file", { hasText: path }).click();
/** A phrase of the completion list. */
async function phrase(page, begin, label) {
  await page.keyboard.type(begin);
  const choice = page.locator("cw-editor .cm-tooltip-autocomplete li", { hasText: label }).first();
  await choice.waitFor();
  await choice.click();
}

test("a beginner makes a card with a choice for two, and a ruling about each course, by typing and touching alone", { timeout: 300_000 }, async (t) => {
  const page = await workshop();
  const from = Date.now();
  await page.locator("#card-name").fill("Shakedown");
  await page.locator("#card-text").fill("Choose an opponent. It discards a weapon or loses 3 energy.");
  await page.locator("#card-kind").selectOption({ label: "Secret weapon" });
  await page.locator("#add-card").click();
  await page.locator(".file[aria-pressed=true]", { hasText: "scripts/shakedown.rhai" }).waitFor();
  // The template's line goes; phrases of the list take its place.
  const editor = page.locator("cw-editor .cm-content");
  await editor.locator(".cm-line", { hasText: "gain(me, 1)" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await phrase(page, "choose", "choose an opponent");
  await page.keyboard.press("Tab");
  await phrase(page, "choose", "choose either");
  await page.keyboard.press("Tab");
  await page.keyboard.type("discard");
  await page.keyboard.press("Tab");
  // A first try lets me choose from somebody else's hand: the checker says what is wrong, and how it is written.
  await page.keyboard.type("choose weapon in hand(foe) { discard(foe, weapon); ");
  await page.locator(".problems li.bad", { hasText: "CW0517" }).waitFor();
  assert.match(await page.locator(".problems").innerText(), /secret.*by foe/s);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await phrase(page, "choose", "a weapon in a hand");
  await editor.locator(".cm-line", { hasText: "\"other\"" }).click();
  await page.keyboard.press("End");
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.type("lose");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type("lose(foe, 3);");
  await page.locator(".problems:not([aria-busy=true]) .good").waitFor();
  await page.locator("#tab-card").click();
  assert.match(await page.locator(".generated").innerText(), /opponents.*discard.*loses 3 energy/is);
  assert.match(await page.locator(".card-show .card-art").getAttribute("aria-label"), /Shakedown/);
  // One course is played by hand and kept as a ruling, then the other.
  for (const [course, line] of [["lose", /loses 3 energy/], ["discard", /loses a secret weapon|discards|Dodge/]]) {
    await page.locator("#tab-try").click();
    await page.locator("#try-by-hand").click();
    await page.locator("cw-trial cw-table [data-target='weapon:1:my-pack:shakedown'].may").click();
    await page.locator("cw-trial cw-table [data-target='robot:2'].may").click();
    await page.locator("cw-trial cw-table .answers button", { hasText: course }).click();
    await page.locator("cw-trial cw-table cw-log p", { hasText: line }).first().waitFor();
    await page.locator("#keep-ruling").click();
    await page.locator("#rulings-good.good:not([aria-busy=true])").waitFor();
  }
  assert.equal(await page.locator(".file", { hasText: "rulings/shakedown" }).count(), 2);
  await page.locator("#tab-body summary", { hasText: "J-2" }).waitFor();
  assert.deepEqual((await page.locator("#tab-body summary").allInnerTexts()).filter((one) => one.includes("Shakedown")).map((one) => /J-\d/.exec(one)?.[0]).sort(), ["J-1", "J-2"]);
  // A changed card breaks a ruling; what comes out is written into it when that is meant.
  await openFile(page, "scripts/shakedown.rhai");
  await editor.locator(".cm-line", { hasText: "lose(foe, 3)" }).click();
  await page.keyboard.press("End");
  for (const key of ["ArrowLeft", "ArrowLeft", "Backspace"]) await page.keyboard.press(key);
  await page.keyboard.type("4");
  await page.locator("#tab-rulings").click();
  await page.locator("#rulings-good.bad:not([aria-busy=true])").waitFor();
  await page.locator(".write-ruling").first().click();
  await page.locator("#rulings-good.good:not([aria-busy=true])").waitFor();
  assert.match(await editor.innerText(), /loses 4 energy/);
  t.diagnostic(`from the template to green rulings in ${((Date.now() - from) / 1000).toFixed(1)} s of a machine's time`);
  // What no ruling notices is listed, with its line.
  await page.locator("#tab-gaps").click();
  await page.locator("#gaps").click();
  await page.locator("#gaps-found").waitFor();
  assert.match(await page.locator("#gaps-found").innerText(), /\d+ changes tried: \d+ noticed, \d+ not/);
  assert.equal(await page.locator(".gaps li", { hasText: "shakedown" }).filter({ hasText: "lose" }).count(), 0, "how much is lost is noticed");
  await page.locator(".gaps .link").first().click();
  assert.match(await page.locator(".file[aria-pressed=true]").innerText(), /cards\.toml|scripts/);
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

test("nothing is lost on reload, and a link and a zip carry the pack", { skip: noFiles }, async () => {
  const page = await workshop();
  await write(page, "scripts/snack.rhai", "fn play(me) {\n    gain(me, 1);\n}\n// kept\n");
  // At once, before anything could be written slowly.
  await page.reload();
  await page.locator(".problems:not([aria-busy=true]) .good").waitFor();
  await openFile(page, "snack");
  await page.locator("cw-editor .cm-line", { hasText: "// kept" }).waitFor();
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#/workshop/p="));
  const address = page.url();
  const other = await open(browser, address);
  await openFile(other, "snack");
  await other.locator("cw-editor .cm-line", { hasText: "// kept" }).waitFor();
  const [file] = await Promise.all([other.waitForEvent("download"), other.locator("#export").click()]);
  assert.equal(file.suggestedFilename(), "my-pack.cwpack");
  assert.match((await readFile(await file.path())).toString("latin1"), /cwpack\.digestblake3 [0-9a-f]{64}\n/, "the first entry is the digest");
  await other.locator("#new-pack").selectOption("moon-bots");
  await other.locator(".workshop input[type=file]").setInputFiles({ name: "my-pack.zip", mimeType: "application/zip", buffer: await readFile(await file.path()) });
  await openFile(other, "snack");
  await other.locator("cw-editor .cm-line", { hasText: "// kept" }).waitFor();
  assert.deepEqual([...page.wrong, ...other.wrong], []);
  await page.context().close();
  await other.context().close();
});

test("what is typed at once after the page came, and lost from sight at once, is there again", { timeout: 120_000 }, async () => {
  // Pauses before and after typing: the pack is not yet kept, is being kept, and lies there.
  for (const [before, after] of [[0, 0], [0, 20], [60, 0], [390, 0], [390, 15], [600, 0], [600, 395], [600, 410]]) {
    const page = await workshop();
    await page.waitForTimeout(before);
    const mark = `// ${before} and ${after}`;
    await write(page, "scripts/snack.rhai", `fn play(me) {\n    gain(me, 1);\n}\n${mark}\n`);
    await page.waitForTimeout(after);
    await page.reload();
    await openFile(page, "snack");
    await page.locator("cw-editor .cm-line", { hasText: mark }).waitFor();
    // Removing a file and beginning another pack is work too.
    await page.locator(".tree summary", { hasText: "Files" }).click();
    await page.getByRole("button", { name: "Remove scripts/snack.rhai" }).click();
    await page.locator("#new-pack").selectOption("robot-empire");
    await page.locator("h1", { hasText: "my-pack-2" }).waitFor();
    await page.reload();
    await page.locator("h1", { hasText: "my-pack-2" }).waitFor();
    assert.deepEqual((await page.locator("#my-packs option").allInnerTexts()).map((one) => one.split(" ")[0]).sort(), ["my-pack", "my-pack-2"]);
    await page.locator("#my-packs").selectOption({ index: await page.locator("#my-packs option").allInnerTexts().then((all) => all.findIndex((one) => one.startsWith("my-pack "))) });
    await page.locator("h1 .mono", { hasText: /^my-pack$/ }).waitFor();
    assert.equal(await page.locator(".file", { hasText: "snack" }).count(), 0, mark);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test("many packs and large ones are kept side by side; one that is thrown away can be brought back", { timeout: 120_000 }, async () => {
  const page = await workshop();
  const head = (id) => `id = "${id}"\nversion = "0.1.0"\napi = 1\ngame = "moon-bots"\nname = { en = "Large" }\ncards = ["cards.toml"]\n`;
  const ids = ["large-1", "large-2", "large-3", "large-4"];
  for (const id of ids) {
    // Two megabytes each: more together than the browser's old store holds.
    const notes = `${id} `.repeat(2_000_000 / (id.length + 1));
    const bytes = Buffer.from(zipSync({ [`${id}/pack.toml`]: strToU8(head(id)), [`${id}/cards.toml`]: strToU8(CARD.replace("script = \"scripts/shakedown.rhai\"\n", "")), [`${id}/notes.md`]: strToU8(notes) }));
    await page.locator(".workshop input[type=file]").setInputFiles({ name: `${id}.zip`, mimeType: "application/zip", buffer: bytes });
    await page.locator("#my-packs option:checked", { hasText: id }).waitFor({ state: "attached" });
    await until(async () => (await keptText(page, "packs")).includes(id));
  }
  await page.reload();
  await page.locator(".problems").waitFor();
  for (const id of ["my-pack", ...ids]) assert.equal(await page.locator("#my-packs option", { hasText: id }).count(), 1, id);
  await page.locator("#my-packs").selectOption({ index: await page.locator("#my-packs option").allInnerTexts().then((all) => all.findIndex((one) => one.startsWith("large-2"))) });
  await page.locator("h1", { hasText: "large-2" }).waitFor();
  await openFile(page, "notes.md");
  await page.locator("cw-editor .cm-line", { hasText: "large-2 large-2" }).waitFor();
  await page.locator("#throw-away").click();
  await page.locator("#bring-back").waitFor();
  assert.equal(await page.locator("#my-packs option", { hasText: "large-2" }).count(), 0);
  await page.locator("#bring-back").click();
  await page.locator("h1", { hasText: "large-2" }).waitFor();
  await until(async () => (await page.locator("#my-packs option", { hasText: "large-2" }).count()) === 1);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("what versions before kept elsewhere is moved over", async () => {
  const page = await open(browser, `${site.address}#/rules`);
  await page.evaluate((card) => {
    localStorage.setItem("cardwright.pack", JSON.stringify({ "pack.toml": "id = \"old-pack\"\nversion = \"0.1.0\"\napi = 1\ngame = \"moon-bots\"\nname = { en = \"Old\" }\ncards = [\"cards.toml\"]\n", "cards.toml": card }));
  }, CARD);
  await page.goto(`${site.address}?again#/workshop`);
  await page.locator("h1", { hasText: "old-pack" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("cardwright.pack")), null);
  await page.reload();
  await page.locator("h1", { hasText: "old-pack" }).waitFor();
  await page.context().close();
});

test("a pack that two tabs change is kept twice, and nothing of either is lost", async () => {
  const page = await workshop();
  await until(async () => (await keptText(page, "packs")).includes("my-pack"));
  const second = await page.context().newPage();
  await second.goto(`${site.address}#/workshop`);
  await second.locator(".problems:not([aria-busy=true]) .good").waitFor();
  await write(page, "scripts/snack.rhai", "fn play(me) { gain(me, 1); }\n// first tab\n");
  await until(async () => (await keptText(page)).includes("// first tab"));
  await write(second, "scripts/snack.rhai", "fn play(me) { gain(me, 2); }\n// second tab\n");
  await second.locator(".shop-note", { hasText: "another tab" }).waitFor();
  await until(async () => (await keptText(second, "packs")).split("my-pack").length - 1 === 2);
  const all = await keptText(second);
  assert.ok(all.includes("// first tab") && all.includes("// second tab"));
  await page.context().close();
});

test("a pack of Robot Empire is made, tried and judged", { timeout: 120_000 }, async () => {
  const page = await workshop();
  await page.locator("#new-pack").selectOption("robot-empire");
  await page.locator("#card option", { hasText: "Toll Collector" }).waitFor({ state: "attached" });
  for (const name of ["Tin Soldier", "Padding", "Toll Collector", "Magnet"]) {
    await page.locator("#tab-try").click();
    await page.locator("#card").selectOption({ label: name });
    await page.locator("#try").click();
    const id = name.toLowerCase().replace(" ", "-");
    await page.locator(`cw-trial [data-target='hand:my-pack-2:${id}'].may`).waitFor();
  }
  await page.locator("#card").selectOption({ label: "Magnet" });
  await page.locator("#try-by-hand").click();
  await page.locator("cw-trial [data-target='hand:my-pack-2:magnet'].may").click();
  // It can only be shown at one fighter: touching it is the answer.
  await page.locator("cw-trial cw-log p", { hasText: /Wire Wolf/ }).first().waitFor();
  await page.locator("#keep-ruling").click();
  await page.locator("#rulings-good.good:not([aria-busy=true])").waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("by keyboard alone: a card is begun, the editor is entered and left, tabs are changed; the judge is asked", async () => {
  const page = await workshop();
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.localName || "");
  const tabTo = async (id, key = "Tab") => {
    for (let steps = 0; steps < 60; steps += 1) {
      if ((await focused()) === id) return;
      await page.keyboard.press(key);
    }
    assert.fail(`${id} is not reached by ${key}`);
  };
  await tabTo("card-name");
  await page.keyboard.type("Handshake");
  await page.keyboard.press("Enter");
  await page.locator(".file[aria-pressed=true]", { hasText: "scripts/handshake.rhai" }).waitFor();
  await tabTo("cw-editor");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// by hand");
  await page.locator("cw-editor .cm-line", { hasText: "// by hand" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await focused(), "cw-editor", "Escape and Tab lead out of the editor");
  await tabTo("tab-rulings");
  await page.keyboard.press("Enter");
  await page.locator("#rulings-good.good:not([aria-busy=true])").waitFor();
  await page.goto(`${site.address}?keys#/judge`);
  await page.locator("cw-table .prompt").waitFor();
  await tabTo("question");
  await page.keyboard.type("may I buy a part I cannot pay for?");
  await page.locator(".clauses summary", { hasText: "MB-4.3" }).waitFor();
  await tabTo("may");
  await page.keyboard.type("1: fly");
  await page.keyboard.press("Enter");
  await page.locator("section[aria-label=Answer] > .verdict").waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
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

/** Begins a card by its form, with the cursor where its script is written. */
async function beginCard(page, name, says, kind) {
  await page.locator("#card-name").fill(name);
  await page.locator("#card-text").fill(says);
  await page.locator("#card-kind").selectOption({ label: kind });
  await page.locator("#add-card").click();
  await page.locator(".file[aria-pressed=true]", { hasText: `scripts/${name.toLowerCase().replaceAll(" ", "-")}.rhai` }).waitFor();
}
/** Takes the template's line away. */
async function clearLine(page, text) {
  await page.locator("cw-editor .cm-line", { hasText: text }).click();
  for (const key of ["Home", "Shift+End", "Backspace"]) await page.keyboard.press(key);
}
async function generated(page, says) {
  await page.locator(".problems:not([aria-busy=true]) .good").waitFor();
  await page.locator("#tab-card").click();
  await page.locator(".generated", { hasText: says }).waitFor();
}
async function byHand(page) {
  await page.locator("#tab-try").click();
  await page.locator("#try-by-hand").click();
  await page.locator("cw-trial .prompt.asked").waitFor();
}
const answer = (page, text) => page.locator("cw-trial .answers button", { hasText: text }).first().click();
async function keep(page, line) {
  await page.locator("cw-trial cw-log p", { hasText: line }).first().waitFor();
  await page.locator("#keep-ruling").click();
  await page.locator("#rulings-good.good:not([aria-busy=true])").waitFor();
}

test("an upgrade that reacts: the list of moments is found by what happens, and the table lays it before an attacker", { timeout: 120_000 }, async () => {
  const page = await workshop();
  await beginCard(page, "Revenge Coil", "When an attack hits you, the attacker loses 1 energy.", "Upgrade");
  await page.locator("cw-editor .cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  // A word of one's own, and a word of other languages: both lead to the moments.
  await page.keyboard.type("when");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "on_turn_start" }).waitFor();
  for (let letters = 0; letters < 4; letters += 1) await page.keyboard.press("Backspace");
  await phrase(page, "attack", "on_damage_taken");
  await page.keyboard.type("lose(foe, 1);");
  await generated(page, /When an attack has damaged you: the attacker loses 1 energy/);
  await byHand(page);
  await answer(page, "roll the dice");
  await answer(page, "shows 6");
  await answer(page, "use Right Claw");
  await answer(page, "at robot 1");
  await keep(page, /Revenge Coil of robot 1 reacts/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a weapon with a die: what is rolled and what follows from it are one phrase", { timeout: 120_000 }, async () => {
  const page = await workshop();
  await beginCard(page, "Lucky Charm", "Roll a die. With 5 or 6 gain 2 energy, otherwise lose 1.", "Secret weapon");
  await clearLine(page, "gain(me, 1)");
  // A function of its own is not offered inside another one; `if` is called `when` here.
  await page.keyboard.type("if");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "when … otherwise" }).waitFor();
  assert.equal(await page.locator(".cm-tooltip-autocomplete li", { hasText: "on_" }).count(), 0);
  for (let letters = 0; letters < 2; letters += 1) await page.keyboard.press("Backspace");
  await phrase(page, "roll", "roll a die");
  await page.keyboard.press("Tab");
  await page.keyboard.type("gain(me, 2);");
  await page.keyboard.press("Tab");
  await page.keyboard.type("lose(me, 1);");
  await generated(page, /from 1 to 6 at random: if X is at least 5, you gain 2 energy; otherwise, you lose 1 energy/);
  for (const [face, line] of [[6, /gains 2 energy/], [2, /loses 1 energy/]]) {
    await byHand(page);
    await page.locator("cw-trial [data-target='weapon:1:my-pack:lucky-charm'].may").click();
    await answer(page, `choose ${face}`);
    await keep(page, line);
  }
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("an Agent of Robot Empire: cards drawn, and a fighter of the opponent recharges", { timeout: 120_000 }, async () => {
  const page = await workshop();
  await page.locator("#new-pack").selectOption("robot-empire");
  await page.locator("#card option", { hasText: "Toll Collector" }).waitFor({ state: "attached" });
  await beginCard(page, "Press Gang", "Draw two cards. Then an opponent's fighter recharges.", "Agent");
  await clearLine(page, "bank(");
  await phrase(page, "draw", "draw");
  await page.keyboard.type("(me, 2);");
  await page.keyboard.press("Enter");
  await phrase(page, "opponent", "choose an opponent");
  await page.keyboard.press("Tab");
  await page.keyboard.type("choose unit in ");
  await phrase(page, "ready", "ready_fighters");
  await page.keyboard.type("(foe) { recharge(unit); }");
  await generated(page, /You draw up to 2 cards.*ready fighters.*recharges/);
  await byHand(page);
  await page.locator("cw-trial [data-target^='hand:'][data-target$=':press-gang'].may").click();
  for (let drawn = 0; drawn < 2; drawn += 1) {
    const lines = await page.locator("cw-trial cw-log p").count();
    await answer(page, /^\s*\d?\s*draw /);
    await page.waitForFunction((many) => document.querySelectorAll("cw-trial cw-log p").length > many, lines);
  }
  await keep(page, /Wire Wolf.*recharges|recharges.*Wire Wolf/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
