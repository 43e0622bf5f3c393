import type { ContentRef, Document, Fragment, Node } from './model';

/** A reference in a document: what it leads to, the innermost block that holds it, and the type of the node that has it. */
interface DocumentReference {
  ref: ContentRef;
  block: string | undefined;
  kind: string;
}

/** Every content reference of a document, in the order in which they are read. */
export function referencesOf(document: Document): DocumentReference[] {
  const found: DocumentReference[] = [];
  for (const node of document.nodes) visit(node, undefined, found);
  return found;
}

function visit(node: Node | Fragment, block: string | undefined, found: DocumentReference[]): void {
  if (node.object === 'text') return;
  const key = node.object === 'block' ? (node.key ?? block) : block;
  if (node.object !== 'fragment') {
    for (const ref of refsIn(node)) found.push({ ref, block: key, kind: node.type });
    for (const part of node.fragments ?? []) visit(part, key, found);
  }
  for (const child of node.nodes ?? []) visit(child, key, found);
}

function refsIn(node: Exclude<Node, { object: 'text' }>): ContentRef[] {
  const { ref, refDark, tags, records } = node.data;
  const cells = node.type === 'table' ? cellRefs(records) : [];
  return [ref, refDark, ...(Array.isArray(tags) ? (tags as unknown[]) : []), ...cells].filter(isRef);
}

function cellRefs(records: unknown): unknown[] {
  if (typeof records !== 'object' || records === null) return [];
  return Object.values(records as Record<string, { values?: Record<string, unknown> }>).flatMap((record) =>
    Object.values(record.values ?? {}).map((value) =>
      isRef(value) ? value : ((value as { ref?: unknown } | null)?.ref ?? undefined),
    ),
  );
}

function isRef(value: unknown): value is ContentRef {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}
