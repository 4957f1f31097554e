// Elements of HTML and SVG, made by name. Text only ever enters the page as text.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element. `text` is its text, `onclick` and the like are listeners, all else attributes. */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element, likewise. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Sets attributes that differ from what is there, so that nothing is painted in vain. */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === null || value === undefined ? null : String(value);
    if (node.getAttribute(name) === text) continue;
    if (text === null) node.removeAttribute(name);
    else node.setAttribute(name, text);
  }
}

/** Sets the text of a node if it differs. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Shows or hides a node. */
export function show(node, visible) {
  if (node.hidden === visible) node.hidden = !visible;
}

/** A select with `[value, text]` options. */
export function select(options, properties = {}) {
  const node = el("select", properties);
  offer(node, options);
  return node;
}

/** Replaces the options of a select; what was chosen stays chosen if it is still there. */
export function offer(node, options) {
  const chosen = node.value;
  node.replaceChildren(...options.map(([value, text]) => el("option", { value, text })));
  if (options.some(([value]) => value === chosen)) node.value = chosen;
}

/** A labelled field: the label stands before the control and belongs to it. */
export function field(text, control, note = null) {
  return el("label", { class: "field" }, el("span", { class: "field-label", text }), control, note);
}

/** Children of `parent`, one for each key, kept and updated rather than made anew. */
export class Keyed {
  constructor(parent, make) {
    this.parent = parent;
    this.make = make;
    this.nodes = new Map();
  }

  /** One node for each of `items`, which have a `key`; `update(node, item)` makes it right. */
  show(items, update) {
    const kept = new Set();
    for (const item of items) {
      let node = this.nodes.get(item.key);
      if (!node) {
        node = this.make(item);
        this.nodes.set(item.key, node);
        this.parent.append(node);
      }
      update(node, item);
      kept.add(item.key);
    }
    for (const [key, node] of this.nodes) {
      if (kept.has(key)) continue;
      node.remove();
      this.nodes.delete(key);
    }
  }
}

/** Two or more choices beside each other, of which one holds: radio buttons that look like one. */
export class Choice {
  static count = 0;

  constructor(label, options, onchange = () => {}) {
    this.group = `choice-${++Choice.count}`;
    this.onchange = onchange;
    this.node = el("div", { class: "choice", role: "radiogroup", "aria-label": label });
    this.offer(options);
  }

  offer(options) {
    const before = this.value;
    this.inputs = options.map(([value, text]) => {
      const input = el("input", {
        type: "radio", name: this.group, value, onchange: () => this.onchange(value),
      });
      return [input, el("label", {}, input, el("span", { text }))];
    });
    this.node.replaceChildren(...this.inputs.map(([, label]) => label));
    if (before !== undefined) this.value = before;
  }

  get value() {
    return this.inputs?.find(([input]) => input.checked)?.[0].value;
  }

  set value(value) {
    for (const [input] of this.inputs) input.checked = input.value === value;
  }
}
