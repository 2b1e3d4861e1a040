// A message as XML: line:column beside each line, as reasons name places; what is long or has parts can be folded.
const copying = (name, text) => {
  const button = make("button", "copy", name);
  button.type = "button";
  const say = word => { button.textContent = word; };
  // Where a page may not use the clipboard, as some browsers have it for files, a selection is copied.
  const select = () => {
    const area = make("textarea", "hidden");
    area.value = text;
    button.after(area);
    area.select();
    say(document.execCommand("copy") ? "Copied" : "Select it");
    area.remove();
    button.focus();
  };
  button.addEventListener("click", () => {
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say("Copied"), select);
    else select();
  });
  return button;
};
const markup = text => {
  const parts = [];
  const add = (name, part) => {
    if (part !== "") parts.push(name === "" ? part : make("span", name, document.createTextNode(part)));
  };
  let place = 0, isInTag = false;
  const take = pattern => {
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    if (found !== null) place = pattern.lastIndex;
    return found;
  };
  while (text.length > place) {
    let found;
    if (isInTag) {
      if ((found = take(/\/?>|\?>/y)) !== null) {
        add("tag", found[0]);
        isInTag = false;
      } else if ((found = take(/([^\s=>"'/]+)(\s*=\s*)("[^"]*"|'[^']*')/y)) !== null) {
        add("attribute", found[1]);
        add("", found[2]);
        add("value", found[3]);
      } else add("", take(/\s+|[\s\S]/y)[0]);
    } else if ((found = take(/\x3c(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>)/y)) !== null) add("comment", found[0]);
    else if ((found = take(/\x3c[/?]?[^\s=>"'/?]+/y)) !== null) {
      add("tag", found[0]);
      isInTag = true;
    } else add("", take(/\x3c|[^\x3c]+/y)[0]);
  }
  return parts;
};
const longest = 400;
const listing = message => {
  const lines = list(message.xml);
  const note = message.xmlNote ? [make("p", "note", message.xmlNote)] : [];
  if (lines.length === 0) return note;
  const box = make("div", "xml");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "The message as XML");
  const rows = lines.map(([depth, marks, text, , line, column], place) => {
    const isBad = marks >= 2;
    const code = make("code");
    const node = make("div", (marks % 2 ? "signed" : "") + (isBad ? " bad" : ""));
    if (line) node.dataset.at = column ? line + ":" + column : String(line);
    const next = lines[place + 1];
    const hasParts = next ? next[0] > depth : false;
    const isLong = text.length > longest;
    const fold = make("button", "fold");
    fold.type = "button";
    if (hasParts || isLong) node.append(fold);
    if (isBad) node.append(make("b", "mark", "▶ "), make("span", "hidden", "Here: "));
    node.append(code);
    node.style.setProperty("--depth", Math.min(depth, 24));
    return {node, code, fold, depth, hasParts, isOpen: hasParts || isBad, drawn: "",
      whole: plain(text), short: plain(isLong ? text.slice(0, 160) + "…" + text.slice(-40) : text)};
  });
  const draw = () => {
    let limit = Infinity;
    for (const row of rows) {
      if (limit >= row.depth) limit = Infinity;
      row.node.hidden = row.depth > limit;
      if (!row.isOpen) if (row.hasParts) limit = Math.min(limit, row.depth);
      const text = row.isOpen || row.hasParts ? row.whole : row.short;
      if (row.drawn !== text) row.code.replaceChildren(...markup(text));
      row.drawn = text;
      row.node.classList.toggle("folded", row.hasParts ? !row.isOpen : false);
      row.fold.textContent = row.isOpen ? "▾" : "▸";
      row.fold.setAttribute("aria-expanded", String(row.isOpen));
      row.fold.setAttribute("aria-label", (row.isOpen ? "Fold " : "Unfold ") + row.short.slice(0, 60));
    }
  };
  for (const row of rows) {
    row.fold.addEventListener("click", () => {
      row.isOpen = !row.isOpen;
      draw();
    });
    box.append(row.node);
  }
  draw();
  const all = make("button", "copy", "Fold all");
  all.type = "button";
  let isFolded = false;
  all.addEventListener("click", () => {
    isFolded = !isFolded;
    for (const row of rows) if (row.hasParts) row.isOpen = isFolded ? row.depth === 0 : true;
    all.textContent = isFolded ? "Unfold all" : "Fold all";
    draw();
  });
  const isExact = message.xmlIsExact === true;
  const text = isExact ? lines.map(line => (line[3] ?? "") + line[2]).join("")
    : lines.map(line => "  ".repeat(line[0]) + line[2] + "\n").join("");
  const copy = copying(isExact ? "Copy the message" : "Copy what is shown", text);
  return [make("p", "legend", make("span", "key signed"), "covered by a signature ",
    make("b", "mark", "▶"), " something is wrong here. Numbers are line:column. White space between tags is for reading",
    isExact ? "; Copy has the message's own." : "."), make("div", "tools", copy, all), box, ...note];
};
