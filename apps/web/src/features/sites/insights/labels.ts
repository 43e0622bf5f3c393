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
