import Ajv, { type ValidateFunction } from 'ajv';

let ajv: Ajv | undefined;

/** A check that is compiled when it is first used: answers what is wrong with a value, or nothing. */
export function compiled(schema: object): (value: unknown) => string | undefined {
  let validate: ValidateFunction | undefined;
  return (value) => {
    // The first fault ends the search: a long message is not walked for all that is wrong with it.
    validate ??= (ajv ??= new Ajv({ allErrors: false, strict: false })).compile(schema);
    if (validate(value)) return undefined;
    const { instancePath, message } = validate.errors![0]!;
    return `${instancePath.slice(0, 100) || 'it'} ${message ?? 'is not valid'}`;
  };
}
