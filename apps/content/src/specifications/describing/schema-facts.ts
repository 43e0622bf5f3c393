import type { ApiSchema } from '@bindery/contracts';
import { cut } from '../../storage/well-formed';
import { isObject, textOf, type JsonObject } from '../reading/json';

/** Characters of the description of a value. */
const longestDescription = 5_000;
const mostValues = 100;
const mostExamples = 5;
const longestValue = 200;

/** Keywords of JSON Schema that limit a value. */
const bounds = [
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ...['contentMediaType', 'contentEncoding', 'dependentRequired'],
];

export const json = (value: unknown): string => cut(JSON.stringify(value) ?? '', longestValue);

export const descriptionOf = (value: JsonObject, longest = longestDescription): { description?: string } => {
  const description = textOf(value.description);
  return description ? { description: cut(description, longest) } : {};
};

/** The facts of a schema about its value, except for its type and content. */
export function factsOf(value: JsonObject): Omit<ApiSchema, 'type'> {
  const values = valuesOf(value);
  const examples = [...(Array.isArray(value.examples) ? (value.examples as unknown[]) : []), value.example].filter(
    (example) => example !== undefined,
  );
  const limits = bounds.flatMap((word) => limitOf(word, value));
  return {
    ...descriptionOf(value),
    ...(value.deprecated === true && { deprecated: true as const }),
    ...(value.readOnly === true && { readOnly: true as const }),
    ...(value.writeOnly === true && { writeOnly: true as const }),
    ...(values && { values }),
    ...(value.default !== undefined && { default: json(value.default) }),
    ...(examples.length > 0 && { examples: [...new Set(examples.slice(0, mostExamples).map(json))] }),
    ...(limits.length > 0 && { limits }),
  };
}

function valuesOf(value: JsonObject): string[] | undefined {
  if (value.const !== undefined) return [json(value.const)];
  return Array.isArray(value.enum) ? value.enum.slice(0, mostValues).map(json) : undefined;
}

function limitOf(word: string, value: JsonObject): string[] {
  const bound = value[word];
  if (bound === undefined || bound === false || bound === null) return [];
  // Before OpenAPI 3.1, a flag beside a limit marks it as exclusive.
  if (bound === true) return word.startsWith('exclusive') ? [word] : word === 'uniqueItems' ? [word] : [];
  if (typeof bound === 'number') return [`${word} ${bound}`];
  if (typeof bound === 'string') return [`${word} ${cut(bound, longestValue)}`];
  return isObject(bound) ? [`${word} ${json(bound)}`] : [];
}
