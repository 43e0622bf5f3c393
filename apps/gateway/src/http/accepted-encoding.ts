/** An encoding of HTTP in which texts are sent (RFC 9110, section 8.4.1; RFC 7932). */
export type Encoding = 'br' | 'gzip';

/**
 * The encoding that a client prefers by its `Accept-Encoding` (RFC 9110, section 12.5.3); undefined for the text as it is,
 * which every client understands. Browsers accept `br` over HTTPS and from the same machine.
 */
export function acceptedEncoding(header = ''): Encoding | undefined {
  const weights = new Map(header.toLowerCase().split(',').map(weightedCoding));
  const weightOf = (coding: Encoding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  // Brotli is the smaller one.
  const best = br >= gzip ? 'br' : 'gzip';
  const isWanted = weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0);
  return isWanted ? best : undefined;
}

/** `gzip;q=0.5` -> `['gzip', 0.5]` */
function weightedCoding(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
  const [, weight = '1'] = parameters.flatMap((one) => /^q\s*=\s*([\d.]+)$/.exec(one) ?? []);
  return [coding, Number(weight)];
}
