import { queryOf } from './audit-filters';

it('asks for whole days of the reader, and for nothing that is empty', () => {
  const none = { action: '', actor: '', target: '', from: '', to: '' };
  expect(Object.values(queryOf(none)).every((value) => value === undefined)).toBe(true);
  const { from, to } = queryOf({ ...none, from: '2026-11-25', to: '2026-11-25' });
  expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000);
  expect(new Date(from!).getHours()).toBe(0);
});
