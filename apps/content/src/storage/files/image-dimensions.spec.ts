import { imageDimensions } from './image-dimensions';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgwAUAABQAAZ2B1C8AAAAASUVORK5CYII=',
  'base64',
);
const svg = (attributes: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`);

/** A JPEG of 4 by 2 pixels in its header, which Exif may rotate. */
function jpeg(orientation: number): Buffer {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'),
    Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]);
  const segment = (marker: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]), body]);
  const frame = Buffer.from([8, 0, 2, 0, 4, 1, 1, 0x11, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, exif),
    segment(0xc0, frame),
    Buffer.from([0xff, 0xd9]),
  ]);
}

it.each([
  ['a PNG', png, 'image/png', { width: 2, height: 3 }],
  ['a JPEG', jpeg(1), 'image/jpeg', { width: 4, height: 2 }],
  ['a JPEG that is shown turned', jpeg(6), 'image/jpeg', { width: 2, height: 4 }],
  ['an SVG by its size', svg('width="30" height="20.4"'), 'image/svg+xml', { width: 30, height: 20 }],
  ['an SVG by its view box', svg('viewBox="0 0 8 9"'), 'image/svg+xml', { width: 8, height: 9 }],
])('reads the size of %s', (_, bytes, type, size) => expect(imageDimensions(bytes, type)).toEqual(size));

it.each([
  ['an SVG without a size', svg(''), 'image/svg+xml'],
  ['half a picture', png.subarray(0, 12), 'image/png'],
  ['nothing', Buffer.alloc(0), 'image/png'],
  ['what is no picture', png, 'application/pdf'],
])('knows no size of %s', (_, bytes, type) => expect(imageDimensions(bytes, type)).toBeUndefined());
