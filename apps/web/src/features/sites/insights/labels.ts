const ratings: Record<string, string> = {
  good: 'Helpful',
  ok: 'Middling',
  bad: 'Not helpful',
  '1': 'Helpful',
  '0': 'Middling',
  '-1': 'Not helpful',
};
const outcomes: Record<string, string> = {
  model: 'By the model',
  passages: 'With passages of pages',
  unknown: 'Nothing was found',
};

export const ratingsOf = (value: unknown): string => ratings[String(value)] ?? String(value);
export const outcomesOf = (value: unknown): string => outcomes[String(value)] ?? String(value);

/** The path of an address as people read it. Readers may send anything: what is no address stays as it is. */
export function pathOf(address: unknown): string {
  try {
    return decodeURI(new URL(String(address)).pathname);
  } catch {
    return String(address);
  }
}
