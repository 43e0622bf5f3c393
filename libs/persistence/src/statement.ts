import { createHash } from 'node:crypto';

/** A statement of SQL with the values of its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

const names = new Map<string, string>();

/** Names a statement by its text, so that Postgres prepares it once for each connection. */
export function prepared({ text, values }: Statement): Statement & { name: string } {
  let name = names.get(text);
  if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url')));
  return { name, text, values };
}

/** Joins statements that write to one statement, which has the effect of all or none. None may read what another one writes. */
export function joined(statements: readonly Statement[]): Statement {
  if (statements.length === 1) return statements[0]!;
  const all: unknown[] = [];
  const parts = statements.map(({ text, values }, index) => {
    const before = all.length;
    all.push(...values);
    return `part_${index} as (${text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`)})`;
  });
  return { text: `with ${parts.join(', ')} select`, values: all };
}
