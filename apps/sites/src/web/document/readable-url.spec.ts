import { readableUrl } from './readable-url';

it.each([
  ['https://example.com', 'example.com'],
  ['https://www.example.com/', 'example.com'],
  ['https://www.youtube.com/watch?v=abc&t=1', 'youtube.com/watch'],
  ['https://github.com/owner/name/blob/main/README.md#part', 'github.com/…/README.md'],
  ['http://localhost:8080/a/b/', 'localhost:8080/…/b'],
  ['https://example.com/f%C3%BCr%20alle', 'example.com/für alle'],
  ['https://bücher.example/x', 'xn--bcher-kva.example/x'],
  ['https://user:secret@example.com/x', 'example.com/x'],
  ['mailto:someone@example.com', 'someone@example.com'],
  ['no address', 'no address'],
])('shows %s as %s', (url, expected) => expect(readableUrl(url)).toBe(expected));

it.each(['%E2%80%AEgpj.exe', '%zz', '%00', '%0Ax'])('leaves %s encoded', (part) =>
  expect(readableUrl(`https://example.com/${part}`)).toBe(`example.com/${part}`),
);

it('cuts a long part between characters', () => {
  expect(readableUrl(`https://example.com/${'x'.repeat(60)}`)).toBe(`example.com/${'x'.repeat(60)}`);
  expect(readableUrl(`https://example.com/${'ü'.repeat(61)}`)).toBe(`example.com/${'ü'.repeat(59)}…`);
});
