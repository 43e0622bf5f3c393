import type { Block, Data, Document, Fragment, Inline, Leaf, Mark, Node, Text } from './model';

/** Types of blocks and inlines that hold no nodes of their own (their content, if any, is in `data` or `fragments`). */
const voidTypes = new Set([
  'divider',
  'image',
  'file',
  'drawing',
  'embed',
  'math',
  'expandable',
  'table',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'content-ref',
  'integration',
  'reusable-content',
  'emoji',
  'icon',
  'expression',
  'inline-math',
  'inline-image',
  'mention',
  'button',
]);

export function document(nodes: Block[]): Document {
  return { object: 'document', data: {}, nodes };
}

export function block(type: string, data: Data, nodes?: Node[]): Block {
  const isVoid = voidTypes.has(type);
  return isVoid ? { object: 'block', type, isVoid, data } : { object: 'block', type, isVoid, data, nodes: nodes ?? [] };
}

export function voidBlock(type: string, data: Data, fragments: Fragment[]): Block {
  return { object: 'block', type, isVoid: voidTypes.has(type), data, fragments };
}

export function inline(type: string, data: Data, nodes?: Node[]): Inline {
  const isVoid = voidTypes.has(type);
  return isVoid
    ? { object: 'inline', type, isVoid, data }
    : { object: 'inline', type, isVoid, data, nodes: nodes ?? [] };
}

export function fragment(name: string, type: string | undefined, nodes: Block[]): Fragment {
  return type === undefined
    ? { object: 'fragment', fragment: name, nodes }
    : { object: 'fragment', fragment: name, type, nodes };
}

export function leaf(text: string, marks: Mark[] = []): Leaf {
  return { object: 'leaf', text, marks };
}

export function text(...leaves: Leaf[]): Text {
  return { object: 'text', leaves: leaves.length > 0 ? leaves : [leaf('')] };
}

export function paragraph(nodes: Node[]): Block {
  return block('paragraph', {}, nodes);
}

export function isBlock(node: Node): node is Block {
  return node.object === 'block';
}

export function isText(node: Node): node is Text {
  return node.object === 'text';
}

export function blocksOf(node: { nodes?: Node[] }): Block[] {
  return (node.nodes ?? []).filter(isBlock);
}

export function fragmentOf(node: { fragments?: Fragment[] }, name: string): Fragment | undefined {
  return node.fragments?.find((candidate) => candidate.fragment === name || candidate.type === name);
}
