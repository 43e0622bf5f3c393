/** Headers that the connection itself sets, and headers that a guarded request never carries. */
const NEVER_SENT = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'cookie', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'forwarded', 'x-forwarded-for', 'x-real-ip', 'metadata-flavor', 'metadata'],
]);

/** The headers of a caller in lower case, without those that are never sent. */
export function allowedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lower.filter(([name]) => !NEVER_SENT.has(name) && !name.startsWith('proxy-')));
}
