import { documentOf, plainText } from './plain-text';

it('reads the text again that a document was made of', () => {
  const text = 'Say “you”.\n\nNames of products stay as they are.';
  expect(plainText(documentOf(text))).toBe(text);
  expect(documentOf(text).nodes).toHaveLength(2);
  expect(plainText(documentOf(''))).toBe('');
});
