// Writes dist/rules.json: the texts of the rules, which the module takes from outside so that it stays small.
import { readFile, readdir, writeFile } from "node:fs/promises";

const folder = new URL("../../../docs/rules/", import.meta.url);
const names = (await readdir(folder)).filter((name) => /\.(md|json)$/.test(name)).sort();
const files = await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")]));
const rulings = await readFile(new URL("../../cardwright/src/rules/rulings.jsonl", import.meta.url), "utf8");
await writeFile(new URL("dist/rules.json", import.meta.url), JSON.stringify(Object.fromEntries([...files, ["rulings.jsonl", rulings]])));
