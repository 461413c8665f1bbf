// Pictures of the page beside those that are kept: small, in few colours, compared with a tolerance.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { shots } from "./stage.mjs";

const kept = fileURLToPath(new URL("./pictures/", import.meta.url));
/** Whether pictures are taken anew instead of compared. */
export const writes = process.env.CARDWRIGHT_LOOKS === "write";
/** The share of pixels that may differ: edges of letters do, a moved button does not pass. */
const TOLERANCE = 0.015;
/** How much a pixel's colour may differ, of 1. */
const COLOUR = 0.18;

/** What letters measure here. The page brings its fonts along, but another browser draws them otherwise. */
async function measured(browser, page) {
  const widths = await page.evaluate(async () => {
    // A page that does not use a font has not loaded it.
    await Promise.all(["Inter Variable", "JetBrains Mono Variable"].map((family) => document.fonts.load(`32px "${family}"`)));
    const context = document.createElement("canvas").getContext("2d");
    return ["Inter Variable", "JetBrains Mono Variable", "system-ui", "monospace"].map((family) => {
      context.font = `32px "${family}"`;
      return Math.round(context.measureText("Who moves? ⚀ ✓ 0123456789 Ωé").width);
    });
  });
  return { browser: browser.version().split(".")[0], widths };
}

/** Why pictures of this machine cannot be compared with those that are kept; nothing where they can. */
export async function fonts(browser, page) {
  const here = JSON.stringify(await measured(browser, page));
  const path = `${kept}fonts.json`;
  if (writes) {
    await mkdir(kept, { recursive: true });
    await writeFile(path, `${here}\n`);
    return "";
  }
  const there = await readFile(path, "utf8").then((text) => text.trim(), () => "none are kept");
  return here === there ? "" : `Chromium or its fonts are others here (${here}) than where they were taken (${there})`;
}

/** Eight steps a colour: gradients of letters' edges go, and files are small. */
function fewColours(picture) {
  for (let at = 0; at < picture.data.length; at += 1) picture.data[at] = at % 4 === 3 ? 255 : Math.round((picture.data[at] / 255) * 7) * (255 / 7);
  return picture;
}

/** Compares what the page shows with the picture of that name, or takes it. */
export async function compare(page, name, t) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Times and dates differ from run to run.
    document.querySelectorAll(".varies").forEach((one) => (one.style.visibility = "hidden"));
    document.activeElement?.blur();
    // Letters that came late have moved what an address leads to.
    document.querySelector(".rules .here")?.scrollIntoView({ block: "start" });
    await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  });
  const found = fewColours(PNG.sync.read(await page.screenshot({ animations: "disabled", caret: "hide" })));
  const bytes = PNG.sync.write(found, { deflateLevel: 9, colorType: 2 });
  if (writes) return writeFile(`${kept}${name}.png`, bytes);
  await writeFile(`${shots}${name}.png`, bytes);
  const before = await readFile(`${kept}${name}.png`).then((file) => PNG.sync.read(file), () => null);
  assert.ok(before, `there is no picture ${name} to compare with: take it with CARDWRIGHT_LOOKS=write`);
  assert.deepEqual([found.width, found.height], [before.width, before.height], `${name} has another size`);
  const difference = new PNG({ width: found.width, height: found.height });
  const pixels = pixelmatch(before.data, found.data, difference.data, found.width, found.height, { threshold: COLOUR });
  const share = pixels / (found.width * found.height);
  if (share > TOLERANCE) await writeFile(`${shots}${name}-difference.png`, PNG.sync.write(difference));
  t.diagnostic(`${name}: ${(share * 100).toFixed(2)} % of the pixels differ`);
  assert.ok(share <= TOLERANCE, `${name}: ${(share * 100).toFixed(1)} % of the pixels differ; see web/tests/shots/${name}-difference.png`);
}
