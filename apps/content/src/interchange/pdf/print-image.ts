import { sizes, type PdfCanvas } from './pdf-canvas';

/** Pixels of an image that is decoded; printing needs no more. */
const maxPixels = 20_000_000;
const tallest = 360;

/** A function of pdfkit that is missing from its types. */
interface ImageReader {
  openImage(bytes: Buffer): { width: number; height: number };
}

/** Prints an image; returns false for one that cannot be printed. */
export function printImage(paper: PdfCanvas, bytes: Uint8Array | undefined, indent: number): boolean {
  if (!bytes || !isPrintable(bytes)) return false;
  const { pdf } = paper;
  const image = (pdf as unknown as ImageReader).openImage(Buffer.from(bytes));
  const scale = Math.min(1, paper.width(indent) / image.width, tallest / image.height);
  const height = image.height * scale;
  paper.need(height + sizes.text);
  pdf.image(image as never, paper.left + indent, pdf.y, { width: image.width * scale, height });
  pdf.y += height + 4;
  return true;
}

/** Whether it is a PNG or JPEG of at most `maxPixels`. */
function isPrintable(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length > 32 && view.readUInt32BE(0) === 0x89504e47)
    return view.readUInt32BE(16) * view.readUInt32BE(20) <= maxPixels;
  // The bytes of a JPEG go into the PDF as they are.
  return view.length > 4 && view.readUInt16BE(0) === 0xffd8;
}
