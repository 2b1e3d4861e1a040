/// The part of the page's script that shows the table of messages, and a message when it is opened.
///
/// Messages are data in the page. Every text of them becomes a text node, and nothing else: there is no place where a
/// text is taken for markup, a style or an address. There is no less-than sign and no ampersand in it, so that it
/// stands in XML as it is.
enum MessageScript {
    static let text = tools + panel + table

    private static let tools = #"""

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
        const pathway = text => plain(text).split(/([^\/.]*[\/.])/).filter(part => part).flatMap((part, place) =>
          [...(place === 0 ? [] : [document.createElement("wbr")]), part]);
        for (const code of document.querySelectorAll("code.command")) code.replaceChildren(...whole(code.textContent));
        for (const name of document.querySelectorAll("bdi")) name.replaceChildren(...pathway(name.textContent));
        // On a phone the cells of a row stand under each other, each behind its name.
        const named = (cells, names) => {
          cells.forEach((cell, place) => { cell.dataset.name = names[place]; });
          return cells;
        };
        const grid = (heads, rows, className) => {
          const head = make("tr", "", ...heads.map(name => {
            const cell = make("th", "", name);
            cell.scope = "col";
            return cell;
          }));
          const body = make("tbody", "", ...rows.map(row => make("tr", row.state ?? "", ...named(row.cells, heads))));
          const box = make("div", "scroll", make("table", className ?? "", make("thead", "", head), body));
          box.tabIndex = 0;
          box.setAttribute("role", "region");
          box.setAttribute("aria-label", heads.join(", "));
          return box;
        };
        const cells = texts => texts.map(text => make("td", "", make("bdi", "", text)));
        const pairs = rows => make("dl", "facts", ...list(rows).flatMap(row =>
          [make("dt", "", row[0]), make("dd", "", make("bdi", "", row[1]))]));
        const command = text => {
          const line = make("div", "line", make("code", "command", ...whole(text)));
          if (navigator.clipboard) {
            const button = make("button", "copy", "Copy");
            button.type = "button";
            button.addEventListener("click", () => navigator.clipboard.writeText(text).then(
              () => { button.textContent = "Copied"; }, () => { button.textContent = "Select it"; }));
            line.append(button);
          }
          return line;
        };

        """#

    private static let panel = #"""
        const visible = text => plain(text).replace(/\n/g, "⏎").replace(/\t/g, "→").replace(/ /g, "·");
        const listing = message => {
          const lines = list(message.xml);
          const parts = [];
          if (lines.length > 0) {
            const box = make("div", "xml");
            box.tabIndex = 0;
            box.setAttribute("role", "region");
            box.setAttribute("aria-label", "The message as XML");
            for (const [depth, marks, text] of lines) {
              const isBad = marks >= 2;
              const line = make("div", (marks % 2 ? "signed" : "") + (isBad ? " bad" : ""));
              if (isBad) line.append(make("b", "mark", "▶ "), make("span", "hidden", "Here: "));
              line.append(plain(text));
              line.style.paddingLeft = (0.6 + Math.min(depth, 24) * 1.1) + "em";
              box.append(line);
            }
            parts.push(make("p", "legend", make("span", "key signed"), "covered by a signature ",
              make("b", "mark", "▶"), " something is wrong here. White space between tags is for reading."), box);
          }
          if (message.xmlNote) parts.push(make("p", "note", message.xmlNote));
          return parts;
        };
        const signature = item => {
          const parts = [make("h5", "", item.title), pairs(item.rows)];
          const found = item.difference;
          if (found) {
            const side = (name, part) => [make("dt", "", name), make("dd", "code",
              "…" + visible(part[0]), make("mark", "", visible(part[1])), "…")];
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

        """#

    private static let table = #"""
        const section = document.getElementById("messages");
        if (section !== null) {
          const all = JSON.parse(document.getElementById("data").textContent);
          const columns = [
            {name: "index", get: item => item.index, isNumber: true},
            {name: "outcome", get: item => item.outcome, isChoice: true},
            {name: "what happened", get: item => item.what ?? item.code ?? "", limit: 220},
            {name: "cause", get: item => item.cause ?? item.code ?? "", isChoice: true, show: pathway},
            {name: "issuer", get: item => item.issuer ?? "(unknown)", limit: 60, show: pathway},
            {name: "subject", get: item => item.subject ?? "", limit: 48},
            {name: "time", get: item => item.time ?? "", show: text => whole(text.replace("T", " "))},
            {name: "where", get: item => [item.file ?? "", item.place ?? ""].filter(text => text).join(", "), limit: 70,
              show: pathway}];
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
          const settle = rows => {
            for (const row of rows) {
              const box = row.querySelector(".xml");
              const bad = box === null ? null : box.querySelector(".bad");
              if (bad !== null) box.scrollTop = bad.offsetTop - 60;
            }
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
              "place", "ids"];
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
          const table = make("table", "messages", make("thead", "", head, filters), body);
          const box = make("div", "scroll", table);
          box.tabIndex = 0;
          box.setAttribute("role", "region");
          box.setAttribute("aria-label", "Messages");
          const place = section.querySelector(".place");
          place.replaceChildren(search, make("div", "tools", exporting, clearing), count, box, more);
          if (all.length === 1) opened.add(all[0]);
          show();
          addEventListener("hashchange", openMessage);
          openMessage();
        }

        """#
}
