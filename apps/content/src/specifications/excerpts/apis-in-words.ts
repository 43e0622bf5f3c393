import type { ApiExcerpt } from '@bindery/contracts';
import type { Block, Document, Node } from '@bindery/documents';
import { describedModel, describedOperation } from '../describing/readable-nodes';

/** A document with its API blocks replaced by text. */
export function withApisInWords(document: Document, apis: readonly ApiExcerpt[]): Document {
  return { ...document, nodes: document.nodes.flatMap((node) => inWords(node, apis)) };
}

function inWords(block: Block, apis: readonly ApiExcerpt[]): Block[] {
  const described = describe(block, apis);
  if (described) return described;
  const within = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): readonly Node[] => (node.object === 'block' ? inWords(node, apis) : [node]));
  const { nodes, fragments } = block;
  return [
    {
      ...block,
      ...(nodes && { nodes: within(nodes) }),
      ...(fragments && {
        fragments: fragments.map((one) => ({ ...one, nodes: within(one.nodes) as typeof one.nodes })),
      }),
    },
  ];
}

/** The replacement of an API block; undefined for any other block. */
function describe({ type, data, meta }: Block, apis: readonly ApiExcerpt[]): Block[] | undefined {
  const ref = data.ref as { kind?: unknown; spec?: unknown } | null | undefined;
  const api = ref?.kind === 'openapi' ? apis.find(({ spec }) => spec === ref.spec) : undefined;
  if (!api) return undefined;
  if (type === 'openapi-schemas' && Array.isArray(data.schemas))
    return (data.schemas as unknown[])
      .filter((name) => typeof name === 'string')
      .flatMap((name) =>
        describedModel(
          name,
          api.schemas.find((schema) => schema.name === name),
        ),
      );
  if (type !== 'openapi-operation' && type !== 'openapi-webhook') return undefined;
  const kind = type === 'openapi-operation' ? 'path' : 'webhook';
  const name = textOf(kind === 'path' ? data.path : data.name);
  const method = textOf(data.method).toLowerCase();
  const described = api.operations.find((one) => one.kind === kind && one.name === name && one.method === method);
  return describedOperation({ kind, name, method }, described, textOf(meta?.id) || undefined);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
