/**
 * Whether a link may lead to an address: http, https, mailto, tel, or a path. A browser drops tabs and line breaks from an
 * address, and what stands before it (WHATWG URL, basic URL parser), so a scheme is looked for after that.
 */
export function isLinkAddress(url: string): boolean {
  const read = url.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  return !/^[a-z][a-z0-9+.-]*:/i.test(read) || /^(https?|mailto|tel):/i.test(read);
}
