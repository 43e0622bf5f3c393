import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, parseDocument, stringify } from 'yaml';
import { findFrontMatter, splitFrontMatter, writeFrontMatter, type PageFrontMatter } from '../markdown/front-matter';

/**
 * A Markdown file whose front matter says something else: `changes` are new values by name, and undefined for what it is not
 * to say any more. All else in it stays as it was written.
 */
export function editFrontMatter(source: string, changes: Readonly<Record<string, unknown>>): string {
  const mark = /^\uFEFF*/.exec(source)![0];
  const text = source.slice(mark.length);
  const { frontMatter, body } = splitFrontMatter(text);
  const names = Object.keys(changes).filter((name) => !isDeepStrictEqual(frontMatter[name], changes[name]));
  if (names.length === 0) return source;
  const wanted = Object.fromEntries(
    Object.entries({ ...frontMatter, ...changes }).filter(([, value]) => value !== undefined),
  );
  const head = text.slice(0, text.length - body.length);
  const written = head === '' ? undefined : editedHead(head, names, changes);
  const isRight = written !== undefined && isDeepStrictEqual(splitFrontMatter(written).frontMatter, wanted);
  // Settings that are not understood and comments stay also where nothing else does.
  if (isRight && findFrontMatter(written)?.yaml.trim() !== '') return mark + written + body;
  if (Object.keys(wanted).length === 0) return mark + body.replace(/^(?:[ \t]*\r?\n)+/, '');
  const anew = writeFrontMatter(wanted as PageFrontMatter);
  return mark + (head === '' ? anew : anew.replace(/\n$/, '')) + body;
}

/** The lines of each entry that changed anew, new entries last; undefined for what is not written as entries in lines. */
function editedHead(
  head: string,
  names: readonly string[],
  changes: Readonly<Record<string, unknown>>,
): string | undefined {
  const found = findFrontMatter(head)!;
  const start = head.indexOf('\n') + 1;
  const { contents, errors } = parseDocument(found.yaml, { logLevel: 'silent', uniqueKeys: false });
  const lineEnd = head.charAt(start - 2) === '\r' ? '\r\n' : '\n';
  const written = (name: string) => stringify({ [name]: changes[name] }, { lineWidth: 80 }).replaceAll('\n', lineEnd);
  if (errors.length > 0) {
    // Keeps the entries that cannot be read as comments, so that the new ones can be.
    const kept = found.yaml.replace(/^(?=[^\r\n])/gm, '# ') + names.map(written).join('');
    return head.slice(0, start) + kept + head.slice(start + found.yaml.length);
  }
  if (!isMap(contents) || contents.flow) return undefined;
  const open = new Set(names);
  let yaml = '';
  let at = 0;
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !key.range || typeof key.value !== 'string') return undefined;
    if (!open.has(key.value)) continue;
    const from = key.range[0];
    const end = (value as { range?: number[] } | null)?.range?.[2] ?? key.range[2];
    const until = found.yaml.charAt(end - 1) === '\n' ? end : found.yaml.indexOf('\n', end) + 1 || found.yaml.length;
    open.delete(key.value);
    yaml += found.yaml.slice(at, from) + (changes[key.value] === undefined ? '' : written(key.value));
    at = until;
  }
  yaml += found.yaml.slice(at);
  for (const name of open) if (changes[name] !== undefined) yaml += written(name);
  return head.slice(0, start) + yaml + head.slice(start + found.yaml.length);
}
