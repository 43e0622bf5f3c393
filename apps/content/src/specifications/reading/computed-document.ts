import { assignKeys, parseMarkdown, type Block, type ContentRef } from '@bindery/documents';
import { slugOf, uniqueSlug } from '@bindery/git-sync';
import { wellFormedJson } from '../../storage/well-formed';
import { modelNodes, operationNodes } from '../describing/readable-nodes';
import { Specification } from '../describing/specification';
import type { SpecificationFile } from './gather-files';
import type { Operation } from './operations';
import type { PlannedPage } from './page-plan';

/** The maximum of characters of an introduction. */
const longestIntroduction = 100_000;
/** The maximum of characters of a page in words, as JSON; later parts are only named. */
const longestReadable = 2_000_000;

/** The documents of a page, as JSON. */
interface ComputedDocuments {
  /** The introduction of the tag, then a block for each operation, or one for all models. */
  document: string;
  /** The same in words, for outputs without the specification at hand: search, PDF, pages of sites. */
  readable: string;
}

export function computedDocuments(
  page: PlannedPage,
  files: readonly SpecificationFile[],
  slug: string,
): ComputedDocuments {
  const specification = new Specification(files);
  const ref: ContentRef = { kind: 'openapi', spec: slug };
  const introduction = parseMarkdown(page.introduction.slice(0, longestIntroduction)).nodes;
  const operations = anchored(page.operations);
  const models = page.doc === 'models' ? page.schemas : [];
  return {
    document: documentOf([
      ...introduction,
      ...operations.map(([operation, anchor]) => operationBlock(operation, ref, anchor)),
      ...(page.doc === 'models' ? [block('openapi-schemas', { schemas: models, grouped: true, ref }, 'models')] : []),
    ]),
    readable: documentOf([
      ...introduction,
      ...bounded([
        ...operations.map(
          ([operation, anchor]) =>
            () =>
              operationNodes(specification, operation, anchor),
        ),
        ...models.map((name) => () => modelNodes(specification, name)),
      ]),
    ]),
  };
}

function documentOf(nodes: Block[]): string {
  let count = 0;
  return wellFormedJson(assignKeys({ object: 'document', data: {}, nodes }, () => `openapi${(count++).toString(36)}`));
}

/** The nodes of parts, each in full until the limit, then only with its first node. */
function bounded(parts: readonly (() => Block[])[]): Block[] {
  let left = longestReadable;
  return parts.flatMap((part) => {
    const nodes = part();
    left -= JSON.stringify(nodes).length;
    return left > 0 ? nodes : nodes.slice(0, 1);
  });
}

function anchored(operations: readonly Operation[]): [Operation, anchor: string][] {
  const taken = new Set<string>();
  return operations.map((operation) => {
    const { id, method, name } = operation;
    return [operation, uniqueSlug(slugOf(id ?? `${method} ${name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`), taken)];
  });
}

function operationBlock({ kind, name, method }: Operation, ref: ContentRef, anchor: string): Block {
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
