import { LRUCache } from 'lru-cache';
import type { AfterQueryEvent, EntitySubscriberInterface } from 'typeorm';
import { currentContext, failureOf, type SpanStart } from '@bindery/observability';

/** By the statement. Those of TypeORM differ with the number of rows, and become as long as that. */
const names = new LRUCache<string, string>({
  max: 1_000,
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (name, statement) => name.length + statement.length,
});

/** The name of a statement's span, its first verb and table: `select space`. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
    const table = /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?(\w+)"?/i.exec(text)?.[1];
    names.set(text, (name = table ? `${verb} ${table}` : verb));
  }
  return name;
}

/** The span of a statement: its text, which has numbers in place of values. */
export const statementSpan = (text: string): [name: string, start: SpanStart] => [
  nameOf(text),
  { kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } },
];

/** Spans of the statements that TypeORM writes, including those that begin and end transactions. */
export class StatementSpans implements EntitySubscriberInterface {
  afterQuery({ query, executionTime = 0, success, error }: AfterQueryEvent): void {
    const parent = currentContext()?.span;
    if (!parent) return;
    const [name, start] = statementSpan(query);
    const span = parent.child(name, { ...start, startTime: Date.now() - executionTime });
    span.end(success ? {} : { failure: failureOf(error) });
  }
}
