// Cards made by the form alone, by somebody who writes no code; and what a broken card does not break.
import assert from "node:assert/strict";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { before, test } from "node:test";
import { createServer } from "vite";
import { browser, caret, noFiles, open, shots, site, staged } from "./stage.mjs";

staged();
before(() => mkdir(shots, { recursive: true }));

const good = (page) => page.locator(".problems:not([aria-busy=true]) .good").waitFor();
async function workshop(game = "moon-bots") {
  const page = await open(browser, `${site.address}#/workshop`);
  await good(page);
  if (game !== "moon-bots") {
    await page.locator("#new-pack").selectOption(game);
    await page.locator("#card option", { hasText: "Toll Collector" }).waitFor({ state: "attached" });
  }
  await page.locator("cw-card-form .card-form").waitFor();
  return page;
}
async function begin(page, name, says, kind) {
  await page.locator("#card-name").fill(name);
  await page.locator("#card-text").fill(says);
  await page.locator("#card-kind").selectOption({ label: kind });
  await page.locator("#add-card").click();
  await page.locator("#form-name").waitFor();
  await page.waitForFunction((name) => document.querySelector("#form-name")?.value === name, name);
}
/** Chooses the option of a picker whose text has these words. */
async function pick(picker, words) {
  const value = await picker.evaluate((one, words) => [...one.options].find((option) => option.textContent.includes(words))?.value, words);
  assert.ok(value !== undefined, `${words} is not offered: ${(await picker.innerText()).slice(0, 2000)}`);
  await picker.selectOption(value);
}
const answer = (page, text) => page.locator("cw-trial .answers button", { hasText: text }).first().click();
async function byHand(page) {
  await page.locator("#tab-try").click();
  await page.locator("#try-by-hand").click();
  await page.locator("cw-trial .prompt.asked").waitFor();
}
const logged = (page, line) => page.locator("cw-trial cw-log p", { hasText: line }).first().waitFor();
/** The text of the file in the editor; the editor itself draws only the lines in sight. */
const code = (page) => page.evaluate(() => document.querySelector("cw-workshop").files[document.querySelector("cw-workshop").path]);

