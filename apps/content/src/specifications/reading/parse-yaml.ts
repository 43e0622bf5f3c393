import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { Deviations, Spot } from './deviations';
import type { ParsedText } from './parsed-text';
import { firstLine, parseError } from './specification-error';

type Yaml = Pick<ParsedText, 'value' | 'literalAt' | 'doubt'>;

/** The maximum of lines whose values are quoted. */
const mostQuoted = 1_000;
/** The maximum of duplicate keys whose maps are merged. */
const mostJoined = 1_000;
/** The maximum depth of maps that are merged under equal keys. */
const deepest = 100;

/**
 * Parses YAML. Converts it to JSON and back: shared aliases become separate, and cyclic ones are rejected. Throws
 * for an unreadable text.
 */
export function parseYaml(text: string, deviations: Deviations, spot: Spot): Yaml {
  const { document, lines } = readable(text, deviations, spot);
  const [error] = document.errors.filter(({ code }) => code !== 'MULTIPLE_DOCS');
  if (error && !isMap(document.contents)) throw error;
  for (const problem of document.errors.slice(0, 100)) deviations.add('NOT_YAML', firstLine(problem), spot);
  joinTwins(document, lines, deviations, spot);
  emptyDeadAliases(document, deviations, spot);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  return {
    value: value === undefined ? null : JSON.parse(JSON.stringify(value)),
    literalAt: (keys) => {
      const node = document.getIn(keys, true);
      return isScalar(node) ? node.source : undefined;
    },
    ...(error && { doubt: parseError(`Not readable as YAML: ${firstLine(error)}`) }),
  };
}

const parsed = (text: string, lines = new LineCounter()) => ({
  // The parser's own check for duplicate keys takes quadratic time.
  document: parseDocument(text, { merge: true, uniqueKeys: false, logLevel: 'error', lineCounter: lines }),
  lines,
});

/** Mends the most common errors: tabs before a line, and unquoted text with a colon. */
function readable(text: string, deviations: Deviations, spot: Spot): ReturnType<typeof parsed> {
  const first = parsed(text);
  const has = (code: string) => first.document.errors.some((error) => error.code === code);
  if (has('TAB_AS_INDENT'))
    for (const width of [2, 4, 8]) {
      const spaced = text.replace(/^[ \t]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', ' '.repeat(width)));
      const again = parsed(spaced);
      if (again.document.errors.length > 0) continue;
      deviations.add('TABS', `Lines are indented by tabs; each is read as ${width} spaces`, spot);
      return again;
    }
  if (has('BLOCK_AS_IMPLICIT_KEY')) {
    const again = parsed(quoted(text, first));
    if (again.document.errors.length === 0) {
      for (const { pos, code } of first.document.errors)
        if (code === 'BLOCK_AS_IMPLICIT_KEY')
          deviations.add(
            'NOT_QUOTED',
            `The text in line ${first.lines.linePos(pos[0]).line} has a colon and needs quotes`,
            spot,
          );
      return again;
    }
  }
  return first;
}

/** The text with quotes around the values that contain a colon. */
function quoted(text: string, { document, lines }: ReturnType<typeof parsed>): string {
  const rows = text.split('\n');
  const wrong = document.errors.filter(({ code }) => code === 'BLOCK_AS_IMPLICIT_KEY').slice(0, mostQuoted);
  for (const { pos } of wrong) {
    const { line } = lines.linePos(pos[0]);
    rows[line - 1] = (rows[line - 1] ?? '').replace(
      /^(\s*(?:- +)*[^\s:'"#][^:'"]*: +)([^"'|>].*?)\s*$/,
      (_, key: string, value: string) => key + JSON.stringify(value),
    );
  }
  return rows.join('\n');
}

/** Merges the maps under duplicate keys; of other values the last counts, as in JSON. */
function joinTwins(document: Document, lines: LineCounter, deviations: Deviations, spot: Spot): void {
  let left = mostJoined;
  visit(document, {
    Map: (_, map) => {
      const seen = new Map<string, Pair>();
      const gone = new Set<unknown>();
      for (const pair of map.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
        if (key === undefined || key === '<<') continue;
        const before = seen.get(key);
        seen.set(key, pair);
        if (!before) continue;
        gone.add(before);
        const isJoined = isMap(before.value) && isMap(pair.value) && left-- > 0;
        if (isJoined) join(before.value as YAMLMap, pair.value as YAMLMap);
        const line = isNode(pair.key) && pair.key.range ? ` in line ${lines.linePos(pair.key.range[0]).line}` : '';
        const how = isJoined ? 'both values are merged' : 'the last one counts';
        deviations.add('DUPLICATE_KEY', `The key ${key} is repeated${line}; ${how}`, spot);
      }
      if (gone.size > 0) map.items = map.items.filter((pair) => !gone.has(pair));
    },
  });
}

/** Adds the missing entries of one map to another; for common keys the first map's value stays, and maps within them are merged. */
function join(from: YAMLMap, to: YAMLMap, depth = 0): void {
  const own = new Map(to.items.map((pair) => [String(pair.key), pair]));
  const added: Pair[] = [];
  for (const pair of from.items) {
    const same = own.get(String(pair.key));
    if (!same) added.push(pair);
    else if (isMap(pair.value) && isMap(same.value) && depth < deepest) join(pair.value, same.value, depth + 1);
  }
  to.items.unshift(...added);
}

function emptyDeadAliases(document: Document, deviations: Deviations, spot: Spot): void {
  const anchors = new Set<string>();
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) {
        if (node.anchor) anchors.add(node.anchor);
        return undefined;
      }
      if (anchors.has(node.source)) return undefined;
      deviations.add(
        'UNKNOWN_ALIAS',
        `There is no anchor &${node.source} for *${node.source}; it is read as empty`,
        spot,
      );
      return document.createNode(null);
    },
  });
}
