/** A part of a specification that a page can show. */
export interface SpecificationPart {
  kind: 'operation' | 'webhook' | 'schema';
  /** The path of an operation, the name of a webhook or a model. */
  name: string;
  /** Absent of a model. */
  method?: string;
  summary?: string;
}

export type Fields = Record<string, unknown>;
export const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The file of a specification with which reading begins. */
export function entryOf(filesystem: unknown): Fields {
  const files = Array.isArray(filesystem) ? (filesystem as unknown[]).map(fieldsIn) : [];
  const entry = files.find(({ isEntrypoint }) => isEntrypoint === true) ?? files[0];
  return fieldsIn(entry?.specification);
}

/** The operations, webhooks and models of a specification, from the files of its content. */
export function partsOf(filesystem: unknown): SpecificationPart[] {
  const { paths, webhooks, components } = entryOf(filesystem);
  return [
    ...calls('operation', paths),
    ...calls('webhook', webhooks),
    ...Object.keys(fieldsIn(fieldsIn(components).schemas)).map((name): SpecificationPart => ({ kind: 'schema', name })),
  ];
}

/** Operations that are marked so are shown nowhere. */
const isInternal = (call: unknown): boolean => fieldsIn(call)['x-internal'] === true;

function calls(kind: 'operation' | 'webhook', items: unknown): SpecificationPart[] {
  return Object.entries(fieldsIn(items)).flatMap(([name, item]) =>
    methods
      .filter((method) => Object.hasOwn(fieldsIn(item), method) && !isInternal(fieldsIn(item)[method]))
      .map((method) => {
        const { summary, description } = fieldsIn(fieldsIn(item)[method]);
        const told = textIn(summary) ?? textIn(description)?.split('\n')[0];
        return { kind, name, method, ...(told && { summary: told }) };
      }),
  );
}
