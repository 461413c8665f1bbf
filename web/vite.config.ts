import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Game } from "cardwright/index.js";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Plugin, defineConfig } from "vite";
import { type Opening, keyOf, openingCalls } from "./src/opening.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packed = here("../crates/wasm/npm/dist");

/** The number of recorded openings of each game. */
const OPENINGS = 4;

/**
 * What the engine says of its games and how a match of each begins, asked when the page is built, and its size: the lobby and the
 * first question stand before the engine is there.
 */
function games(): Plugin {
  const [id, opening] = ["virtual:games", "virtual:opening-"];
  const begun = async () => {
    const { open } = await import(pathToFileURL(`${packed}/node.js`).href);
    const service = await open({ seed: 1 });
    return { service, games: service.call("initialize", { client: "web" }).games as Game[] };
  };
  /** A match of a service of its own: matches are numbered, and this is the first. */
  const recorded = async (nth: number): Promise<Opening> => {
    const { service, games } = await begun();
    const seed = 1 + Math.floor(nth / games.length);
    const replies = Object.fromEntries(openingCalls(games[nth % games.length]!, seed).map((call) => [keyOf(...call), service.call(...call)]));
    service.close();
    return { seed, replies };
  };
  return {
    name: "games",
    resolveId: (name) => (name === id || name.startsWith(opening) ? `\0${name}` : null),
    load: async (name) => {
      if (name.startsWith(`\0${opening}`)) return `export default JSON.parse(${JSON.stringify(JSON.stringify(await recorded(Number(name.slice(opening.length + 1)))))});`;
      if (name !== `\0${id}`) return null;
      const { service, games } = await begun();
      service.close();
      const { size } = await stat(`${packed}/wasm/cardwright_wasm_bg.wasm`);
      const openings = games.map(({ id }, at) => `${JSON.stringify(id)}: [${Array.from({ length: OPENINGS }, (_, of) => `() => import("${opening}${of * games.length + at}")`)}]`);
      return `export default ${JSON.stringify(games)};\nexport const size = ${size};\nexport const openings = { ${openings} };`;
    },
  };
}

/** Takes the indentation out of templates: a minifier leaves strings alone, and between tags a line break is enough. */
function unindented(): Plugin {
  return {
    name: "unindented",
    apply: "build",
    transform: (code, id) => (/\/web\/src\/.*\.ts$/.test(id) ? code.replaceAll(/(?<=>|\}|")\n +(?=<|\$\{)/g, "\n") : null),
  };
}

/** Alphabets of the fonts that are kept for the next visit; the others come when a text needs them. */
const alphabet = /-latin-/;

/** Writes the service worker with the list of the files it keeps. */
async function offline(folder: string): Promise<void> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /^assets.*\.(js|css|svg|wasm|woff2)$|^icon\.svg$/.test(path) && !/opening-/.test(path));
  const files = paths.filter((path) => !path.endsWith(".woff2") || alphabet.test(path)).map((path) => path.replaceAll("\\", "/")).sort();
  await writeFile(`${folder}/sw.js`, `const FILES = ${JSON.stringify(files)};\n${await readFile(here("src/offline.js"), "utf8")}`);
}

/** Writes the service worker, and each file a second and a third time, compressed: servers that know how give those. */
function finished(): Plugin {
  let folder = "";
  return {
    name: "finished",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: async () => {
      await offline(here(folder));
      const paths = (await readdir(here(folder), { recursive: true })).filter((path) => /\.(js|css|html|svg|wasm)$/.test(path));
      await Promise.all(paths.map(async (path) => {
        const bytes = await readFile(here(`${folder}/${path}`));
        if (bytes.length < 1000) return;
        await writeFile(here(`${folder}/${path}.gz`), await promisify(gzip)(bytes, { level: 9 }));
        await writeFile(here(`${folder}/${path}.br`), await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
      }));
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [games(), unindented(), finished()],
  resolve: { alias: { cardwright: packed } },
  server: { fs: { allow: [here("..")] } },
  // Every browser that knows `light-dark()`, which the styles need, knows nested rules.
  build: { target: "es2022", cssTarget: ["chrome123", "firefox120", "safari17.5"], assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
  worker: { format: "es" },
});
