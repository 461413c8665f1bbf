// Writes src/wire.ts: the types of the protocol's documents and methods, from its OpenRPC document.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const source = new URL("../../../docs/schema/openrpc.json", import.meta.url);
const text = (await readFile(source, "utf8")).replaceAll("#/components/schemas/", "#/definitions/");
const rpc = JSON.parse(text);
const strict = (schema) => (schema?.type === "object" && schema.additionalProperties === undefined && schema.properties
  ? { ...schema, additionalProperties: false } : schema);
const definitions = Object.fromEntries(
  Object.entries(rpc.components.schemas).map(([name, schema]) => [name, strict(schema)]));

// Tuples in the form before draft 2020-12, which the compiler supports.
const tuples = (_, value) => {
  if (typeof value !== "object" || value === null || !("prefixItems" in value)) return value;
  const { prefixItems, ...rest } = value;
  return { ...rest, items: prefixItems };
};
// Documents inside others, for example in the data of an error.
const documents = new URL("../../../docs/schema/wire/", import.meta.url);
for (const name of (await readdir(documents)).sort()) {
  const text = await readFile(new URL(name, documents), "utf8");
  const { $defs = {}, $schema, ...schema } = JSON.parse(text.replaceAll("#/$defs/", "#/definitions/"), tuples);
  for (const [of, one] of Object.entries($defs)) definitions[of] ??= strict(one);
  definitions[schema.title] ??= strict(schema);
}

// The parameters and result of a method. Results that the document does not describe are in `results.ts`.
const named = (method) => method.split(/[/-]/).map((word) => word[0].toUpperCase() + word.slice(1)).join("");
const methods = [];
for (const { name, summary, params, result } of rpc.methods) {
  // Any value.
  const shape = (schema) => (["type", "$ref", "anyOf", "oneOf", "enum"].some((key) => key in schema) ? schema : { ...schema, tsType: "unknown" });
  const properties = Object.fromEntries(params.map((one) => [one.name, shape(one.schema)]));
  const required = params.filter((one) => one.required).map((one) => one.name);
  definitions[`${named(name)}Params`] = {
    type: "object", description: `The parameters of \`${name}\`.`, properties, required, additionalProperties: false,
  };
  const gives = result.schema.$ref?.split("/").at(-1);
  methods.push(`  /** ${summary} */\n  "${name}": { params: ${named(name)}Params; result: ${gives ?? `Results["${name}"]`} };`);
}
const root = { title: "Wire", type: "object", properties: {}, additionalProperties: false, definitions };
const types = await compile(root, "Wire", {
  additionalProperties: false, unreachableDefinitions: true, bannerComment: "", strictIndexSignatures: true,
});
const quiet = types.replace(/\n \*\n \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "[^"]*"\./g, "")
  .replace(/\/\*\*\n \* This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "[^"]*"\.\n \*\/\n/g, "")
  .replace(/export interface Wire \{\}\n+/, "");
const head = "// Written by types.mjs from docs/schema/openrpc.json.\nimport type { Results } from \"./results.js\";\n\n";
const foot = `\n/** Every method of the protocol: what it takes and what it gives. */\nexport interface Methods {\n${methods.join("\n")}\n}\n`;
await writeFile(new URL("src/wire.ts", import.meta.url), head + quiet + foot);
