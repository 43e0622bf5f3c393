import { deliveryHeaders } from './delivery';

it.each([
  'text/html',
  'application/xhtml+xml',
  'text/javascript',
  'application/octet-stream',
  'text/xml',
  'TEXT/HTML; charset=utf-8',
  undefined,
])('downloads %s as plain bytes', (type) => {
  const headers = deliveryHeaders(type, 'a.html');
  expect(headers['content-type']).toBe('application/octet-stream');
  expect(headers['content-disposition']).toMatch(/^attachment/);
});

it('shows images, in a sandbox where scripts do not run', () => {
  const headers = deliveryHeaders('image/svg+xml', 'logo.svg');
  expect(headers['content-type']).toBe('image/svg+xml');
  expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''logo.svg");
  expect(headers['content-security-policy']).toContain('sandbox');
});

it('keeps names from breaking out of the header', () => {
  expect(deliveryHeaders('image/png', 'a"\r\nb\'(ü).png')['content-disposition']).toBe(
    "inline; filename*=UTF-8''a%22%0D%0Ab%27%28%C3%BC%29.png",
  );
  expect(() => deliveryHeaders('image/png', '\ud800')).not.toThrow();
});
