import { plainDocument, plainText } from './plain-text';

it('reads the text again that a document was made of', () => {
  const text = 'Say “you”.\n\nNames of products stay as they are.';
  expect(plainText(plainDocument(text))).toBe(text);
  expect(plainDocument(text).nodes).toHaveLength(2);
  expect(plainText(plainDocument(''))).toBe('');
});
