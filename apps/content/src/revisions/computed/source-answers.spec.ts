import { ApiError, type ComputedSourceContent, type ComputeSource } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { createLogger } from '@bindery/observability';
import { SourceAnswers } from './source-answers';

const logger = createLogger('content', 'silent');

/** Answers of integrations, and the requests to them. */
function asking(answer: (asked: ComputeSource) => ComputedSourceContent) {
  const asked: ComputeSource[] = [];
  const call = (_: unknown, { body }: { body: ComputeSource }) => {
    asked.push(body);
    return Promise.resolve().then(() => answer(body));
  };
  return { asked, answers: new SourceAnswers({ call } as unknown as RpcClient, logger) };
}

/** A source that depends on a space, which is at a revision. */
const source = (seed: string, revision: string) => ({
  ...{ organization: 'o', space: 's', type: 'integration:notes:notes', props: {}, seed },
  dependencies: { on: { ref: { kind: 'space', space: 'other' }, value: { object: 'space', id: 'other', revision } } },
});

const document = (text: string) => ({ object: 'document', data: { text }, nodes: [] });

it('keeps no more than so many characters of answers, the last that were read', async () => {
  const text = 'x'.repeat(12 * 1024 * 1024);
  const { asked, answers } = asking(({ seed }) => ({ version: seed, content: document(text) }));
  for (const seed of ['a', 'b', 'c']) expect((await answers.document(source(seed, '1'))).version).toBe(seed);
  // The version that is still cached is named when its dependencies have changed.
  for (const seed of ['c', 'b', 'a']) await answers.document(source(seed, '2'));
  expect(asked.slice(3).map(({ known }) => known)).toEqual(['c', 'b', undefined]);
});

it.each([
  [404, undefined],
  [400, 'first'],
  [413, 'first'],
  [429, 'first'],
  [502, 'first'],
])('after a %s, readers get the content %s', async (code, text) => {
  const { answers } = asking(({ known }) => {
    if (known) throw new ApiError(code, 'No');
    return { version: '1', content: document('first') };
  });
  await answers.document(source('a', '1'));
  const { content, problem } = await answers.document(source('a', '2'));
  expect([content?.data.text, problem]).toEqual([text, 'No']);
});

it('says a document again after the pages of its integration have changed', async () => {
  let version = '1';
  const { asked, answers } = asking(({ of }) =>
    of === 'document' ? { version, content: document(version) } : { version, content: pages },
  );
  const pages = { pages: [], files: [], reusableContents: [] };
  await answers.revision(source('tree', '1'));
  const before = await answers.document(source('a', '1'));
  version = '2';
  await answers.revision(source('tree', '2'));
  const after = await answers.document(source('a', '1'));
  expect([before, after].map(({ content, isCurrent }) => [content?.data.text, isCurrent])).toEqual([
    ['1', true],
    ['2', true],
  ]);
  expect(asked.map(({ of }) => of)).toEqual(['revision', 'document', 'revision', 'document']);
});

it('tells an answer of other dependencies, and one after which a script failed, from one that is current', async () => {
  const { answers } = asking(({ known }) => {
    if (known) throw new ApiError(502, 'No');
    return { version: '1', content: document('first') };
  });
  const late = answers.document(source('a', '1'));
  const other = await answers.document(source('a', '2'));
  const failed = await answers.document(source('a', '2'));
  expect([await late, other, failed].map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
});
