import { storeImage } from './images';

const put = jest.fn(() => Promise.resolve());
const stored = (text: string) =>
  storeImage({ put } as never, 'organization', Buffer.from(text).toString('base64'), 'body.icon');

it.each([
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<?xml version="1.0"?>\n<!-- one -->\n<!-- two > -->\n<svg>',
  `${'<!---->'.repeat(200)}<svg>`,
])('takes an SVG: %s', async (text) => {
  expect(await stored(text)).toMatchObject({ contentType: 'image/svg+xml' });
});

// With an expression that lets one comment hold others, the last would take longer than the world is old.
it.each(['', 'text', '<p><svg>', '<!-- <svg> ', `${'<!---->'.repeat(200)}x`])(
  'takes nothing else: %s',
  async (text) => {
    await expect(stored(text)).rejects.toThrow('icon must be an image');
  },
);
