// The table of messages, which are data in the page.
const section = document.getElementById("messages");
const all = section === null ? [] : JSON.parse(document.getElementById("data").textContent);
const settle = nodes => {
  for (const node of nodes) {
    const box = node.querySelector(".xml");
    const bad = box === null ? null : box.querySelector(".bad");
    if (bad !== null) box.scrollTop = bad.offsetTop - 60;
  }
};
// Where it is, as screens name it: --nth counts the messages of a file from 1.
const whereabouts = item => (item.file ?? "") + (item.nth ? " --nth " + item.nth : "")
  + (item.place ? (item.nth ? " (" + item.place + ")" : ", " + item.place) : "");
if (all.length === 1) {
  // There is nothing to search and nothing to choose.
  const item = all[0];
  const rows = [["outcome", item.outcome], ["kind", item.kind], ["issuer", item.issuer], ["subject", item.subject],
    ["time", item.time], ["where", whereabouts(item)], ["index", "message " + item.index + " of the run, counted from 0"]]
    .filter(row => row[1] ? true : false);
  const facts = pairs(rows.map(([name, text]) => [name, String(text)]));
  facts.querySelector("dd").prepend(make("span", "key " + item.outcome));
  const box = details(item);
  box.id = "message-" + item.index;
  section.querySelector(".place").replaceChildren(facts, box);
  settle([box]);
} else if (section !== null) {
  const columns = [
    {name: "index", get: item => item.index, isNumber: true},
    {name: "outcome", get: item => item.outcome, isChoice: true},
    {name: "what happened", get: item => item.what ?? item.code ?? "", limit: 220},
    {name: "cause", get: item => item.cause ?? item.code ?? "", isChoice: true, show: pathway},
    {name: "issuer", get: item => item.issuer ?? "(unknown)", limit: 60, show: pathway},
    {name: "subject", get: item => item.subject ?? "", limit: 48},
    {name: "time", get: item => item.time ?? "", show: text => whole(text.replace("T", " "))},
    {name: "where", get: whereabouts, limit: 70, show: pathway}];
  const texts = value => typeof value === "string" ? [value]
    : value !== null ? (typeof value === "object" ? Object.values(value).flatMap(texts) : [String(value)]) : [];
  const hay = new Map();
  const searched = item => {
    if (!hay.has(item)) hay.set(item, texts(item).join("\n").toLowerCase());
    return hay.get(item);
  };
  const search = document.createElement("input");
  search.type = "search";
  search.id = "message-search";
  search.placeholder = "A subscriber, a value, an ID, an issuer, a file …";
  search.setAttribute("aria-label", "Search all messages");
  const count = make("p", "note");
  count.setAttribute("role", "status");
  const exporting = make("button", "plainbutton", "Save the matching rows as CSV");
  exporting.type = "button";
  const clearing = make("button", "plainbutton", "Clear search and filters");
  clearing.type = "button";
  const more = make("button", "plainbutton", "Show more");
  more.type = "button";
  const head = make("tr"), filters = make("tr", "filters"), body = make("tbody");
  const chosen = columns.map(() => "");
  let order = 0, sign = 1, limit = 50, matching = [];
  const opened = new Set();
  const controls = [];
  columns.forEach((column, place) => {
    const button = make("button", "", column.name);
    button.type = "button";
    const cell = make("th", column.isNumber ? "n" : "", button);
    cell.scope = "col";
    button.addEventListener("click", () => {
      sign = order === place ? -sign : 1;
      order = place;
      show();
    });
    head.append(cell);
    let control;
    if (column.isChoice) {
      control = document.createElement("select");
      const values = Array.from(new Set(all.map(column.get))).filter(value => value !== "").sort();
      control.append(new Option("all", ""), ...values.map(value => new Option(plain(value), value)));
    } else {
      control = document.createElement("input");
      control.type = "search";
    }
    control.setAttribute("aria-label", "Filter by " + column.name);
    control.addEventListener("input", () => {
      chosen[place] = control.value.toLowerCase();
      limit = 50;
      show();
    });
    controls.push(control);
    filters.append(make("td", "", control));
  });
  const names = columns.map(column => column.name);
  named(Array.from(filters.cells), names);
  const close = item => opened.delete(item);
  const draw = item => {
    const isOpen = opened.has(item);
    const row = make("tr", "message " + item.outcome);
    row.id = "message-" + item.index;
    columns.forEach((column, place) => {
      const text = column.get(item);
      if (place === 0) {
        const button = make("button", "opener", (isOpen ? "▾ " : "▸ ") + text);
        button.type = "button";
        button.setAttribute("aria-expanded", String(isOpen));
        button.setAttribute("aria-label", "Message " + text);
        const cell = make("th", "n", button);
        cell.scope = "row";
        row.append(cell);
      } else {
        const name = make("bdi", "", ...(column.show ?? pieces)(cut(text, column.limit ?? 60)));
        if (String(text).length > (column.limit ?? 60)) name.title = plain(text).slice(0, 1000);
        row.append(make("td", place === 1 ? "outcome" : "",
          ...(place === 1 ? [make("span", "key " + item.outcome)] : []), name));
      }
    });
    named(Array.from(row.cells), names);
    row.addEventListener("click", event => {
      const selection = getSelection();
      if (!event.target.closest("button")) if (selection !== null) if (String(selection) !== "") return;
      if (!close(item)) opened.add(item);
      const isFocused = event.target.closest("button") !== null;
      redraw(item, row);
      if (isFocused) document.getElementById(row.id).querySelector("button").focus();
    });
    if (!isOpen) return [row];
    const cell = make("td", "", details(item));
    cell.colSpan = columns.length;
    const shown = make("tr", "opened", cell);
    return [row, shown];
  };
  const redraw = (item, row) => {
    const next = row.nextElementSibling;
    if (next !== null) if (next.className === "opened") next.remove();
    const rows = draw(item);
    row.replaceWith(...rows);
    settle(rows);
  };
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
    matching = all.filter(item => {
      if (words.some(word => !searched(item).includes(word))) return false;
      return columns.every((column, place) => {
        if (chosen[place] === "") return true;
        const text = String(column.get(item)).toLowerCase();
        return column.isChoice || column.isNumber ? text === chosen[place] : text.includes(chosen[place]);
      });
    });
    const get = columns[order].get;
    matching.sort((one, other) => {
      const first = get(one), second = get(other);
      return first === second ? one.index - other.index : first > second ? sign : -sign;
    });
    Array.from(head.cells).forEach((cell, place) => {
      if (place === order) cell.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    });
    // A search with a single result is meant to show why.
    if (matching.length === 1) if (words.length > 0) opened.add(matching[0]);
    const rows = matching.slice(0, limit).flatMap(draw);
    body.replaceChildren(...rows);
    settle(rows);
    more.hidden = limit >= matching.length;
    const number = value => value.toLocaleString("en");
    count.textContent = matching.length === 0 ? "No message matches."
      : number(matching.length) + " of " + number(all.length) + " messages on this page match"
        + (more.hidden ? "." : "; the first " + number(limit) + " are shown.");
  };
  const openMessage = () => {
    const wanted = all.find(item => "#message-" + item.index === location.hash);
    if (!wanted) return;
    opened.add(wanted);
    search.value = "";
    chosen.fill("");
    for (const control of controls) control.value = "";
    show();
    limit = Math.max(limit, matching.indexOf(wanted) + 1);
    show();
    const row = document.getElementById("message-" + wanted.index);
    if (row !== null) row.scrollIntoView();
  };
  search.addEventListener("input", () => { limit = 50; show(); });
  more.addEventListener("click", () => { limit += 200; show(); });
  clearing.addEventListener("click", () => {
    search.value = "";
    chosen.fill("");
    for (const control of controls) control.value = "";
    opened.clear();
    show();
  });
  exporting.addEventListener("click", () => {
    const names = ["index", "outcome", "code", "cause", "what", "action", "issuer", "subject", "time", "file",
      "nth", "place", "ids"];
    const cell = value => {
      const text = Array.isArray(value) ? value.join(" ") : String(value ?? "");
      return '"' + (/^\s*[=+\-@\t\r]/.test(text) ? "'" : "") .concat(text).replace(/"/g, '""') + '"';
    };
    const rows = [names.join(",")].concat(matching.map(item => names.map(name => cell(item[name])).join(",")));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([rows.join("\r\n") + "\r\n"], {type: "text/csv"}));
    link.download = "messages.csv";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const table = make("table", "messages cards", make("thead", "", head, filters), body);
  const box = make("div", "scroll", table);
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "Messages");
  const place = section.querySelector(".place");
  place.replaceChildren(search, make("div", "tools", exporting, clearing), count, box, more);
  show();
  addEventListener("hashchange", openMessage);
  openMessage();
}
