import type { Data } from '../model/model';

/** A `{% name value key="value" %}` as read: `argument` is the text between the name and the closing sign. */
export interface Tag {
  name: string;
  argument: string;
}

/**
 * The offset just behind the first tag in a line that starts with `{%`, or -1 when it is not closed. A `%}` within
 * double quotes does not close it, unless the quotes themselves never close.
 */
export function endOfTag(line: string): number {
  let quoted = false;
  for (let index = 2; index < line.length - 1; index++) {
    const char = line.charCodeAt(index);
    if (quoted && char === 92) index++;
    else if (char === 34) quoted = !quoted;
    else if (char === 37 && !quoted && line.charCodeAt(index + 1) === 125) return index + 2;
  }
  const end = quoted ? line.indexOf('%}', 2) : -1;
  return end < 0 ? -1 : end + 2;
}

/** A dash beside either sign says that white space there does not count, and nothing else. */
export function readTag(source: string): Tag {
  const inner = source.slice(2, -2).replace(/^-|-$/g, '').trim();
  const space = inner.search(/[\s(!]/);
  return space < 0
    ? { name: inner, argument: '' }
    : { name: inner.slice(0, space), argument: inner.slice(space).trim() };
}

const nameChars = /[^\s="'[\]{}]+/y;
const bareChars = /[^\s"']+/y;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Attributes of a tag: `key="text"` (with `\"`, `\\` and `\n`), `key='text'`, or `key=value` with a bare JSON value.
 * An unquoted word that is no JSON is text. Undefined when the argument does not follow this shape.
 */
export function readAttributes(argument: string): Data | undefined {
  const attributes: Data = {};
  let at = 0;
  while (at < argument.length) {
    if (/\s/.test(argument.charAt(at))) {
      at++;
      continue;
    }
    const name = matchAt(nameChars, argument, at);
    if (name === undefined || forbidden.has(name)) return undefined;
    at += name.length;
    if (argument.charAt(at) !== '=') {
      attributes[name] = true;
      continue;
    }
    const value = readValue(argument, at + 1);
    if (!value) return undefined;
    attributes[name] = value.value;
    at = value.end;
  }
  return attributes;
}

function matchAt(pattern: RegExp, input: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(input)?.[0];
}

function readValue(input: string, at: number): { value: unknown; end: number } | undefined {
  const first = input.charAt(at);
  if (first === '"') return readQuoted(input, at);
  if (first === "'") {
    const end = input.indexOf("'", at + 1);
    return end < 0 ? undefined : { value: input.slice(at + 1, end), end: end + 1 };
  }
  const end = first === '{' || first === '[' ? endOfJson(input, at) : at + (matchAt(bareChars, input, at)?.length ?? 0);
  if (end <= at) return undefined;
  const source = input.slice(at, end);
  try {
    return { value: JSON.parse(source) as unknown, end };
  } catch {
    return { value: source, end };
  }
}

function readQuoted(input: string, at: number): { value: string; end: number } | undefined {
  let value = '';
  for (let index = at + 1; index < input.length; index++) {
    const char = input.charAt(index);
    const next = input.charAt(index + 1);
    if (char === '"') return { value, end: index + 1 };
    if (char === '\\' && (next === '"' || next === '\\' || next === 'n')) {
      value += next === 'n' ? '\n' : next;
      index++;
    } else value += char;
  }
  return undefined;
}

function endOfJson(input: string, at: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = at; index < input.length; index++) {
    const char = input.charAt(index);
    if (quoted) {
      if (char === '\\') index++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return index + 1;
  }
  return -1;
}

/** Writes a tag with its attributes; text is quoted, everything else is bare JSON, undefined values are left out. */
export function formatTag(name: string, attributes: Data): string {
  const parts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? quoted(value) : JSON.stringify(value)}`);
  return `{% ${name}${parts.join('')} %}`;
}

/** Whether attributes with these names can be written at all. */
export function canHoldAttributes(attributes: Data): boolean {
  return Object.keys(attributes).every((key) => matchAt(nameChars, key, 0) === key && !forbidden.has(key));
}

function quoted(value: string): string {
  const escaped = value
    .replace(/\\(?=["\\n]|$)/g, '\\\\')
    .replaceAll('"', '\\"')
    .replace(/\r\n?|\n/g, '\\n');
  return `"${escaped}"`;
}
