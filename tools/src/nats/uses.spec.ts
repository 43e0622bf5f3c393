import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as contracts from '@bindery/contracts';
import { natsUses, checkout, PROCESSES, type ProcessName } from '@bindery/launcher';
import { eventConsumersOf, usesInCode } from './nats-uses-file';

const known = contracts as unknown as Record<string, Record<string, unknown> | undefined>;
const subjectOf = (value: unknown): string | undefined => {
  const { subject } = (value ?? {}) as { subject?: unknown };
  return typeof subject === 'string' && subject.startsWith('rpc.') ? subject : undefined;
};

/** The operations that a file names outside of types and decorators: those it answers stand in a decorator. */
function namedIn(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const imported = new Map<string, unknown>();
  const named: string[] = [];
  const note = (value: unknown) => named.push(...[subjectOf(value) ?? []].flat());
  const visit = (node: ts.Node): void => {
    if (ts.isDecorator(node) || ts.isTypeNode(node)) return;
    if (ts.isImportDeclaration(node)) return learn(node);
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const group = imported.get(node.expression.text) as Record<string, unknown> | undefined;
      note(group?.[node.name.text]);
    }
    if (ts.isIdentifier(node)) note(imported.get(node.text));
    ts.forEachChild(node, visit);
  };
  const learn = ({ moduleSpecifier, importClause }: ts.ImportDeclaration) => {
    const bindings = importClause?.namedBindings;
    if ((moduleSpecifier as ts.StringLiteral).text !== '@bindery/contracts' || !bindings) return;
    if (!ts.isNamedImports(bindings)) return;
    for (const { name, propertyName } of bindings.elements) imported.set(name.text, known[(propertyName ?? name).text]);
  };
  visit(file);
  return named;
}

function namedBy(process: ProcessName): Set<string> {
  const folder = join(checkout.root, 'apps', process, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const code = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  return new Set(code.flatMap((name) => namedIn(join(folder, name))));
}

it.each(PROCESSES)('%s declares what it calls of others, and nothing else', (process) => {
  const named = namedBy(process);
  const isOther = (subject: string) => contracts.serviceOf(subject) !== process;
  const declared = contracts.usedSubjects(process);
  // The contracts give the gateway the operations that clients call and the batches that complete answers.
  const derived = new Set(
    process === 'gateway'
      ? [...contracts.allEndpoints(), ...contracts.composedBatches()].map(({ subject }) => subject)
      : [],
  );
  for (const subject of contracts.subjectsBefore(process)) {
    expect(named).not.toContain(subject);
    derived.add(subject);
  }
  expect(declared.filter((subject) => isOther(subject) && !derived.has(subject))).toEqual(
    [...named].filter((subject) => isOther(subject) && !derived.has(subject)).sort(),
  );
  // Of its own operations a service names more than it calls.
  for (const subject of declared.filter((one) => !isOther(one))) expect(named).toContain(subject);
});

it.each(PROCESSES)('%s has its consumers there', (process) => {
  const folder = join(checkout.root, 'apps', process, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const names = files.flatMap((name) =>
    Array.from(
      readFileSync(join(folder, name), 'utf8').matchAll(/@Consumes(?:Together)?\([^']*?'([^']+)'/g),
      ([, found]) => found!,
    ),
  );
  const known = natsUses[process].consumers.map(([producer, durable]) =>
    durable.slice(process.length + 1, -producer.length - 1),
  );
  expect([...new Set(known)].sort()).toEqual([...new Set(names)].sort());
});

it('has what NATS permissions are made of from there: node tools/nats-files.mjs writes it', async () => {
  const uses = await usesInCode();
  expect(natsUses).toEqual(uses);
  expect(contracts.eventConsumers).toEqual(eventConsumersOf(uses));
});
