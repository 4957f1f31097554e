// What a page gives to those who see little or nothing, asked within it: how much words stand out from
// their ground (WCAG 2), and what controls are called.
(() => {
  const numbers = (text) => {
    const [a, b, c, share = 1] = text.match(/[\d.]+/g).map(Number);
    const most = text.startsWith("color(srgb") ? 255 : 1;
    return [a * most, b * most, c * most, share];
  };
  const over = (top, under, share = top[3]) =>
    [0, 1, 2].map((i) => top[i] * share + under[i] * (1 - share)).concat(1);
  const part = (value) => {
    const c = value / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const ratio = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const groundOf = (node) => {
    const layers = [];
    for (let here = node; here; here = here.parentElement) {
      layers.unshift(numbers(getComputedStyle(here).backgroundColor));
    }
    return layers.reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const LEFT_OUT = "svg, :disabled, noscript, .sr, .skip";
  const visible = { visibilityProperty: true, opacityProperty: true };

  /** All words that are shown and not disabled: [what, contrast, whether they are large]. */
  const words = () => {
    const room = document.querySelector("dialog[open]") ?? document.body;
    const found = [];
    for (const node of room.querySelectorAll("*")) {
      if (node.closest(LEFT_OUT) || !node.checkVisibility(visible)) continue;
      const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
      if (!own && !node.matches("input, select, textarea")) continue;
      const style = getComputedStyle(node);
      const under = groundOf(node);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const what = `${node.tagName} ${node.className}: ${node.textContent.trim().slice(0, 30)}`;
      found.push([what, ratio(over(numbers(style.color), under), under), large]);
    }
    return found;
  };

  const fillOf = (classes, tag, kind = "") => {
    const SVG = "http://www.w3.org/2000/svg";
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", classes);
    const node = document.createElementNS(SVG, tag);
    node.setAttribute("class", kind);
    group.append(node);
    document.getElementById("board").append(group);
    const { fill, fillOpacity } = getComputedStyle(node);
    group.remove();
    return [numbers(fill), Number(fillOpacity)];
  };

  /** Numbers on discs, each as faint as it is drawn, and coordinates, on light and dark wood. */
  const discs = () => {
    const woods = ["wood-1", "wood-3"].map((name) =>
      numbers(getComputedStyle(document.querySelector(`.${name}`)).stopColor));
    const kinds = [["candidate best", "circle", 0.95], ["candidate open", "circle", 0.78]];
    for (const grade of ["good", "fair", "poor"]) kinds.push([`candidate ${grade}`, "circle", 0.62]);
    for (let step = 1; step <= 5; step++) {
      kinds.push([`heat heat-${step}`, "path", 1], [`heat heat-${step} negative`, "path", 1]);
    }
    const found = [];
    for (const wood of woods) {
      for (const [classes, tag, share] of kinds) {
        const [disc] = fillOf(classes, tag);
        const [number] = fillOf(classes, "text", "number");
        found.push([classes, ratio(number, over(disc, wood, share))]);
      }
      const [ink, share] = fillOf("", "text", "coordinate");
      found.push(["coordinate", ratio(over(ink, wood, share), wood)]);
    }
    return found;
  };

  const SILENT = ["status", "alert", "group", "timer"];
  const CONTROLS = "button, a[href], input, select, textarea, summary, progress, [role], [tabindex]";

  /** All controls that are shown, with the names that are read aloud for them. */
  const names = () => [...document.querySelectorAll(CONTROLS)]
    .filter((node) => node.checkVisibility() && !node.closest("[aria-hidden=true]"))
    .filter((node) => !SILENT.includes(node.getAttribute("role")))
    .map((node) => {
      const by = node.getAttribute("aria-labelledby")?.split(" ") ?? [];
      const label = [...(node.labels ?? [])].map((each) => each.textContent).join(" ");
      const inside = node.matches("input, select, textarea, progress") ? "" : node.textContent;
      const name = node.getAttribute("aria-label")
        || by.map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
        || label || inside;
      return [node.outerHTML.slice(0, 90), name.trim()];
    });

  return { words, discs, names };
})()
