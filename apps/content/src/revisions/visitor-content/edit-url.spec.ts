import { editUrl } from './edit-url';

const files = { url: 'https://user:password@github.com/acme/docs.git', ref: 'main', directory: '', info: {} };

it.each([
  [{}, 'https://github.com/acme/docs/edit/main/a%20b/page.md'],
  [{ directory: 'docs/en', ref: 'next/two' }, 'https://github.com/acme/docs/edit/next/two/docs/en/a%20b/page.md'],
  [{ url: 'https://gitlab.com/acme/docs' }, 'https://gitlab.com/acme/docs/-/edit/main/a%20b/page.md'],
  [
    { url: 'https://git.acme.example/docs/', info: { installationProvider: 'gitlab' as const } },
    'https://git.acme.example/docs/-/edit/main/a%20b/page.md',
  ],
  [{ url: 'https://git.acme.example/docs.git' }, undefined],
])('is that of the file at the host of the repository, without secrets (%j)', (given, expected) => {
  expect(editUrl({ ...files, ...given }, 'a b/page.md')).toBe(expected);
});
