"use strict";
// Tables that can be sorted and filtered. Without the script everything but the messages is there, too, in the order in
// which it was written.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const value = (row, place) => {
    const text = row.cells[place].textContent.trim();
    const number = parseFloat(text.replace(/[,%]/g, "").replace(/^\D?0[.]1/, "0.05"));
    return row.cells[place].className.includes("n") ? (isNaN(number) ? -1 : number) : text;
  };
  Array.from(table.tHead.rows[0].cells).forEach((cell, place) => {
    if (cell.querySelector(".hidden")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => {
      const isDescending = cell.getAttribute("aria-sort") !== "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      const sign = isDescending ? -1 : 1;
      const rows = Array.from(body.rows).sort((one, other) => {
        const first = value(one, place), second = value(other, place);
        return first === second ? 0 : first > second ? sign : -sign;
      });
      body.append(...rows);
    });
  });
}
for (const table of document.querySelectorAll("table.filterable")) {
  if (8 >= table.tBodies[0].rows.length) continue;
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Filter the rows";
  input.setAttribute("aria-label", "Filter the rows");
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const row of table.tBodies[0].rows) {
      const names = Array.from(row.querySelectorAll("[title]"), part => part.title);
      row.hidden = !(row.textContent + names.join()).toLowerCase().includes(wanted);
    }
  });
  table.parentElement.before(input);
}
const open = () => {
  const place = document.getElementById(location.hash.slice(1));
  const details = place === null ? null : place.querySelector("details");
  if (details !== null) details.open = true;
};
addEventListener("hashchange", open);
open();
