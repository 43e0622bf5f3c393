const parts = /^https?:\/\/([^/?#]*)([^#]*)#?(.*)$/is;
const authority = /^(?:[\w\-.~!$&'()*+,;=:%]*@)?(?:\[[0-9a-f:.]+\]|[\w\-.~!$&'()*+,;=%]+)(?::\d*)?$/i;
const strayPercent = /%(?![0-9a-f]{2})/gi;
/** Characters that browsers leave in paths, queries and fragments although RFC 3986 does not allow them there. */
const stray = /%(?![0-9a-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/gi;

/** Whether a text is an http or https URI by the grammar of RFC 3986. Takes time in proportion to its length. */
export function isUri(text: string): boolean {
  const [, host, path, fragment] = parts.exec(text) ?? [];
  if (host === undefined || !authority.test(host) || host.search(strayPercent) >= 0) return false;
  return path!.search(stray) < 0 && fragment!.search(stray) < 0;
}

/**
 * An address as the URL Standard reads it; undefined for any other text. `URL.canParse` of Node 20 is wrong for texts of users:
 * once V8 has compiled it, it answers false for every text with letters outside ASCII.
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * An http or https address as a URI of RFC 3986. One that is a URI stays as it is; any other, such as one with letters
 * outside ASCII, quotes or angle brackets, becomes what browsers make of it (the URL Standard's serialisation), with the
 * rest escaped, except in its host. Any other text is returned unchanged.
 */
export function asUri(address: string): string {
  if (isUri(address)) return address;
  const { href } = parsedUrl(address) ?? { href: address };
  const [, host, path, fragment] = parts.exec(href) ?? [];
  if (host === undefined) return address;
  const origin = href.slice(0, href.indexOf('//') + 2) + host.replace(strayPercent, '%25');
  const rest = [path!, ...(href.includes('#') ? [fragment!] : [])];
  return origin + rest.map((part) => part.replace(stray, encodeURIComponent)).join('#');
}
