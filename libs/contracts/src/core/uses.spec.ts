/** @isolated for the operations that it declares */
import { declareUses, isCalled, mayUse, subjectsBefore, usedSubjects } from './uses';

it('answers what only the release before calls, and does not count it as called', () => {
  const [called, former] = [{ subject: 'rpc.content.called' }, { subject: 'rpc.content.former' }];
  declareUses('sites', { own: [called], before: { own: [former] } });
  expect(usedSubjects('sites')).toEqual([called.subject, former.subject]);
  expect(mayUse('sites', former.subject, 'own')).toBe(true);
  expect(subjectsBefore('sites')).toEqual([former.subject]);
  expect([called, former].map(({ subject }) => isCalled(subject))).toEqual([true, false]);
});
