/** Types that a browser shows without executing anything in them. */
const shown = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'image/x-icon',
  'image/bmp',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/ogg',
  'application/pdf',
  'text/plain',
  'font/woff2',
  'font/woff',
]);

/**
 * The headers for a user's file: types with executable content are downloaded as plain bytes, and shown
 * files (an SVG may contain a script) may not execute, load or frame anything.
 */
export function deliveryHeaders(contentType = 'application/octet-stream', name = 'file'): Record<string, string> {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const safe = shown.has(type);
  const encoded = encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return {
    'content-type': !safe ? 'application/octet-stream' : type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-disposition': `${safe ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    // Browsers load fonts of another origin only with this header (CSS Fonts, section 4.9).
    ...(type.startsWith('font/') && safe && { 'access-control-allow-origin': '*' }),
    'cache-control': 'public, max-age=31536000, immutable',
  };
}
