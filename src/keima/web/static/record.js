// The tree of a game: who follows whom, and the line that is being looked at.

export class Record {
  /** From the server's tree; `before` is what was known, for the variations once chosen. */
  constructor(tree, before = null) {
    this.version = tree.tree_version;
    this.nodes = new Map();
    this.chosen = new Map(before?.chosen);
    for (const row of tree.nodes) this.put(row);
  }

  /** Takes a node from the server: a new one, the last child of its parent, or other flags. */
  put([id, parent, color, move, flags]) {
    const known = this.nodes.get(id);
    if (known) {
      known.flags = flags;
      return;
    }
    const above = this.nodes.get(parent) ?? null;
    const node = { id, parent: above, color, move, flags, children: [], depth: 0, number: 0 };
    if (above) {
      node.depth = above.depth + 1;
      node.number = above.number + (move ? 1 : 0);
      above.children.push(node);
    } else {
      this.root = node;
    }
    this.nodes.set(id, node);
  }

  /** Takes the changes that lead on from this version of the tree; says whether there were any. */
  follow(changes) {
    const before = this.version;
    for (const [version, row] of changes) {
      if (version !== this.version + 1) continue;
      this.put(row);
      this.version = version;
    }
    return this.version !== before;
  }

  get(id) {
    return this.nodes.get(id) ?? null;
  }

  /** Remembers the way to a node, so that walking forward comes back to it. */
  choose(id) {
    for (let node = this.get(id); node?.parent; node = node.parent) {
      if (this.chosen.get(node.parent.id) === node.id) continue;
      this.chosen.set(node.parent.id, node.id);
    }
  }

  /** The node after `node`: the variation last looked at, or the main one. */
  next(node) {
    const wanted = this.chosen.get(node.id);
    return node.children.find((child) => child.id === wanted) ?? node.children[0] ?? null;
  }

  /** The next (1) or previous (-1) variation of the move at a node, or null. */
  sibling(node, step) {
    // From inside a variation the nearest branch above is meant.
    for (let here = node; here?.parent; here = here.parent) {
      const list = here.parent.children;
      if (list.length > 1) return list[list.indexOf(here) + step] ?? null;
    }
    return null;
  }

  /** All nodes from the root through the node with this id to the end of its line. */
  line(id) {
    const path = [];
    let node = this.get(id) ?? this.root;
    for (let here = node; here; here = here.parent) path.push(here);
    path.reverse();
    while ((node = this.next(node))) path.push(node);
    return path;
  }
}