test("three cards of different kinds are made by the form alone, checked without errors, and played", { timeout: 300_000 }, async (t) => {
  const page = await workshop();
  const from = Date.now();
  const form = page.locator("cw-card-form");

  // A part: slot, dice and effects are picked.
  await begin(page, "Pile Driver", "With a 2, 4 or 6: two fists and 1 energy.", "Robot part");
  await form.locator("#fact-slot").selectOption({ label: "Left arm" });
  for (const face of ["2", "4"]) await form.locator("#fact-activate .face", { hasText: face }).locator("input").check();
  await form.locator("#fact-activate .face", { hasText: "1" }).locator("input").uncheck();
  await form.locator("#fact-effect select").first().selectOption({ label: "Fist" });
  await form.getByLabel("How much of effect 1").fill("2");
  await form.locator("#add-symbol").click();
  await form.getByLabel("Effect 2", { exact: true }).selectOption({ label: "Energy" });
  await good(page);
  assert.match(await code(page), /slot = "left-arm"[^]*activate = \{ any = \[2, 4, 6\] \}[^]*effect = \[\{ fist = 2 \}, \{ energy = 1 \}\]/);
  await page.screenshot({ path: `${shots}form-part.png`, caret });
  await byHand(page);
  await answer(page, "roll the dice");
  await answer(page, "shows 4");
  await answer(page, "Pile Driver");
  await logged(page, /uses Pile Driver with 4/);

  // An upgrade: when I am hit, gain 1.
  await begin(page, "Grudge Cell", "When you are hit, gain 1 energy.", "Upgrade");
  await pick(form.getByLabel("When it happens"), "has lost energy to the attack");
  await pick(form.locator(".block select.verb"), "Gain");
  await form.locator(".block .choice select").first().waitFor();
  await page.locator(".generated", { hasText: /When an attack has damaged you: you gain 1 energy/ }).waitFor();
  await good(page);
  assert.match(await code(page), /fn on_damage_taken\(me, foe, points\) \{\s*gain\(me, 1\);\s*\}/);
  await page.screenshot({ path: `${shots}form-upgrade.png`, caret });
  await byHand(page);
  await answer(page, "roll the dice");
  await answer(page, "shows 6");
  await answer(page, "use Right Claw");
  await answer(page, "at robot 1");
  await logged(page, /Grudge Cell of robot 1 reacts/);
  // What becomes a ruling is what the card did, not the roll before it.
  await page.locator("#keep-ruling").click();
  await page.locator("#rulings-good.good:not([aria-busy=true])").waitFor();
  const ruling = await code(page);
  assert.match(ruling, /## Outcome[^]*Grudge Cell of robot 1 reacts/);
  assert.doesNotMatch(ruling, /has rolled/);
  assert.doesNotMatch(ruling, /^chance: /m, "nothing is left of the roll");

  // A secret weapon that asks for a target, in a window of its own.
  await begin(page, "Short Circuit", "Choose an opponent. If it has more than 5 energy it loses 3, otherwise 1.", "Secret weapon");
  await form.locator("#fact-play_in input[value=turn-end]").check();
  await form.locator("#fact-play_in input[value=turn-start]").uncheck();
  await form.getByLabel("Remove this step").click();
  await pick(form.locator(".add-block").last(), "Choose one of");
  await pick(form.getByLabel("Of which"), "belongs to another player (opponents(me))");
  await pick(form.locator(".is-over .add-block"), "If … otherwise");
  await pick(form.getByLabel("What is compared"), "(foe.energy)");
  await pick(form.getByLabel("How it is compared"), "is more than");
  await form.getByLabel("With what, a number").fill("5");
  await pick(form.locator(".is-when .add-block").first(), "Lose:");
  await form.locator(".is-when .is-do").first().getByLabel("Points, a number").fill("3");
  await form.locator(".add-otherwise").click();
  await pick(form.locator(".is-when .add-block").last(), "Lose:");
  await good(page);
  assert.match(await code(page), /choose foe in opponents\(me\) \{\s*when foe\.energy > 5 \{\s*lose\(foe, 3\);\s*\} otherwise \{\s*lose\(foe, 1\);\s*\}\s*\}/);
  await page.screenshot({ path: `${shots}form-weapon.png`, caret });
  await byHand(page);
  await page.locator("cw-trial cw-table [data-target='weapon:1:my-pack:short-circuit'].may").click();
  await page.locator("cw-trial cw-table [data-target='robot:2'].may").click();
  await logged(page, /Robot 2 loses 3 energy/);
  t.diagnostic(`three cards in ${((Date.now() - from) / 1000).toFixed(1)} s of a machine's time`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("an Agent of Robot Empire is made by the form", { timeout: 120_000 }, async () => {
  const page = await workshop("robot-empire");
  const form = page.locator("cw-card-form");
  await begin(page, "Windfall", "Bank 3 coins.", "Agent");
  await form.getByLabel("Coins, a number").or(form.locator(".block .choice input[type=number]")).first().fill("3");
  await good(page);
  assert.match(await code(page), /bank\(me, 3\)/);
  // Every kind of card that is dealt can be begun, with what it must state.
  const kinds = await page.locator("#card-kind option").allInnerTexts();
  for (const kind of ["Monster", "Equipment", "Component", "Moon"]) {
    assert.ok(kinds.includes(kind), kinds.join());
    await begin(page, `First ${kind}`, "It is plain.", kind);
    await good(page);
  }
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("code becomes blocks and blocks become code; another shape says why", async () => {
  const page = await workshop();
  await begin(page, "Both Ways", "Gain 1 energy.", "Secret weapon");
  const editor = page.locator("cw-editor .cm-content");
  const write = async (text) => {
    await editor.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
  };
  await write("// A remark stays.\nfn play(me) {\n    each foe in opponents(me) where foe.energy > 2 {\n        lose(foe, 2);\n    }\n}\n");
  const amount = page.locator("cw-card-form").getByLabel("Points, a number");
  await page.waitForFunction(() => document.querySelector("cw-card-form .is-over"));
  assert.equal(await amount.inputValue(), "2");
  await amount.fill("4");
  await good(page);
  assert.match(await code(page), /\/\/ A remark stays\.\s*fn play\(me\) \{\s*each foe in opponents\(me\) where foe\.energy > 2 \{\s*lose\(foe, 4\);/);
  await write("fn play(me) {\n    let n = 1;\n    gain(me, n);\n}\n");
  await page.locator("cw-card-form .other-shape", { hasText: "`let` has no block in the form (line 2)" }).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a broken script blocks its own card only, looks old, and is fixed by one click", async () => {
  const page = await workshop();
  const before = await page.locator("#card option").count();
  await begin(page, "Broken", "Gain 1 energy.", "Secret weapon");
  await good(page);
  const editor = page.locator("cw-editor .cm-content");
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("fn play(me) {\n    gian(me, 1);\n}\n");
  await page.locator("#left-out", { hasText: "broken" }).waitFor();
  await page.locator("#stale").waitFor();
  assert.equal(await page.locator(".card-live.stale").count(), 1);
  assert.equal(await page.locator("#card option").count(), before + 1);
  await page.screenshot({ path: `${shots}form-broken.png`, caret });
  // Another card of the pack is shown, judged and tried as ever.
  await page.locator("#card").selectOption({ index: 0 });
  await page.locator(".card-live:not(.stale) .card-art").waitFor();
  await page.locator("#tab-rulings").click();
  await page.locator("#rulings-good.good:not([aria-busy=true])").waitFor();
  await page.locator(".try-ruling").first().click();
  await page.locator("#try-from", { hasText: "rulings/" }).waitFor();
  await page.locator("cw-trial .prompt.asked").waitFor();
  await page.locator(".fix", { hasText: "Change to gain" }).click();
  await good(page);
  assert.equal(await page.locator("#left-out").count(), 0);
  assert.match(await code(page), /gain\(me, 1\)/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a pack goes out and comes in as one file, and one that is too large for a link says so", { skip: noFiles }, async () => {
  const page = await workshop();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  assert.equal(file.suggestedFilename(), "my-pack.cwpack");
  const bytes = await readFile(await file.path());
  await page.locator(".workshop input[type=file]").setInputFiles({ name: "my-pack.cwpack", mimeType: "application/octet-stream", buffer: bytes });
  await page.waitForFunction(() => document.querySelectorAll("#my-packs option").length === 2);
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#/workshop/p="));
  // Letters that do not compress.
  await page.locator(".tree summary", { hasText: "Files" }).click();
  await page.locator("#new-file").fill("notes.md");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator("cw-editor .cm-content").click();
  let noise = "";
  for (let at = 1; noise.length < 90_000; at += 1) noise += Math.imul(at, 2654435761).toString(36);
  await page.keyboard.insertText(noise);
  await page.locator("#share").click();
  await page.locator(".shop-note", { hasText: "too large for a link" }).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/** A module of the page, without a browser. */
async function modules(...paths) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const vite = await createServer({ root, configFile: false, server: { middlewareMode: true, hmr: false, ws: false }, appType: "custom", logLevel: "error", optimizeDeps: { noDiscovery: true } });
  const found = await Promise.all(paths.map((path) => vite.ssrLoadModule(path)));
  await vite.close();
  return found;
}

test("every script of the official and example packs is read as blocks, and written as the same code", async () => {
  const [{ read, write, OtherShape }] = await modules("/src/workshop/script.ts");
  const cards = fileURLToPath(new URL("../../cards/", import.meta.url));
  const scripts = (await readdir(cards, { recursive: true })).filter((path) => path.endsWith(".rhai"));
  const plain = (text) => text.replaceAll(/\s+/g, "").replaceAll(";}", "}");
  let other = 0;
  for (const path of scripts) {
    const text = await readFile(`${cards}${path}`, "utf8");
    try {
      assert.equal(plain(write(read(text))), plain(text), path);
    } catch (error) {
      if (!(error instanceof OtherShape)) throw error;
      other += 1;
    }
  }
  assert.ok(scripts.length > 100 && other <= scripts.length / 20, `${other} of ${scripts.length} have another shape`);
  for (const [text, why] of [["fn play(me) { let n = 1; }", /let/], ["fn play(me) { gain(me, // more\n 1); }", /remark/], ["fn play(me) { gain(me, 1);", /missing/], ["gain(me, 1);", /functions/], ["fn play(me) { if x { } }", /if/]]) {
    assert.throws(() => read(text), why, text);
  }
});

test("a key of a card is set, and all else of its file stays", async () => {
  const [{ placeOf, valuesOf, withValue, without }] = await modules("/src/workshop/block.ts");
  const text = '# head\n[[card]]\nid = "a"\nslot = "head" # where\neffect = [\n  { fist = 1 },\n]\n\n# about b\n[[card]]\nid = "b"\nname = { en = "B # x" }\n';
  assert.deepEqual(placeOf(text, "b"), { from: 9, to: 13 });
  assert.equal(placeOf(text, "c"), null);
  let made = withValue(text, placeOf(text, "a"), "slot", "torso");
  made = withValue(made, placeOf(made, "a"), "effect", [{ fist: 2 }, { energy: "1d6" }]);
  made = withValue(made, placeOf(made, "a"), "script", "scripts/a.rhai");
  assert.equal(made, '# head\n[[card]]\nid = "a"\nslot = "torso" # where\neffect = [{ fist = 2 }, { energy = "1d6" }]\nscript = "scripts/a.rhai"\n\n# about b\n[[card]]\nid = "b"\nname = { en = "B # x" }\n');
  assert.equal(valuesOf(made, placeOf(made, "b")).name.en, "B # x");
  assert.equal(withValue(made, placeOf(made, "a"), "script", undefined).includes("script"), false);
  assert.equal(without(text, placeOf(text, "a")).split("\n").length, text.split("\n").length, "other cards keep their lines");
});
