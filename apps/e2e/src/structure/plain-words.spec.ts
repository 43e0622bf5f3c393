import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..', '..');
const types = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.md'];
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', ...types], { cwd: root })
  .toString()
  .split('\0')
  .filter((path) => path && existsSync(join(root, path)))
  // Stored migrations are never changed, and the sample is an author's.
  .filter((path) => !path.includes('/migrations/') && !path.includes('/sample-docs/'));

const comments = (source: string): string[] =>
  [...source.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:(?<=\n|^)[ \t]*\/\/ .*(?:\n|$))+/g)].map(([whole]) =>
    whole
      .replace(/^\s*(?:\/\*\*?|\*\/|\*(?!\*)|\/\/)/gm, '')
      .replace(/\*\/$/, '')
      .trim(),
  );

/** Paragraphs, items of lists and cells of tables, without code. */
const paragraphs = (markdown: string): string[] =>
  markdown
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .split(/\n\s*\n|\n\s*(?:[-*>]|\d+\.)\s|\s\|\s|\n#+\s/)
    .map((text) => text.replace(/^\s*(?:[-*>#|]+|\d+\.)\s/, '').trim());

/** Sentences, but for questions, whose subject is a clause: a reader has to keep it in mind until the verb comes. */
const clausesFirst = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?:]) /)
    .filter((sentence) => /^(?:Who|Whoever|What|Whatever|Whom|Whose) /.test(sentence))
    .filter((sentence) => !sentence.endsWith('?'));

/** The literal that begins at a position of a source, with the quotes around it, or undefined. */
const literalAt = (source: string, at: number): string | undefined =>
  /^\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/.exec(source.slice(at))?.[2];

/** The summaries and descriptions of contracts: the OpenAPI document and the tools of agents show them. */
const descriptions = (source: string): string[] =>
  [...source.matchAll(/\b(?:summary|description):/g)].flatMap(({ index, 0: name }) =>
    [literalAt(source, index + name.length)].filter((text) => text !== undefined),
  );

/** The messages of errors: the first literal in a call that makes one. */
const messages = (source: string): string[] =>
  [
    ...source.matchAll(/\b(?:new \w*Error|invalid|conflict|forbidden|unavailable|tooLarge|preconditionFailed)\(/g),
  ].flatMap(({ index, 0: call }) => {
    const rest = source.slice(index + call.length, index + call.length + 400);
    const at = /^\s*(?:\d+, |\[|(?:[^\s,()'"`]+|(['"`])[\w.[\]${}]*\1),\s*)?/.exec(rest)![0].length;
    return [literalAt(rest, at)].filter((text) => text !== undefined);
  });

describe('sentences', () => {
  it('name the actor first in comments and documentation: no sentence begins with a clause', () => {
    const found = files.flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      // Titles, of columns as well, have no full stop.
      const sentences = path.endsWith('.md')
        ? paragraphs(source)
            .flatMap(clausesFirst)
            .filter((sentence) => /[.:;]$/.test(sentence))
        : comments(source).flatMap(clausesFirst);
      return sentences.map((sentence) => `${path}: ${sentence}`);
    });
    expect(found).toEqual([]);
  });

  it('name the actor first in summaries and descriptions of the contracts', () => {
    const contracts = files.filter((path) => path.startsWith('libs/contracts/src/') && !path.endsWith('.spec.ts'));
    const texts = contracts.flatMap((path) =>
      descriptions(readFileSync(join(root, path), 'utf8')).map((text) => ({ path, text })),
    );
    expect(texts.length).toBeGreaterThan(700);
    const found = texts.flatMap(({ path, text }) => clausesFirst(text).map((sentence) => `${path}: ${sentence}`));
    expect(found).toEqual([]);
  });

  it('follow summaries of operations as descriptions, so that a summary is one phrase', () => {
    const contracts = files.filter((path) => path.startsWith('libs/contracts/src/') && path.endsWith('.contract.ts'));
    const summaries = contracts.flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      return [...source.matchAll(/\bsummary:/g)].map(({ index, 0: name }) => literalAt(source, index + name.length)!);
    });
    expect(summaries.length).toBeGreaterThan(300);
    expect(summaries.filter((summary) => /[;.]/.test(summary))).toEqual([]);
  });

  it('name the actor first in messages of errors', () => {
    const sources = files.filter((path) => /^(?:apps|libs)\/[\w-]+\/src\/.*(?<!\.spec)\.tsx?$/.test(path));
    const texts = sources.flatMap((path) =>
      messages(readFileSync(join(root, path), 'utf8')).map((text) => ({ path, text })),
    );
    expect(texts.length).toBeGreaterThan(500);
    const found = texts.flatMap(({ path, text }) => clausesFirst(text).map((sentence) => `${path}: ${sentence}`));
    expect(found).toEqual([]);
  });

  it('are found to begin with a clause where they do', () => {
    const block = ['/', '** Saves it. What is left\n * stays. */'].join('');
    const source = `${block}\n// Who asks?\nconst a = 1; // Whatever\n  // Whom it sends\n`;
    expect(comments(source).flatMap(clausesFirst)).toEqual(['What is left stays.', 'Whom it sends']);
    const contract = "{ description: 'What it\\'s for.', summary:\n    `Who asks` }";
    expect(descriptions(contract).flatMap(clausesFirst)).toEqual(["What it\\'s for.", 'Who asks']);
    const thrown = "new ApiError(409, 'What it does'); invalid('body.a', `Who asks`); new ConfigError(['Whose key']);";
    expect(messages(thrown).flatMap(clausesFirst)).toEqual(['What it does', 'Who asks', 'Whose key']);
    expect(paragraphs('Text.\n- What it does.\n\n```\nWhat code\n```\n').flatMap(clausesFirst)).toEqual([
      'What it does.',
    ]);
  });
});

describe('types', () => {
  /** The types that a source declares and whose names are a participle alone, which says nothing of what they hold. */
  const participles = (source: string): string[] =>
    [...source.matchAll(/^(?:export )?(?:default )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm)]
      .map(([, name]) => name!)
      .filter((name) => /^[A-Z][a-z]+$/.test(name))
      .filter((name) => (/ed$/.test(name) && !/^(?:Deed|Embed|Feed|Need|Seed)$/.test(name)) || irregular.test(name));
  const irregular =
    /^(?:Built|Bound|Broken|Chosen|Cut|Done|Drawn|Found|Given|Held|Hidden|Kept|Known|Left|Made|Meant|Put|Read|Said|Seen|Sent|Shown|Taken|Told|Written)$/;

  it('are named by nouns, not by participles', () => {
    const sources = files.filter((path) => /\.tsx?$/.test(path));
    const found = sources.flatMap((path) =>
      participles(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('are found where a participle names one', () => {
    const source = 'export interface Asked {}\ntype Held = 1;\nclass Seed {}\nexport type StoredDraft = 2;\n';
    expect(participles(source)).toEqual(['Asked', 'Held']);
  });
});
