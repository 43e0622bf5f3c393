import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrationsOf } from '@bindery/service';
import { definitionOf } from '@bindery/testing';
import { SERVICES } from '@bindery/launcher';

/** The rules that do not apply to migrations. */
const excluded = [
  // `migrate` sets it for every migration. An index may take as long as it takes, so statements have no limit.
  'require-lock-timeout',
  'require-statement-timeout',
  // Numbers of versions, positions and attempts stay far below two thousand million.
  'prefer-bigint-over-int',
];

/** The last migration of the first release. Up to it, the tables that a migration locks have no rows, and no caller waits. */
const firstRelease = 1700000075000;
const aboutLocks = [
  'require-concurrent-index-creation',
  'adding-foreign-key-constraint',
  'constraint-missing-not-valid',
];

/** Findings that were looked at, each with the reason for which it stands. */
const reviewed: Record<string, string[]> = {
  // One of eight slots.
  'change-requests.SpaceActivity1700000053000': ['prefer-bigint-over-smallint'],
  // Holds up indexers alone, which try again; searches go on.
  'content.CurrentDocuments1700000083001': ['require-concurrent-index-creation'],
  // Both tables have some thousand rows, for which this takes a part of a second.
  'identity.EndedTokens1700000083000': ['require-concurrent-index-creation'],
  'identity.InvitationEnds1700000081000': ['require-concurrent-index-creation'],
  // Up to the first release the table has no rows to be locked; code from before finds its events without them as well.
  'integrations.EventTurns1700000036000': ['require-concurrent-index-deletion'],
  // Events of requests have neither; code from before does not read the events that code from now writes.
  'integrations.Requests1700000020000': ['ban-drop-not-null'],
};

interface Finding {
  file: string;
  rule_name: string;
}

/** The findings of Squawk in these migrations, as `<service>.<migration>: <rule>`. */
async function lint(migrations: Map<string, MigrationInterface>): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-migrations-'));
  try {
    for (const [name, migration] of migrations) {
      const statements: string[] = [];
      // A migration reads no rows here: only its statements are checked.
      const query = (text: string) => Promise.resolve(statements.push(`${text.trim()};\n`) && []);
      await migration.up({ query } as unknown as QueryRunner);
      writeFileSync(join(folder, `${name}.sql`), statements.join(''));
    }
    const program = require.resolve('squawk-cli/js/bin/squawk');
    const options = [
      '--pg-version=18',
      '--assume-in-transaction',
      '--reporter=json',
      `--exclude=${excluded.join(',')}`,
    ];
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...options, ...pathsOf(folder, migrations)], {
      encoding: 'utf8',
    });
    if (!stdout.startsWith('[')) throw new Error(`Squawk did not answer: ${stderr}`);
    const findings = JSON.parse(stdout) as Finding[];
    return new Set(findings.map(({ file, rule_name: rule }) => `${/([^/]+)\.sql$/.exec(file)?.[1]}: ${rule}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pathsOf = (folder: string, migrations: Map<string, unknown>) =>
  [...migrations.keys()].map((name) => join(folder, `${name}.sql`));

it('finds nothing in any migration that was not looked at', async () => {
  const migrations = new Map<string, MigrationInterface>();
  for (const service of SERVICES) {
    for (const Migration of migrationsOf(await definitionOf(service)))
      migrations.set(`${service}.${Migration.name}`, new Migration());
  }
  const found = [...(await lint(migrations))].filter((finding) => {
    const [, timestamp = '', rule = ''] = /(\d{13}): (.+)$/.exec(finding) ?? [];
    return !(Number(timestamp) <= firstRelease && aboutLocks.includes(rule));
  });
  expect(migrations.size).toBeGreaterThan(30);
  expect(found).toEqual(Object.entries(reviewed).flatMap(([name, rules]) => rules.map((rule) => `${name}: ${rule}`)));
});

it.each([
  ['drops a column', 'alter table space drop column title', 'ban-drop-column'],
  ['renames a column', 'alter table space rename column title to name', 'renaming-column'],
  ['changes a type', 'alter table space alter column title type varchar(10)', 'changing-column-type'],
  ['asks for a value', 'alter table space add column x text not null', 'adding-required-field'],
  ['locks a table', 'create index space_title on space (title)', 'require-concurrent-index-creation'],
])('tells that a migration %s', async (_, statement, rule) => {
  const bad = { up: (runner: QueryRunner) => runner.query(statement), down: () => Promise.resolve() };
  expect(await lint(new Map([['content.Bad1800000000000', bad]]))).toContain(`content.Bad1800000000000: ${rule}`);
});
