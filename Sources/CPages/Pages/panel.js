// A message when it is opened.
const visible = text => plain(text).replace(/\n/g, "⏎").replace(/\t/g, "→").replace(/ /g, "·");
const signature = item => {
  const parts = [make("h5", "", item.title), pairs(item.rows)];
  const found = item.difference;
  if (found) {
    const side = (name, part) => [make("dt", "", name), make("dd", "code",
      "…" + visible(part[0]), make("mark", "", visible(part[1])), visible(part[2]) + "…")];
    parts.push(make("p", "note", "First difference (" + found.of + "); · is a space, ⏎ a line break:"),
      make("dl", "facts", ...side("as received", found.received), ...side("as signed", found.signed)));
  }
  return parts;
};
const payload = item => {
  const parts = [make("p", item.breaks ? "broken" : "", `This encoding ${item.effect}.`), pairs(item.steps)];
  for (const text of list(item.warnings)) parts.push(make("p", "note", text));
  const rows = list(item.changes).map(change => ({cells: cells(
    [change[0], change[1] ? "signed" : "not signed", change[2] || "(not shown)", change[3] || "(not shown)"])}));
  if (rows.length > 0) parts.push(grid(["changes in", "covered", "before", "after"], rows));
  return parts;
};
const details = message => {
  const box = make("div", "panel");
  const part = (title, nodes) => {
    if (nodes.length > 0) box.append(make("div", "part", make("h4", "", title), ...nodes));
  };
  const why = [];
  if (message.what) why.push(make("p", "what", message.what));
  if (message.action) why.push(make("p", "", make("b", "", "What to do: "), message.action));
  if (why.length === 0) why.push(make("p", "", message.outcome === "accepted"
    ? "It was accepted: nothing is wrong with it."
    : message.outcome === "unverified" ? "Nothing is wrong with it, and no signature was verified."
    : "It is " + message.outcome + "."));
  part("Why", why);
  part("To see it again", list(message.commands).map(command));
  part("What happened, in order", list(message.story).length > 0
    ? [make("ol", "story", ...message.story.map(step =>
        make("li", "", make("b", "", step[0] + ": "), make("bdi", "", step[1]))))] : []);
  part("Reasons", list(message.reasons).map(reason => make("p", "reasonline",
    make("code", "", reason.code), " ", reason.text ?? "", reason.at ? (String(reason.text).includes(reason.at) ? "" : " (" + reason.at + ")") : "",
    reason.cause ? " Likely cause: " + reason.cause + "." : "")));
  part("A stricter receiver would refuse", list(message.notes).map(note => make("p", "reasonline",
    make("code", "", note.code), " ", note.text ?? "", note.at ? " (" + note.at + ")" : "",
    note.action ? " What to do: " + note.action : "")));
  part("Conditions against the context", list(message.conditions).length > 0
    ? [grid(["condition", "expected", "found", "verdict"], message.conditions.map(row =>
        ({cells: cells(row), state: row[3] === "failed" ? "failed" : ""})))] : []);
  part("Signatures", list(message.signatures).flatMap(signature));
  part("Subject and attributes", list(message.attributes).length > 0
    ? [grid(["name", "value", "vouched for"], message.attributes.map(row =>
        ({cells: cells([row[0], row[1], row[2] ?? ""]), state: row[2] === "missing" ? "failed" : ""})))] : []);
  part("Certificate", list(message.certificates).flatMap(item =>
    [make("h5", "", item.title), pairs(item.rows)]));
  if (message.payload) part("The payload's way through the encoder", payload(message.payload));
  part("The message", listing(message));
  return box;
};
