import { ZipFile } from 'yazl';

/** A word in three sections of five, and one on three pages of a space, however large it is. */
export const COMMON_WORD = 'configuration';
export const RARE_WORD = 'quokka';
export const RARE_PAGES = 3;

export interface WrittenPage {
  file: string;
  slug: string;
  title: string;
  sections: { title: string; body: string }[];
}

const SECTIONS = 4;
const VOCABULARY = 4_000;

/**
 * Pages of about 6 KB as Document JSON, the same ones every time for a count and a seed. Words are as unequally frequent as in a language, so
 * that indexes and compression meet what they would meet in earnest.
 */
export function writePages(count: number, seed = 0): WrittenPage[] {
  const random = generator(count + seed);
  const words = Array.from({ length: VOCABULARY }, () => wordOf(random));
  const text = (length: number) =>
    Array.from({ length }, () => words[Math.floor(VOCABULARY * random() ** 3)]!).join(' ');
  const every = Math.floor(count / RARE_PAGES);
  return Array.from({ length: count }, (_, index) => {
    const rare = index % every === 0 && index / every < RARE_PAGES;
    const slug = `page-${index + 1}`;
    const sections = Array.from({ length: SECTIONS }, (_unused, at) => ({
      title: `${capital(text(2))} ${at + 1}`,
      body: [
        `${capital(text(22))}${random() < 0.6 ? ` ${COMMON_WORD}` : ''}. ${capital(text(32))}.`,
        `${capital(text(16))}${rare && at === 1 ? ` ${RARE_WORD}` : ''}. ${capital(text(22))}.`,
      ].join('\n\n'),
    }));
    return { file: `${slug}.md`, slug, title: `${capital(text(3))} ${index + 1}`, sections };
  });
}

/** The pages as a zip in Git Sync format; with a `depth` above 1 in chains of that length, each page below the other. */
export async function zipPages(pages: readonly WrittenPage[], depth: number): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const entries = pages.map(({ title, file }, index) => `${'  '.repeat(index % depth)}* [${title}](${file})`);
  add('SUMMARY.md', `# Table of contents\n\n${entries.join('\n')}\n`);
  for (const page of pages) add(page.file, markdownOf(page));
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A page as a Markdown file. */
export function markdownOf({ title, sections }: WrittenPage): string {
  const parts = sections.map((section) => `## ${section.title}\n\n${section.body}`);
  return `# ${title}\n\n${parts.join('\n\n')}\n`;
}

const ONSETS = 'b c d f g h j k l m n p r s t v w st tr pl br cl'.split(' ');
const NUCLEI = 'a e i o u ai ea ou'.split(' ');
const CODAS = ['', '', 'n', 'r', 's', 't', 'l', 'ng'];

function wordOf(random: () => number): string {
  const pick = (of: readonly string[]) => of[Math.floor(random() * of.length)]!;
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(ONSETS) + pick(NUCLEI) + pick(CODAS)).join('');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Numbers from 0 up to 1 that depend on the seed alone (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
