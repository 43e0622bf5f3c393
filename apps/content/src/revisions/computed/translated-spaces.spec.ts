import { setTimeout as sleep } from 'node:timers/promises';
import { maxAskedTranslations, type SpacesOfTranslations, type TranslationRefs } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { createLogger } from '@bindery/observability';
import { TranslatedSpaces } from './translated-spaces';

/** The spaces of translations, and the requests to the translations service. */
function asking(answer: (asked: TranslationRefs) => Promise<SpacesOfTranslations>) {
  const asked: TranslationRefs[] = [];
  const call = (_: unknown, { body }: { body: TranslationRefs }) => {
    asked.push(body);
    return answer(body);
  };
  return { asked, spaces: new TranslatedSpaces({ call } as unknown as RpcClient, createLogger('content', 'silent')) };
}

const spaceOf = (translation: string) => ({ translation, space: `of-${translation}` });
/** A service that knows all translations but one. */
const known = ({ translations }: TranslationRefs) =>
  Promise.resolve({ spaces: translations.filter((id) => id !== 'none').map(spaceOf) });

it('asks once for all translations, those alone of which nothing is known', async () => {
  const { asked, spaces } = asking(known);
  expect([...(await spaces.of('o', ['a', 'none', 'a', 'b']))]).toEqual([
    ['a', 'of-a'],
    ['b', 'of-b'],
  ]);
  await spaces.of('o', ['b', 'c', 'none']);
  await spaces.of('other', ['a']);
  expect(asked).toEqual([
    { organization: 'o', translations: ['a', 'none', 'b'] },
    { organization: 'o', translations: ['c'] },
    { organization: 'other', translations: ['a'] },
  ]);
});

it('has those who want the same at once wait for one answer', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { asked, spaces } = asking((body) => answered.then(() => known(body)));
  const all = [spaces.of('o', ['a', 'b']), spaces.of('o', ['b', 'a']), spaces.of('o', ['b', 'c'])];
  answer();
  expect((await Promise.all(all)).map((found) => found.get('b'))).toEqual(['of-b', 'of-b', 'of-b']);
  expect(asked.map(({ translations }) => translations)).toEqual([['a', 'b'], ['c']]);
});

it('names no more translations in a question than may be named', async () => {
  const { asked, spaces } = asking(known);
  const ids = Array.from({ length: maxAskedTranslations + 1 }, (_, index) => `t${index}`);
  const found = await spaces.of('o', ids);
  expect(asked.map(({ translations }) => translations.length)).toEqual([maxAskedTranslations]);
  expect([found.size, found.has(ids.at(-2)!), found.has(ids.at(-1)!)]).toEqual([maxAskedTranslations, true, false]);
});

it('has nobody wait for an answer that does not come once there was one', async () => {
  const clock = jest.spyOn(performance, 'now');
  const later = async () => {
    // The cache looks at the clock again after a timer of one millisecond.
    await sleep(5);
    clock.mockReturnValue(performance.now() + 60_000);
  };
  const failures: (() => void)[] = [];
  let isSilent = false;
  const { asked, spaces } = asking((body) => {
    if (!isSilent) return known(body);
    return new Promise((_, reject) => failures.push(() => reject(new Error('Nobody answers'))));
  });
  const of = async () => [...(await spaces.of('o', ['a', 'none']))];
  const before = [['a', 'of-a']];
  try {
    expect(await of()).toEqual(before);
    isSilent = true;
    for (const questions of [2, 3]) {
      await later();
      expect([await of(), await of()]).toEqual([before, before]);
      // The first two while the request is pending, the third once it has failed.
      failures.shift()!();
      await new Promise(setImmediate);
      expect([await of(), asked.length]).toEqual([before, questions]);
    }
    isSilent = false;
    await later();
    await of();
    expect([await of(), asked.length]).toEqual([before, 4]);
  } finally {
    clock.mockRestore();
  }
});
