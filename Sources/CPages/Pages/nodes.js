// The parts of a message's details. Every text of a message becomes a text node, and nothing else: there is no place where
// a text is taken for markup, a style or an address.
const plain = text => String(text).replace(
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]|[\u{E0000}-\u{E0FFF}]/gu,
  found => "⟨U+" + found.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩");
const unbroken = text => {
  const node = document.createElement("span");
  node.className = "whole";
  node.append(text);
  return node;
};
// Times and options are not broken at their hyphens.
const pieces = text => plain(text).split(/(\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|--[a-z-]+)/)
  .map((part, place) => place % 2 ? unbroken(part) : part);
const make = (name, className, ...children) => {
  const node = document.createElement(name);
  if (className) node.className = className;
  for (const child of children) node.append(...(child instanceof Node ? [child] : pieces(child)));
  return node;
};
const list = value => Array.isArray(value) ? value : [];
const cut = (text, limit) => {
  const value = plain(text ?? "");
  return value.length > limit ? value.slice(0, limit - 1) + "…" : value;
};
// Lines break at its spaces and nowhere else.
const whole = text => plain(text).split(" ").flatMap((word, place) =>
  [...(place === 0 ? [] : [" "]), unbroken(word)]);
// Paths and codes break behind a slash or a dot rather than within a word.
const pathway = text => plain(text).split(/([^/.]*[/.])/).filter(part => part).flatMap((part, place) =>
  [...(place === 0 ? [] : [document.createElement("wbr")]), part]);
for (const code of document.querySelectorAll("code.command")) code.replaceChildren(...whole(code.textContent));
for (const name of document.querySelectorAll("bdi")) name.replaceChildren(...pathway(name.textContent));
// On a phone the cells of a row stand under each other, each behind its name.
const named = (cells, names) => {
  cells.forEach((cell, place) => { cell.dataset.name = names[place]; });
  return cells;
};
const stack = (table, names) => {
  table.classList.add("cards");
  for (const body of table.tBodies) for (const row of body.rows) named(Array.from(row.cells), names);
};
for (const table of document.querySelectorAll("table:has(thead)")) {
  const heads = Array.from(table.tHead.rows[0].cells);
  stack(table, heads.map(cell => cell.querySelector(".hidden") === null ? cell.textContent.trim() : ""));
}
const grid = (heads, rows, className) => {
  const head = make("tr", "", ...heads.map(name => {
    const cell = make("th", "", name);
    cell.scope = "col";
    return cell;
  }));
  const body = make("tbody", "", ...rows.map(row => make("tr", row.state ?? "", ...row.cells)));
  const table = make("table", className ?? "", make("thead", "", head), body);
  stack(table, heads);
  const box = make("div", "scroll", table);
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", heads.join(", "));
  return box;
};
const cells = texts => texts.map(text => make("td", "", make("bdi", "", text)));
const pairs = rows => make("dl", "facts", ...list(rows).flatMap(([label, ...lines]) =>
  [make("dt", "", label), ...lines.map(line => make("dd", "", make("bdi", "", line)))]));
const command = text =>
  make("div", "line", make("code", "command", ...whole(text)), copying("Copy", text));
