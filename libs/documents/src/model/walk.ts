import type { Block, Document, Fragment, Inline, Node } from './model';

/** Every node and fragment of a document, in the order in which it is read; a parent comes before its children. */
export function walk(document: { nodes: Block[] }): (Node | Fragment)[] {
  const found: (Node | Fragment)[] = [];
  for (const node of document.nodes) collect(node, found);
  return found;
}

/** A list, as nested generators take several times as long for each node. */
function collect(node: Node | Fragment, found: (Node | Fragment)[]): void {
  found.push(node);
  if (node.object === 'text') return;
  if (node.object !== 'fragment') for (const part of node.fragments ?? []) collect(part, found);
  for (const child of node.nodes ?? []) collect(child, found);
}

/** A copy of a document in which each node and fragment went through a function, parents first. */
export function mapNodes(document: Document, change: <T extends Node | Fragment>(node: T) => T): Document {
  const map = <T extends Node | Fragment>(node: T): T => {
    const copy = change({ ...node });
    if (copy.object === 'text') return copy;
    const parent: Block | Inline | Fragment = copy;
    if (parent.object === 'fragment') parent.nodes = parent.nodes.map(map);
    else {
      if (parent.nodes) parent.nodes = parent.nodes.map((child: Node) => map(child));
      if (parent.fragments) parent.fragments = parent.fragments.map(map);
    }
    return copy;
  };
  return { ...document, nodes: document.nodes.map(map) };
}
