import { placeContent } from './place-content';

it('gives a new reusable content a path that no imported one has', () => {
  const { reusableContents } = placeContent(
    [],
    [],
    [
      ['new', { title: 'Note' }],
      ['old', { title: 'Another title', git: { oid: 'o', path: '.gitbook/includes/note.md' } }],
    ],
    '',
  );
  expect(Object.fromEntries(reusableContents)).toEqual({
    new: '.gitbook/includes/note-1.md',
    old: '.gitbook/includes/note.md',
  });
});
