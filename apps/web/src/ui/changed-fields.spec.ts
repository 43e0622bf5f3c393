import { changedFields } from './changed-fields';

it('has the fields alone that were changed since the form began', () => {
  const begun = {
    title: 'Guide',
    logo: null as string | null,
    rules: { type: 'rules', users: ['a'] },
    language: undefined,
  };
  const now = { ...begun, title: 'Guides', rules: { type: 'rules', users: ['a'] } };
  expect(changedFields(begun, now)).toEqual({ title: 'Guides' });
  expect(changedFields(now, { ...now, logo: 'https://example.com/logo.png' })).toEqual({
    logo: 'https://example.com/logo.png',
  });
  expect(changedFields(now, now)).toEqual({});
});
