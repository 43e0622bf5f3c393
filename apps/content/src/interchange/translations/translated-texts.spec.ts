import type { TranslatedUnit } from '@bindery/contracts';
import type { PageEntry } from '../../model/pages/page-entry';
import { translatedTexts } from './translated-texts';

const page = (title: string, document?: string) => ({ type: 'document', title, document }) as PageEntry;
const group = (title: string) => ({ type: 'group', title }) as PageEntry;
const unit = (title: string, document?: string, unchanged = false): TranslatedUnit => ({
  ...{ kind: 'page', id: 'page', title, unchanged },
  ...(document && { document }),
});

const source = page('Guide', 'source');
/** As a run placed it for the source. */
const { placed } = translatedTexts(source, unit('Le guide', 'french'), undefined, undefined);
const shown = (...args: Parameters<typeof translatedTexts>) => translatedTexts(...args).texts;

it('places a translation that is new', () => {
  expect(shown(source, unit('Guide', 'another'), page('Le guide', 'french'), placed)).toEqual({
    title: 'Guide',
    document: 'another',
  });
});

it.each([
  ['title', page('Le manuel', 'french')],
  ['text', page('Le guide', 'corrected')],
  ['title of the table of contents', { ...page('Le guide', 'french'), linkTitle: 'Manuel' } as PageEntry],
  ['absent text', page('Le guide')],
])('keeps a corrected %s, also over another translation, run after run', (_, corrected) => {
  const { type: _type, ...texts } = JSON.parse(JSON.stringify(corrected)) as PageEntry;
  const kept = translatedTexts(source, unit('Le guide', 'another'), corrected, placed);
  expect(kept).toEqual({ texts, placed, isCorrected: true });
  expect(translatedTexts(source, unit('Le guide', 'third', true), corrected, kept.placed)).toEqual(kept);
});

it('keeps the translation of a page that cannot be translated again, which is no correction', () => {
  const failed = { ...unit('Guide', 'source'), failed: true };
  const kept = translatedTexts(source, failed, page('Le guide', 'french'), placed);
  expect(kept).toEqual({ texts: { title: 'Le guide', document: 'french' }, placed, isCorrected: false });
  expect(shown(source, unit('Le guide', 'another'), page('Le guide', 'french'), kept.placed).document).toBe('another');
  expect(shown(page('Guide', 'new'), failed, page('Le guide', 'french'), placed).document).toBe('source');
});

it('replaces a correction when its source page changes', () => {
  const corrected = page('Le guide', 'corrected');
  expect(shown(page('Guide', 'new'), unit('Le guide', 'of new'), corrected, placed).document).toBe('of new');
  expect(shown(page('New', 'source'), unit('Nouveau', 'french'), corrected, placed).title).toBe('Nouveau');
});

it('keeps corrections of groups, links and reusable contents', () => {
  const last = translatedTexts(group('Part'), unit('Partie'), undefined, undefined).placed;
  expect(shown(group('Part'), unit('Section'), group('Volet'), last)).toEqual({ title: 'Volet' });
  expect(shown(group('Part'), unit('Section'), group('Partie'), last)).toEqual({ title: 'Section' });
  const reusable: TranslatedUnit = { ...unit('Note', 'french'), kind: 'reusable-content' };
  const known = translatedTexts({ title: 'Note', document: 'source' }, reusable, undefined, undefined).placed;
  expect(
    translatedTexts(
      { title: 'Note', document: 'source' },
      { ...reusable, document: 'another' },
      { title: 'Note', document: 'corrected' },
      known,
    ),
  ).toMatchObject({ texts: { document: 'corrected' }, isCorrected: true });
});

describe('a translation that an earlier release placed', () => {
  const corrected = page('Le guide', 'corrected');

  it('keeps its corrections where the run that placed it was completed, also from then on', () => {
    const first = translatedTexts(source, unit('Le guide', 'french', true), corrected, undefined);
    expect(first).toMatchObject({ texts: { document: 'corrected' }, placed });
    expect(shown(source, unit('Le guide', 'another'), corrected, first.placed).document).toBe('corrected');
  });

  it('is replaced by a translation that is new', () => {
    expect(shown(source, unit('Le guide', 'another'), corrected, undefined).document).toBe('another');
  });

  it('keeps corrections of what a process of that release placed over newer texts', () => {
    const newer = page('Guide', 'newer source');
    const kept = translatedTexts(newer, unit('Le guide', 'newer', true), corrected, placed);
    expect(kept).toMatchObject({ texts: { document: 'corrected' }, isCorrected: true });
  });
});
