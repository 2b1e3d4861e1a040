"use strict";
// Adds to the form what a plain one lacks: dropping, progress, stopping, and the answer beside what was sent.
{
  const find = id => document.getElementById(id);
  const form = find("ask");
  const input = find("file");
  const drop = find("drop");
  const frame = find("answer");
  let files = [];
  let job = null;
  let view = "messages";

  const hidden = (name, value) => {
    let field = form.querySelector("input[type=hidden][name=" + name + "]");
    if (!field) {
      field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      form.append(field);
    }
    field.value = value;
  };

  const size = bytes => bytes >= 1e6 ? (bytes / 1e6).toFixed(1) + " MB"
    : bytes >= 1e3 ? Math.round(bytes / 1e3) + " kB" : bytes + " bytes";

  const button = (text, action, style) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.className = style;
    made.addEventListener("click", action);
    return made;
  };

  const showFiles = () => {
    const list = new DataTransfer();
    for (const file of files) list.items.add(file);
    input.files = list.files;
    find("files").replaceChildren(...files.map(file => {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.textContent = file.name + ", " + size(file.size);
      const remove = button("Remove", () => {
        files = files.filter(other => other !== file);
        showFiles();
        input.focus();
      }, "second small");
      remove.setAttribute("aria-label", "Remove " + file.name);
      item.append(name, remove);
      return item;
    }));
  };

  const add = more => {
    const key = file => [file.name, file.size, file.lastModified].join("/");
    const known = files.map(key);
    files = files.concat(Array.from(more).filter(file => !known.includes(key(file))));
    showFiles();
  };

  input.addEventListener("change", () => add(input.files));
  for (const name of ["dragenter", "dragover"]) {
    addEventListener(name, event => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  addEventListener("dragleave", event => {
    if (!event.relatedTarget) drop.classList.remove("over");
  });
  addEventListener("drop", event => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files.length > 0) {
      add(event.dataTransfer.files);
      return;
    }
    const text = event.dataTransfer.getData("text/plain");
    if (text) find("message").value = text;
  });
  form.addEventListener("paste", event => {
    if (event.clipboardData.files.length > 0) add(event.clipboardData.files);
  });

  const show = state => {
    form.hidden = state !== "form";
    find("working").hidden = state !== "working";
    find("result").hidden = state !== "result";
    document.querySelector("main").hidden = state === "result";
    document.querySelector("header").hidden = state === "result";
  };

  const ask = chosen => {
    view = chosen;
    const random = crypto.getRandomValues(new Uint8Array(16));
    job = Array.from(random, byte => byte.toString(16).padStart(2, "0")).join("");
    hidden("job", job);
    hidden("view", view);
    form.target = "answer";
    find("status").textContent = "Sending …";
    find("progress").removeAttribute("value");
    show("working");
    find("stop").focus();
    form.submit();
    setTimeout(poll, 300, job);
  };

  const state = async name => {
    try {
      const answer = await fetch("/jobs/" + name);
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  };

  const poll = async name => {
    if (name !== job) return;
    const found = await state(name);
    if (name !== job) return;
    if (found) {
      find("status").textContent = found.messages > 0
        ? found.messages.toLocaleString("en") + " messages judged" : "Judging " + size(found.bytes);
      if (found.bytesDone > 0) find("progress").value = Math.min(1, found.bytesDone / found.bytes);
    }
    setTimeout(poll, 500, name);
  };

  form.addEventListener("submit", event => {
    event.preventDefault();
    ask(event.submitter ? event.submitter.value : "messages");
  });

  const titles = {messages: "Messages", audit: "Audit"};
  frame.addEventListener("load", async () => {
    if (!job) return;
    const name = job;
    job = null;
    show("result");
    const found = await state(name);
    const views = found ? found.views : [];
    if (!views.includes(view)) view = views[0];
    find("views").replaceChildren(...(views.length > 1 ? views : []).map(each => {
      const item = document.createElement("li");
      const choice = button(titles[each], () => ask(each), "second");
      if (each === view) choice.setAttribute("aria-current", "page");
      item.append(choice);
      return item;
    }));
    find("command").hidden = !(found ? found.command : null);
    find("words").textContent = found ? found.command : "";
    find("copy").textContent = "Copy command";
    find("back").focus();
  });

  const leave = () => {
    job = null;
    frame.src = "about:blank";
    show("form");
    find("message").focus();
  };
  find("stop").addEventListener("click", leave);
  find("back").addEventListener("click", leave);
  find("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(find("words").textContent);
    find("copy").textContent = "Copied";
  });
}
