import { assignKeys, parseMarkdown, type Block, type ContentRef } from '@bindery/documents';
import { slugOf, uniqueSlug } from '@bindery/git-sync';
import { wellFormedJson } from '../../imports/well-formed';
import type { Operation } from './operations';
import type { PlannedPage } from './page-plan';

/** Characters of an introduction that are read. */
const longestIntroduction = 100_000;

/** The document of a page, as JSON: what the tag says, then a block for each operation, or one for all models. */
export function computedDocument(page: PlannedPage, slug: string): string {
  const ref: ContentRef = { kind: 'openapi', spec: slug };
  const anchors = new Set<string>();
  const introduction = parseMarkdown(page.introduction.slice(0, longestIntroduction)).nodes;
  const nodes = [
    ...introduction,
    ...page.operations.map((operation) => operationBlock(operation, ref, anchors)),
    ...(page.doc === 'models'
      ? [block('openapi-schemas', { schemas: page.schemas, grouped: true, ref }, 'models')]
      : []),
  ];
  let count = 0;
  const document = assignKeys({ object: 'document', data: {}, nodes }, () => `openapi${(count++).toString(36)}`);
  return wellFormedJson(document);
}

function operationBlock({ kind, name, method, id }: Operation, ref: ContentRef, anchors: Set<string>): Block {
  const anchor = uniqueSlug(slugOf(id ?? `${method} ${name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`), anchors);
  return kind === 'path'
    ? block('openapi-operation', { path: name, method, ref }, anchor)
    : block('openapi-webhook', { name, method, ref }, anchor);
}

const block = (type: string, data: Block['data'], id: string): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  meta: { id },
});
