// Asks `cardwright serve --mcp` everything with the protocol's own client. The client checks every answer against the
// protocol's schema and throws where one does not fit.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";

const [program] = process.argv.slice(2);
const transport = new StdioClientTransport({ command: program, args: ["serve", "--mcp"] });
const client = new Client({ name: "check", version: "1.0.0" });
await client.connect(transport);
assert.equal(client.getServerVersion().name, "cardwright");
assert.ok(client.getInstructions().includes("quote"));
await client.ping();

const { tools } = await client.listTools();
const call = async (name, args) => client.callTool({ name, arguments: args });
const answers = [
  await call("rules_search", { query: "energy limit" }),
  await call("clause", { id: "MB-3.2" }),
  await call("clause", { id: "nothing" }),
  await call("why", { game: "robotory", action: "place white b3" }),
  await call("why", { game: "moon-bots", action: "?" }),
  await call("judge", { ruling: "# no ruling" }),
  await call("check_pack", { packs: [{ files: { "pack.toml": "id = 3" } }] }),
  await call("odds", { game: "robotory" }),
  await call("new_card", { game: "moon-bots" }),
];
for (const answer of answers) {
  assert.ok(answer.content[0].text.length > 0 && answer.structuredContent);
}
const asked = ["rules_search", "clause", "why", "judge", "check_pack", "odds", "new_card"];
assert.deepEqual(tools.map((tool) => tool.name), asked);

const { resources } = await client.listResources();
await client.listResourceTemplates();
for (const { uri } of resources) {
  const { contents } = await client.readResource({ uri });
  assert.ok(contents[0].text.length > 0);
}
await assert.rejects(client.readResource({ uri: "cardwright://rules/nothing" }));
await client.close();
console.log(`${tools.length} tools, ${answers.length} answers, ${resources.length} resources: all fit the protocol's schema`);
