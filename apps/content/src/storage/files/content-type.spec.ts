import { contentTypeOf } from './content-type';

const text = Buffer.from('Some words\n');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

it.each([
  ['NOTES', 'text/plain', 'text/plain', text],
  ['NOTES', 'Text/Plain; charset=utf-8', 'text/plain', text],
  ['notes.csv', 'text/plain', 'text/csv', text],
  ['NOTES', 'text/plain', 'image/png', png],
  // Its bytes would be recognized as an image.
  ['NOTES', 'image/png', 'application/octet-stream', text],
  ['NOTES', 'no type', 'application/octet-stream', text],
  ['NOTES', undefined, 'application/octet-stream', text],
])('takes %s, declared as %s, for %s', async (name, declared, type, bytes) => {
  expect(await contentTypeOf(name, bytes, declared)).toBe(type);
});
