import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Plugin, defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packed = here("../crates/wasm/npm/dist");

/** What the engine says of its games, asked when the page is built, and its size: the lobby stands before the engine is there. */
function games(): Plugin {
  const id = "virtual:games";
  return {
    name: "games",
    resolveId: (name) => (name === id ? `\0${id}` : null),
    load: async (name) => {
      if (name !== `\0${id}`) return null;
      const { open } = await import(pathToFileURL(`${packed}/node.js`).href);
      const service = await open({ seed: 1 });
      const found = service.call("initialize", { client: "web" });
      service.close();
      const { size } = await stat(`${packed}/wasm/cardwright_wasm_bg.wasm`);
      return `export default ${JSON.stringify(found.games)};\nexport const size = ${size};`;
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
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /^assets.*\.(js|css|svg|wasm|woff2)$|^icon\.svg$/.test(path));
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
