import { isMap as isYamlMap, isScalar, parseDocument, stringify } from 'yaml';
import type { Problem } from '../model/model';

/** Whether a part of a page is shown; further settings of that part are kept. */
interface LayoutPart {
  visible?: boolean;
  [key: string]: unknown;
}

export interface PageLayout {
  width?: string;
  cover?: LayoutPart;
  title?: LayoutPart;
  description?: LayoutPart;
  tableOfContents?: LayoutPart;
  outline?: LayoutPart;
  pagination?: LayoutPart;
  metadata?: LayoutPart;
  tags?: LayoutPart;
  actions?: LayoutPart;
  [key: string]: unknown;
}

/** The front matter of a page as Git Sync writes it. Keys that are not known are kept as they are. */
export interface PageFrontMatter {
  title?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  cover?: string;
  coverDark?: string;
  coverY?: number;
  coverHeight?: number;
  layout?: PageLayout;
  tags?: (string | { tag: string; primary?: boolean })[];
  metadata?: Record<string, unknown>;
  vars?: Record<string, unknown>;
  [key: string]: unknown;
}

const kinds: Record<string, (value: unknown) => boolean> = {
  title: isText,
  description: isText,
  icon: isText,
  emoji: isText,
  hidden: isBoolean,
  noIndex: isBoolean,
  noRobotsIndex: isBoolean,
  cover: isText,
  coverDark: isText,
  coverY: isNumber,
  coverHeight: isNumber,
  layout: isMap,
  tags: (value) => Array.isArray(value) && value.every((tag) => isText(tag) || (isMap(tag) && isText(tag.tag))),
  metadata: isMap,
  vars: isMap,
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type YamlDocument = ReturnType<typeof parseDocument>;

interface SplitPage {
  frontMatter: PageFrontMatter;
  body: string;
  /** The lines that stand before the body. */
  line: number;
  problems: Problem[];
}

/**
 * Takes the front matter off a page. Readers never see it: text that begins as an entry is front matter even where it is no
 * YAML, and is reported. Any other text between two rules is part of the body.
 */
export function splitFrontMatter(page: string): SplitPage {
  const split = splitAtFence(page);
  return { ...split, body: withoutMark(split.body) };
}

/** A text without the byte order mark before it, which the parser of Markdown leaves out of its offsets. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF+/, '');

function splitAtFence(page: string): SplitPage {
  const found = findFrontMatter(page);
  if (!found) return { frontMatter: {}, body: page, line: 0, problems: [] };
  const { yaml, end, line } = found;
  const parsed = parseFrontMatter(yaml);
  if (parsed) return { ...parsed, body: page.slice(end), line };
  const problems = [{ line: 1, message: 'The front matter is not a map in YAML' }];
  if (!beginsAsEntry.test(yaml)) return { frontMatter: {}, body: page, line: 0, problems };
  return { frontMatter: {}, body: page.slice(end), line, problems: unreadable(yaml) ?? problems };
}

const beginsAsEntry = /^(?:[ \t]*(?:#[^\n]*|\r)?\n)*[A-Za-z_][\w.-]*[ \t]*:(?:\s|$)/;

/** Where and why the YAML cannot be read. */
function unreadable(yaml: string): Problem[] | undefined {
  const [error] = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: false }).errors;
  const reason = error?.message.split('\n')[0]!.replace(/ at line \d+.*$/, '');
  return error && [{ line: 1 + (error.linePos?.[0].line ?? 0), message: `The front matter is left out: ${reason}` }];
}

/** Reads the front matter of a file. */
export const readFrontMatter = (page: string): PageFrontMatter => splitFrontMatter(withoutMark(page)).frontMatter;

/** The front matter of a page with its fences. It is parsed only where its end cannot be found otherwise. */
export function headOf(page: string): string {
  const found = findFrontMatter(page);
  if (!found || (!beginsAsEntry.test(found.yaml) && !parseFrontMatter(found.yaml))) return '';
  return page.slice(0, found.end);
}

export function findFrontMatter(page: string): { yaml: string; end: number; line: number } | undefined {
  const start = /^\uFEFF?---[ \t]*\r?\n/.exec(page);
  if (!start) return undefined;
  const fence = /^---[ \t]*(?:\r?\n|$)/gm;
  fence.lastIndex = start[0].length;
  const end = fence.exec(page);
  if (!end) return undefined;
  const until = end.index + end[0].length;
  return {
    yaml: page.slice(start[0].length, end.index),
    end: until,
    line: page.slice(0, until).split('\n').length - 1,
  };
}

function parseFrontMatter(yaml: string): { frontMatter: PageFrontMatter; problems: Problem[] } | undefined {
  const document = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0) return undefined;
  const value = toValue(document);
  if (value === null) return { frontMatter: {}, problems: [] };
  if (!isMap(value)) return undefined;
  const problems: Problem[] = [];
  const frontMatter: PageFrontMatter = {};
  for (const [key, entry] of Object.entries(value)) {
    if (['__proto__', 'constructor', 'prototype'].includes(key) || entry === null) continue;
    if (Object.hasOwn(kinds, key) && kinds[key]?.(entry) === false) {
      const text = textOf(document, key, entry);
      if (text === undefined) problems.push({ line: 1, message: `Front matter: ${key} has an unexpected value` });
      else frontMatter[key] = text;
    } else frontMatter[key] = entry;
  }
  return { frontMatter, problems };
}

/** A version or a number as it is spelled: YAML reads `2.0` as 2 and `007` as 7. A title and a description may be any word. */
function textOf({ contents }: YamlDocument, key: string, value: unknown): string | undefined {
  const isWord = typeof value === 'boolean' && (key === 'title' || key === 'description');
  if (kinds[key] !== isText || (typeof value !== 'number' && !isWord)) return undefined;
  const pairs = isYamlMap(contents) ? contents.items : [];
  const pair = pairs.findLast((one) => isScalar(one.key) && one.key.value === key);
  return isScalar(pair?.value) ? (pair.value.source ?? String(value)) : String(value);
}

/** Aliases can make a small document huge: a few are fine, more are refused. */
function toValue(document: YamlDocument): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 }) as unknown;
  } catch {
    return undefined;
  }
}

/** Writes front matter with its fences, or nothing when it is empty. */
export function writeFrontMatter(frontMatter: PageFrontMatter): string {
  const entries = Object.entries(frontMatter).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `---\n${stringify(Object.fromEntries(entries), { lineWidth: 80 })}---\n\n`;
}
