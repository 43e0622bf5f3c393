import { isPlain, paragraphOf, plainDocument, plainText, plainTextHint } from './plain-text';

it('reads the text again that a document was made of', () => {
  const text = 'Say “you”.\n\nNames of products stay as they are.';
  expect(plainText(plainDocument(text))).toBe(text);
  expect(plainDocument(text).nodes).toHaveLength(2);
  expect(plainText(plainDocument(''))).toBe('');
});

it('knows a document that is more than its text', () => {
  const document = plainDocument('One.\n\nTwo.');
  const bold = { object: 'mark' as const, type: 'bold' };
  const marked = paragraphOf('');
  marked.nodes = [{ object: 'text', leaves: [{ object: 'leaf', text: 'Loud', marks: [bold] }] }];
  expect(isPlain(document)).toBe(true);
  expect(isPlain({ ...document, nodes: [marked] })).toBe(false);
  expect(isPlain({ ...document, nodes: [{ ...paragraphOf('Title'), type: 'heading-1' }] })).toBe(false);
});

it('warns in the hint of a field where a change removes formatting', () => {
  const plain = plainDocument('Text');
  expect(plainTextHint(undefined, 'Your style.')).toBe('Your style.');
  expect(plainTextHint(plain)).toBeUndefined();
  const listed = { ...plain, nodes: [{ ...paragraphOf('Text'), type: 'heading-1' }] };
  expect(plainTextHint(listed, 'Your style.')).toMatch(/^Your style\. A change is saved as plain text\./);
  expect(plainTextHint(listed)).toMatch(/^A change/);
});
