import { assignKeys, withAnchors, type Document } from '@bindery/documents';
import { textHash } from '../../storage/store/canonical-json';
import { BlockMerge, type BlockFinding } from './merge-blocks';
import { decideFields } from './three-way';

const empty: Document = { object: 'document', data: {}, nodes: [] };

/** The document with the changes of both sides; an absent one is empty. `findings` is empty when the sides changed different blocks. */
export function mergeDocuments(
  base: Document = empty,
  main: Document = empty,
  draft: Document = empty,
): { document: Document; findings: BlockFinding[] } {
  const blocks = new BlockMerge();
  const nodes = blocks.list(base.nodes, main.nodes, draft.nodes);
  const { values: data } = decideFields({ base: base.data, main: main.data, draft: draft.data });
  const prefix = textHash(JSON.stringify([main, draft])).slice(0, 10);
  let count = 0;
  const keyed = assignKeys({ object: 'document', data, nodes }, () => `${prefix}${(count++).toString(36)}`);
  return { document: withAnchors(keyed), findings: blocks.findings };
}
