import { parseAllowList } from '@bindery/outbound';
import { ScriptFailure } from './script-runtime';
import { WorkerdRuntime } from './workerd-runtime';

const nowhere = 'http://127.0.0.1:9';
const runtime = new WorkerdRuntime({
  limits: { time: 10_000, memory: 256, answer: 1_000 },
  processes: 2,
  egress: { publicUrl: nowhere, apiUrl: nowhere, limit: 1_000, allow: parseAllowList('') },
});
afterAll(() => runtime.close());

const source = `let last = 0;
export default { async fetch(request, env, context) {
  const text = await request.text();
  const [kind, number] = text.split(' ');
  console.log(text, last);
  last = Number(number);
  if (kind === 'slow') await new Promise((done) => setTimeout(done, 1_000));
  if (kind === 'hang') for (;;);
  if (kind === 'throw') throw new Error('thrown');
  if (kind === 'large') return new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(600)); } }));
  return new Response('OK', { status: 200 + Number(number) });
} };`;

const script = { id: 'turns@1', load: () => Promise.resolve(source) };

const turn = (texts: string[], organization = 'turns') =>
  runtime.runInTurn({
    ...{ organization, script },
    messages: texts.map((text) => ({ headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) })),
  });

/** The result of each request, in words, and the script's output for it, in as many turns as that takes. */
async function outcomes(texts: string[]): Promise<[string, string[]][]> {
  const told: [string, string[]][] = [];
  while (told.length < texts.length) {
    for (const one of await turn(texts.slice(told.length))) {
      const lines = (await one.logs).filter(({ level }) => level === 'info').map(({ message }) => message);
      told.push([one instanceof ScriptFailure ? one.message : String(one.status), lines]);
    }
  }
  return told;
}

it('each request waits for the answer to the one before, and has logs of its own', async () => {
  expect(await outcomes(['a 1', 'throw 2', 'ü 3', 'large 4', 'a 6'])).toEqual([
    ['201', ['a 1 0']],
    ['The script failed: thrown', ['throw 2 1']],
    ['203', ['ü 3 2']],
    ['The answer is larger than 1000 bytes', ['large 4 3']],
    ['206', ['a 6 4']],
  ]);
});

it('those for which there is no time any more are not made', async () => {
  const made = await turn(Array.from({ length: 20 }, (_, index) => `slow ${index + 1}`));
  expect(made.length).toBeGreaterThanOrEqual(1);
  expect(made.length).toBeLessThan(5);
});

it('one that never ends fails, those before it do not, and those after it are made by another process', async () => {
  await outcomes(['a 1']);
  const [before, hanging, after] = await outcomes(['a 2', 'hang 3', 'a 6']);
  expect(before![0]).toBe('202');
  expect(hanging![0]).toBe('The script, or another one of the same owner, took longer than 10000 ms and was ended');
  expect(after).toEqual(['206', ['a 6 0']]);
});

it('only what the same owner is sent fails with one that never ends', async () => {
  const calm = (async () => {
    const statuses: string[] = [];
    while (statuses.length < 6)
      for (const one of await turn(['slow 1', 'slow 1'], 'calm'))
        statuses.push(one instanceof ScriptFailure ? one.message : String(one.status));
    return new Set(statuses);
  })();
  const [hanging] = await turn(['hang 1', 'a 2']);
  expect(hanging).toBeInstanceOf(ScriptFailure);
  expect(await calm).toEqual(new Set(['201']));
});
