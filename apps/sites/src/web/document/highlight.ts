import { walk, type Block, type Document } from '@bindery/documents';
import { html, Html, join } from '@bindery/html';
import type { LanguageFn } from 'highlight.js';
import highlighter from 'highlight.js/lib/core';

type Load = () => Promise<{ default: LanguageFn }>;

/** Loaded when a page first shows code in them; each grammar has its own aliases, those of files are here. */
const languages: Record<string, Load> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  groovy: () => import('highlight.js/lib/languages/groovy'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  http: () => import('highlight.js/lib/languages/http'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  less: () => import('highlight.js/lib/languages/less'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  properties: () => import('highlight.js/lib/languages/properties'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  shell: () => import('highlight.js/lib/languages/shell'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Other names of languages in code blocks. */
const aliases: Record<string, string> = {
  'c#': 'csharp',
  'c++': 'cpp',
  console: 'shell',
  cs: 'csharp',
  docker: 'dockerfile',
  ex: 'elixir',
  golang: 'go',
  gql: 'graphql',
  h: 'c',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mdx: 'markdown',
  mjs: 'javascript',
  objc: 'objectivec',
  'objective-c': 'objectivec',
  patch: 'diff',
  pl: 'perl',
  proto: 'protobuf',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'xml',
  tex: 'latex',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
};
/** Languages whose grammars need those of others for embedded code. */
const embedded: Record<string, readonly string[]> = {
  xml: ['css', 'javascript'],
  markdown: ['xml', 'css', 'javascript', 'yaml'],
  javascript: ['xml', 'css', 'graphql'],
  typescript: ['xml', 'css', 'graphql'],
  php: ['xml', 'css', 'javascript'],
  http: ['json', 'xml'],
  shell: ['bash'],
};

/** The maximum of characters that are highlighted in one block; more is shown plain, as highlighting takes time. */
const longest = 50_000;

function languageOf(syntax: unknown): string | undefined {
  const name = typeof syntax === 'string' ? syntax.toLowerCase() : '';
  const known = Object.hasOwn(aliases, name) ? aliases[name]! : name;
  return Object.hasOwn(languages, known) ? known : undefined;
}

/** Loads the grammars that the code of documents needs; code of other languages stays plain. */
export async function loadLanguages(documents: Iterable<Pick<Document, 'nodes'>>): Promise<void> {
  const wanted = new Set<string>();
  for (const document of documents)
    for (const node of walk(document)) {
      const language = node.object === 'block' && node.type === 'code' ? languageOf(node.data.syntax) : undefined;
      if (language) for (const one of [language, ...(embedded[language] ?? [])]) wanted.add(one);
    }
  const missing = [...wanted].filter((name) => !highlighter.getLanguage(name));
  await Promise.all(
    missing.map(async (name) => highlighter.registerLanguage(name, (await languages[name]!()).default)),
  );
}

/** The lines of a code block with its tokens marked; undefined when its language is not loaded, or when it is too long. */
export function highlighted({ data, nodes = [] }: Block): Html[] | undefined {
  const language = languageOf(data.syntax);
  if (!language || !highlighter.getLanguage(language)) return undefined;
  const lines = nodes.map(plainLine);
  if (lines.some((line) => line === undefined)) return undefined;
  const code = lines.join('\n');
  if (code.length > longest) return undefined;
  const marked = linesOf(highlighter.highlight(code, { language, ignoreIllegals: true }).value);
  return marked.length === lines.length ? marked : undefined;
}

/** The text of a line; undefined for a line with more than text. */
function plainLine(node: NonNullable<Block['nodes']>[number]): string | undefined {
  const texts = node.object === 'block' ? (node.nodes ?? []) : [node];
  let line = '';
  for (const text of texts) {
    if (text.object !== 'text') return undefined;
    for (const leaf of text.leaves) {
      if (leaf.marks.length > 0) return undefined;
      line += leaf.text;
    }
  }
  return line.includes('\n') ? undefined : line;
}

/** Kinds of tokens by the classes of the highlighter; others look like plain text. */
const kinds: Record<string, string> = {
  addition: 'tag',
  attr: 'name',
  attribute: 'name',
  built_in: 'type',
  bullet: 'keyword',
  comment: 'comment',
  deletion: 'keyword',
  doctag: 'keyword',
  keyword: 'keyword',
  link: 'string',
  literal: 'number',
  meta: 'comment',
  name: 'tag',
  number: 'number',
  property: 'name',
  quote: 'comment',
  regexp: 'string',
  section: 'title',
  'selector-attr': 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  'selector-pseudo': 'name',
  'selector-tag': 'tag',
  string: 'string',
  symbol: 'number',
  'template-variable': 'name',
  title: 'title',
  type: 'type',
  variable: 'name',
};

/** `hljs-title function_` -> `title` */
const kindOf = (classes: string): string | undefined => kinds[classes.split(' ')[0]!.replace('hljs-', '')];

/** The highlighter returns escaped text and spans; a span over several lines is split into one for each. */
function linesOf(markup: string): Html[] {
  const lines: Html[][] = [[]];
  const open: (string | undefined)[] = [];
  for (const [part, classes, text] of markup.matchAll(/<span class="([^"]*)">|<\/span>|\n|([^<\n]+)/g)) {
    if (classes !== undefined) open.push(kindOf(classes));
    else if (part === '</span>') open.pop();
    else if (part === '\n') lines.push([]);
    else lines.at(-1)!.push(token(new Html(text!), open.findLast(Boolean)));
  }
  return lines.map((line) => join(line));
}

const token = (text: Html, kind: string | undefined): Html =>
  kind ? html`<span class="t-${kind}">${text}</span>` : text;
