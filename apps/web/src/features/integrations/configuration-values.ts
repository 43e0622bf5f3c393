type Values = Record<string, unknown>;

/**
 * The configuration with what the fields of a form hold now: a field that was emptied has no value any more, and values without a
 * field stay.
 */
export function configurationValues(
  properties: Record<string, { type: string }>,
  values: Values,
  valueOf: (name: string) => unknown,
): Values {
  const isField = (name: string) => name in properties && properties[name]!.type !== 'button';
  const others = Object.entries(values).filter(([name]) => !isField(name));
  const filled = Object.keys(properties)
    .filter(isField)
    .map((name) => [name, valueOf(name)] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries([...others, ...filled]);
}
