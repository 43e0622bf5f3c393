import { entryOf, fieldsIn, textIn, type Fields } from './specification-parts';

/** The parts of an operation's description that a page of the app shows. */
interface OperationDetails {
  summary?: string;
  description?: string;
  parameters: { name: string; facts: string; description?: string }[];
  responses: { status: string; description?: string }[];
}

/** The details of an operation or a webhook; undefined where the specification does not have it. */
export function operationIn(
  filesystem: unknown,
  { kind, name, method }: { kind: 'operation' | 'webhook'; name: string; method: string },
): OperationDetails | undefined {
  const specification = entryOf(filesystem);
  const item = fieldsIn(fieldsIn(specification[kind === 'webhook' ? 'webhooks' : 'paths'])[name]);
  const operation = item[method.toLowerCase()];
  if (typeof operation !== 'object' || operation === null) return undefined;
  const { summary, description, parameters, responses } = fieldsIn(operation);
  const resolved = (value: unknown) => resolve(specification, fieldsIn(value));
  return {
    ...(textIn(summary) && { summary: textIn(summary)! }),
    ...(textIn(description) && { description: textIn(description)! }),
    parameters: [...listIn(item.parameters), ...listIn(parameters)].map(resolved).map(parameterOf),
    responses: Object.entries(fieldsIn(responses)).map(([status, response]) =>
      described({ status }, resolved(response)),
    ),
  };
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function parameterOf(parameter: Fields) {
  const { type } = fieldsIn(parameter.schema);
  const facts = [textIn(type), textIn(parameter.in), parameter.required === true && 'required'];
  return described({ name: textIn(parameter.name) ?? '', facts: facts.filter(Boolean).join(' · ') }, parameter);
}

const described = <T extends object>(item: T, { description }: Fields): T & { description?: string } =>
  textIn(description) ? { ...item, description: textIn(description)! } : item;

/** A part that the specification names elsewhere in the same file. */
function resolve(specification: Fields, part: Fields): Fields {
  const steps = /^#\/(.+)/.exec(textIn(part.$ref) ?? '')?.[1]?.split('/');
  if (!steps) return part;
  return steps.reduce(
    (value, step) => fieldsIn(value[step.replaceAll('~1', '/').replaceAll('~0', '~')]),
    specification,
  );
}
