type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEqual = (a: unknown, b: unknown): boolean => {
  if (!isFields(a) || !isFields(b)) return JSON.stringify(a) === JSON.stringify(b);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isEqual(a[name], b[name]));
};

/**
 * The fields in which a look differs from that of its site. The others are null, which takes an override of them away. A field
 * that the site has and the look does not is null too: an override cannot leave it out.
 */
export function overrideOf(site: object, look: object): Fields {
  const [before, after] = [site as Fields, look as Fields];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries([...names].map((name) => [name, fieldOf(before[name], after[name])]));
}

function fieldOf(before: unknown, after: unknown): unknown {
  if (after === undefined || isEqual(before, after)) return null;
  return isFields(before) && isFields(after) ? overrideOf(before, after) : after;
}

/** Whether a look differs from that of its site. */
export const isOverridden = (site: object, look: object): boolean => !isEqual(site, look);
