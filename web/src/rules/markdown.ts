// Renders the part of Markdown that rules and rulings use, as elements; a text is never inserted as markup.
import { type TemplateResult, html } from "lit";
import { isClause } from "./book.js";

/** A line of text with code, emphasis and links to clauses. */
export function inline(text: string): unknown[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]*\)|(?:[QR]-)?\b[A-Z]{2}-\d+(?:\.\d+)*)/).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith("**")) return html`<b>${inline(part.slice(2, -2))}</b>`;
    if (part.startsWith("*") && part.length > 2) return html`<em>${inline(part.slice(1, -1))}</em>`;
    const link = /^\[([^\]]+)\]\(/.exec(part);
    if (link) return html`${link[1]}`;
    return isClause(part) ? html`<button type="button" class="link cite" data-cite=${part}>${part}</button>` : part;
  });
}

function block(text: string): TemplateResult {
  const rows = text.split("\n");
  if (rows.every((row) => row.startsWith("|"))) {
    const cells = rows.filter((row) => !/^\|[\s|:-]+\|$/.test(row)).map((row) => row.slice(1, -1).split("|"));
    const [head = [], ...body] = cells;
    return html`<div class="scroll" tabindex="0" role="group" aria-label="table"><table><thead><tr>${head.map((cell) => html`<th>${inline(cell.trim())}</th>`)}</tr></thead>
      <tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell.trim())}</td>`)}</tr>`)}</tbody></table></div>`;
  }
  if (/^([-*]|\d+\.) /.test(text)) {
    const items = text.split(/\n(?=(?:[-*]|\d+\.) )/).map((item) => item.replace(/^([-*]|\d+\.) /, ""));
    return html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
  }
  return html`<p>${inline(text)}</p>`;
}

/** A text of several paragraphs, lists, tables and fenced blocks. */
export function markdown(text: string): TemplateResult[] {
  const found: TemplateResult[] = [];
  text.split(/^```.*$/m).forEach((part, at) => {
    if (at % 2) found.push(html`<pre class="scroll" tabindex="0">${part.trim()}</pre>`);
    else part.split(/\n\s*\n/).map((one) => one.trim()).filter(Boolean).forEach((one) => found.push(block(one)));
  });
  return found;
}
