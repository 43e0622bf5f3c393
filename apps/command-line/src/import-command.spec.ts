import type { ImportRun } from '@bindery/contracts';
import { summary } from './import-command';
import { isGitUrl } from './import-source';

const run: ImportRun = {
  object: 'content-import-run',
  id: 'r',
  createdBy: { object: 'user', id: 'u', displayName: 'User', urls: { location: 'http://x/v1/users/u' } },
  createdAt: '2026-01-01T00:00:00.000Z',
  status: 'completed',
  progress: { pages: { total: 12, done: 12 }, files: { total: 3, done: 3 } },
  spaces: [{ id: 's1', title: 'Docs' }],
  problems: [],
};

const spaces = [{ title: 'Docs', urls: { location: 'http://x/v1/spaces/s1', app: 'http://x/app/o/o1/s/s1' } }];

it('prints counts and the address of the result', () => {
  expect(summary(run, '0.8 s', spaces)).toEqual([
    '✓ Imported 12 of 12 pages and 3 of 3 files in 0.8 s',
    '  Docs: http://x/app/o/o1/s/s1',
  ]);
});

it('lists twenty problems and counts the rest', () => {
  const problems = Array.from({ length: 23 }, (_, index) => ({
    severity: 'warning' as const,
    file: 'a.md',
    line: index + 1,
    message: 'broken link',
  }));
  const lines = summary({ ...run, problems }, '1 s', spaces);
  expect(lines).toContain('    a.md:20: warning: broken link');
  expect(lines).not.toContain('    a.md:21: warning: broken link');
  expect(lines).toContain('    and 3 more: --problems <file> writes all of them down');
  expect(summary({ ...run, problems }, '1 s', [], '/tmp/all.txt')).toEqual([
    expect.stringContaining('✓ Imported'),
    '  23 problems, written to /tmp/all.txt',
  ]);
});

it('prints why an import failed', () => {
  const lines = summary({ ...run, status: 'failed', error: 'The archive is damaged' }, '1 s', []);
  expect(lines).toEqual([expect.stringContaining('✗ The import failed'), '  The archive is damaged']);
});

it.each([
  ['https://example.com/a/docs.git', true],
  ['ssh://git@example.com/a/docs', true],
  ['git@example.com:a/docs.git', true],
  ['./docs', false],
  ['docs.zip', false],
  ['C:\\docs', false],
])('takes %s for a git URL: %s', (source, expected) => expect(isGitUrl(source)).toBe(expected));
