import { parsedUrl } from '@bindery/contracts';
import { graphemes } from '@bindery/documents';

/** The maximum of shown characters of the last part of a path. */
const longest = 60;
/** No characters that reverse text, are invisible, or break the line. */
const shown = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/**
 * An address in short form: its host, and the last part of its path. The title of the page there is not known:
 * pages are rendered, and read, without requests to other servers.
 */
export function readableUrl(url: string): string {
  const parsed = parsedUrl(url);
  if (!parsed) return url;
  const { protocol, host, pathname } = parsed;
  if (!/^https?:$/.test(protocol)) return url.replace(/^(mailto|tel):/i, '');
  const parts = pathname.split('/').filter(Boolean);
  const name = host.replace(/^www\./, '');
  if (parts.length === 0) return name;
  return [name, ...(parts.length > 1 ? ['…'] : []), short(decoded(parts.at(-1)!))].join('/');
}

function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    return shown.test(text) ? text : part;
  } catch {
    return part;
  }
}

function short(text: string): string {
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
