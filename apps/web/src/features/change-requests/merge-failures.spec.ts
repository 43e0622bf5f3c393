import { mergeFailures } from './merge-failures';

const refused = (...messages: string[]) => ({
  code: 409,
  details: messages.map((message) => ({ field: 'mergeRules.some', message })),
});

it('says in words for which rules a merge was refused, and of whom they speak', () => {
  expect(mergeFailures(refused('a review is missing'))).toEqual([{ text: 'A review is missing.', users: [] }]);
  expect(
    mergeFailures(refused('an approval of each of a1, b2 is missing', 'an approval of one of c3 is missing')),
  ).toEqual([
    { text: 'These have to approve it:', users: ['a1', 'b2'] },
    { text: 'One of these has to approve it:', users: ['c3'] },
  ]);
  expect(mergeFailures({ code: 409, details: [] })).toEqual([]);
  expect(mergeFailures({ code: 403, details: [{ field: 'mergeRules.some', message: 'no' }] })).toEqual([]);
});
