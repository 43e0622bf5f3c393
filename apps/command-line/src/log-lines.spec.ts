import { readLog } from './log-lines';

const texts = (name: string, log: string) => readLog(name, log).map(({ text }) => text);

it('shows time, level, process and message, with the other fields', () => {
  const line = {
    level: 40,
    time: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    pid: 1,
    service: 'content',
    msg: 'Late',
    job: '7',
    ms: 9,
  };
  expect(texts('content', `${JSON.stringify(line)}\n`)).toEqual([
    '2026-01-02 03:04:05.006 WARN  content         Late job=7 ms=9',
  ]);
});

it('shows the stack of an error below it', () => {
  const line = { level: 50, time: 0, msg: 'Broken', err: { message: 'No', stack: 'Error: No\n    at a.ts:1' } };
  expect(texts('sites', JSON.stringify(line))[0]).toMatch(/Broken\n {4}Error: No\n {8}at a\.ts:1$/);
});

it('names the service of each line where several write into one log', () => {
  const log = ['content', 'sites'].map((service) => JSON.stringify({ level: 30, time: 0, service, msg: 'Ready' }));
  const lines = readLog('bindery', [...log, '    at a.ts:1'].join('\n'));
  expect(lines.map(({ source }) => source)).toEqual(['content', 'sites', 'sites']);
  expect(lines[0]!.text).toMatch(/INFO {2}content {9}Ready$/);
});

it('reads what Postgres and NATS write', () => {
  expect(texts('postgres', '2026-01-02 03:04:05.100 UTC [7] FATAL:  no such role')).toEqual([
    '2026-01-02 03:04:05.100 ERROR postgres        [7] FATAL:  no such role',
  ]);
  expect(texts('nats', '[9] 2026/01/02 03:04:05.000000 [INF] Server is ready')).toEqual([
    '2026-01-02 03:04:05.000 INFO  nats            [INF] Server is ready',
  ]);
});

it('keeps lines without a time beside the one before, and control characters off the terminal', () => {
  const log = `${JSON.stringify({ level: 30, time: 1_000, msg: 'One' })}\n  plain \u001b[31mred\n`;
  const [, second] = readLog('content', log);
  expect(second).toMatchObject({ time: 1_000, level: 30 });
  expect(second!.text).toMatch(/ {2}plain \[31mred$/);
});
