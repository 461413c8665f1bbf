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
  await call("ask", { question: "energy limit" }),
  await call("explain", { name: "MB-3.2" }),
  await call("explain", { name: "nothing" }),
  await call("why", { game: "robotory", action: "place white b3" }),
  await call("why", { game: "moon-bots", action: "?" }),
  await call("play_start", { game: "robotory", seed: 1 }),
  await call("play_state", { match: "m1" }),
  await call("play_act", { match: "m1", action: "1" }),
  await call("play_act", { match: "m1", action: "dance" }),
  await call("play_undo", { match: "m1" }),
  await call("why", { match: "m1", action: "place white b3" }),
  await call("judge", { ruling: "# no ruling" }),
  await call("check_pack", { packs: [{ files: { "pack.toml": "id = 3" } }] }),
  await call("odds", { game: "robotory" }),
  await call("new_card", { game: "moon-bots" }),
];
for (const answer of answers) {
  assert.ok(answer.content[0].text.length > 0 && (answer.isError || answer.structuredContent));
}
const asked = ["ask", "explain", "why", "play_start", "play_state", "play_act", "play_undo", "judge", "check_pack", "odds", "new_card"];
assert.deepEqual(tools.map((tool) => tool.name), asked);

const { prompts } = await client.listPrompts();
for (const { name, arguments: all } of prompts) {
  const given = Object.fromEntries(all.map(({ name }) => [name, name === "game" ? "robotory" : "a question"]));
  const { messages } = await client.getPrompt({ name, arguments: given });
  assert.ok(messages[0].content.text.includes("robotory"));
}

const { resources } = await client.listResources();
await client.listResourceTemplates();
for (const { uri } of resources) {
  const { contents } = await client.readResource({ uri });
  assert.ok(contents[0].text.length > 0);
}
await assert.rejects(client.readResource({ uri: "cardwright://rules/nothing" }));
await client.close();
console.log(`${tools.length} tools, ${answers.length} answers, ${prompts.length} prompts, ${resources.length} resources: all fit the protocol's schema`);
