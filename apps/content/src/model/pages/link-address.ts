/**
 * Whether a link may have this address: http, https, mailto, tel, or a path. A browser drops tabs and line breaks in an
 * address, and control characters before it (WHATWG URL, basic URL parser), so the scheme is parsed after that.
 */
export function isLinkAddress(url: string): boolean {
  const read = url.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  return !/^[a-z][a-z0-9+.-]*:/i.test(read) || /^(https?|mailto|tel):/i.test(read);
}
