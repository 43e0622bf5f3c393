import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { loose, schemaOf, type Aliases, type Notation, type ShapeSchema } from './shape-notation';

/** One operation in the specification's facts. */
interface Operation {
  id: string;
  success: { status: number; type: string | null; shape?: Notation };
}

interface Facts {
  operations: Operation[];
  types: Record<string, Notation>;
  /** Names of types as operations have them, with the names of their shapes. */
  names: Record<string, string>;
}

/** Where the facts lie: beside the checkout, or where `SPECIFICATION` says. They are no part of the repository. */
const folder = process.env.SPECIFICATION ?? resolve(__dirname, '..', '..', '..', '..', '..', 'shared', 'spec');

/** Whether the specification's facts are here; tests that need them are skipped, with this line, where they are not. */
export const hasPublicShapes = existsSync(join(folder, 'types.json'));
export const withoutPublicShapes = 'Skipped: the public shapes (../shared/spec/types.json) are not here';

let facts: Facts | undefined;
let validator: Ajv2020 | undefined;

function load(): Facts {
  if (facts) return facts;
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { _notes, ...types } = read('types.json') as Record<string, Notation> & {
    _notes: { specificationTypeNames: Record<string, string> };
  };
  const names = Object.fromEntries(
    Object.entries(_notes.specificationTypeNames).map(([name, type]) => [name.split(' (')[0]!, type]),
  );
  return (facts = { operations: read('operations.json') as Operation[], types, names });
}

/** The differences between `body` and the public shape of that name, such as `OrganizationMember`; empty when there are none. */
export const publicShapeErrors = (type: string, body: unknown): string[] => errors(type, body);

/** The specified operations that answer a body. */
export const operationsWithShape = (): string[] =>
  load()
    .operations.filter(({ success }) => success.type !== null)
    .map(({ id }) => id);

/** The differences between an operation's answer and the specification's facts; empty when there are none. */
export function operationShapeErrors(id: string, body: unknown): string[] {
  if (!load().operations.some((one) => one.id === id)) throw new Error(`The specification has no operation ${id}`);
  return errors(inOperation(id), body);
}

function schemaOfOperation({ success: { type, shape } }: Operation): ShapeSchema {
  if (shape) return loose(shape, aliases());
  const [, item] = /^list of (.*)$/.exec(type!) ?? [];
  if (!item) return loose(type!, aliases());
  return { allOf: [{ $ref: '#/$defs/List' }, loose({ items: [item] }, aliases())] };
}

/** Names that stand for a shape: those of the facts, and items of lists that are described in full in one operation. */
function aliases(): Aliases {
  const { names, operations } = load();
  const described = operations.flatMap(({ success: { type, shape } }): [string, Notation][] => {
    const [item] = ((shape as { items?: Notation[] } | undefined)?.items ?? []) as Notation[];
    return type?.startsWith('list of ') && typeof item === 'object' ? [[type.slice('list of '.length), item]] : [];
  });
  const known = Object.entries(names).map(([name, type]): [string, Notation] => [name, `@${type}`]);
  return Object.fromEntries([...described, ...known]);
}

const inOperation = (id: string): string => `operation-${id}`;

function errors(name: string, body: unknown): string[] {
  validator ??= compile();
  const validate = validator.getSchema(`shapes#/$defs/${name}`)!;
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

/** All shapes in one schema, so that what many of them hold is compiled once. */
function compile(): Ajv2020 {
  const { types, operations } = load();
  const ofTypes = Object.entries(types).map(([name, notation]) => [name, schemaOf(notation)]);
  const ofOperations = operations
    .filter(({ success }) => success.type !== null)
    .map((operation) => [inOperation(operation.id), schemaOfOperation(operation)]);
  const ajv = new Ajv2020({ strict: false, allErrors: false, unicodeRegExp: false });
  addFormats(ajv);
  return ajv.addSchema({ $defs: Object.fromEntries([...ofTypes, ...ofOperations]) as object }, 'shapes');
}
