import type { Deviations } from '../deviations';
import { below } from '../deviations';
import type { SpecificationFile } from '../gather-files';
import { isObject, type JsonObject } from '../json';
import type { ParsedText } from '../parsed-text';
import { splitReference } from '../references';
import { asObject } from './as-object';
import { mendOperations } from './mend-operations';
import { mendParameter } from './mend-parameter';
import { mendResponse } from './mend-responses';
import { mendRoot } from './mend-root';
import { mendSchema } from './mend-schema';
import { mendSecurityRequirement, mendSecurityScheme } from './mend-security';
import { MendContext, type VisitedValue } from './mending';
import { isScalar, scalarNames, scalarOf, type ScalarKind } from './scalars';
import type { Kind, ShapeName } from './kinds';
import { shapes } from './shapes';
import { versionOf } from './specification-version';

/** Mends an object of one shape; called once for each, before its fields are visited. */
type Mend = (value: JsonObject, at: VisitedValue, mending: MendContext) => void;

const mends: Partial<Record<ShapeName, Mend>> = {
  'Path Item': mendOperations,
  Parameter: mendParameter,
  Header: mendParameter,
  Schema: mendSchema,
  Response: mendResponse,
  'Security Requirement': mendSecurityRequirement,
  'Security Scheme': mendSecurityScheme,
};

/**
 * Converts the files of a specification to OpenAPI 3.1, or leaves them at 3.2. An invalid value is read as it
 * was meant where that is clear, else left out, and reported either way. Each object is visited once.
 * Throws SpecificationError where there is nothing to read.
 */
export function mendSpecification(
  files: readonly SpecificationFile[],
  entry: ParsedText,
  deviations: Deviations,
): void {
  const home = files[0]!;
  const version = versionOf(home.specification as JsonObject, entry, deviations);
  const mending = new MendContext(files, version, deviations);
  mendRoot(mending, home, entry);
  new Walk(mending).from({
    holder: home as unknown as JsonObject,
    key: 'specification',
    kind: { object: 'OpenAPI' },
    home,
  });
}

class Walk {
  private readonly open: VisitedValue[] = [];
  private readonly known = new WeakMap<object, Set<ShapeName>>();
  /** Lists from which an item is left out. */
  private readonly shortened = new Set<unknown[]>();

  constructor(private readonly mending: MendContext) {}

  from(start: VisitedValue): void {
    this.open.push(start);
    for (let at = this.open.pop(); at; at = this.open.pop()) this.visit(at);
    for (const list of this.shortened) list.splice(0, list.length, ...list.filter((item) => item !== undefined));
  }

  private visit(at: VisitedValue): void {
    const { holder, key, kind } = at;
    const value = holder[key];
    if (kind === 'any') return;
    if (value === null) {
      this.mending.report('EMPTY', `${key} is empty`, at);
      this.drop(at);
    } else if (typeof kind === 'string') this.scalar(at, kind);
    else if ('list' in kind) this.list(at, kind.list);
    else if ('map' in kind) this.map(at, kind.map, kind.isOfPaths);
    else this.object(at, kind.object);
  }

  private scalar(at: VisitedValue, kind: ScalarKind): void {
    const { holder, key } = at;
    const value = holder[key];
    if (isScalar(value, kind)) return;
    const meant = scalarNames[kind];
    const read = scalarOf(value, kind);
    if (read === undefined) return this.leaveOut(at, meant);
    holder[key] = read;
    this.mending.report(
      'TYPE',
      `${key} must be ${meant}; ${JSON.stringify(value)} is read as ${JSON.stringify(read)}`,
      at,
    );
  }

  private list(at: VisitedValue, kind: Kind): void {
    const { holder, key, home } = at;
    let value = holder[key];
    if (!Array.isArray(value)) {
      this.mending.report('TYPE', `${key} must be a list; it is read as one of a single item`, at);
      holder[key] = value = [value];
    }
    const items = value as unknown[];
    for (let index = 0; index < items.length; index++)
      this.open.push({ ...below(at, index), holder: items as never, key: String(index), kind, home });
  }

  private map(at: VisitedValue, kind: Kind, isOfPaths = false): void {
    const { holder, key, home } = at;
    const value = holder[key];
    if (!isObject(value)) return this.leaveOut(at, 'an object');
    if (isRef(value)) return this.reference(value, at);
    for (const name of Object.keys(value).reverse())
      if (!name.startsWith('x-'))
        this.open.push({
          ...below(at, name),
          holder: value,
          key: name,
          kind,
          home,
          ...(isOfPaths && { pathName: name }),
        });
  }

  private object(at: VisitedValue, shape: ShapeName): void {
    const { holder, key } = at;
    // A schema may be true, for any value, or false.
    if (shape === 'Schema' && typeof holder[key] === 'boolean') return;
    if (!isObject(holder[key])) {
      const read = asObject(holder[key], shape, this.mending);
      if (!read) return this.leaveOut(at, 'an object');
      this.mending.report('TYPE', `${key} must be an object; ${cutJson(holder[key])} is read as ${cutJson(read)}`, at);
      holder[key] = read;
    }
    const value = holder[key] as JsonObject;
    const seen = this.known.get(value) ?? new Set();
    if (seen.has(shape)) return;
    this.known.set(value, seen.add(shape));
    if (isRef(value)) this.reference(value, at);
    // A schema may become a reference, or no longer be one.
    mends[shape]?.(value, at, this.mending);
    this.fields(value, at, shape);
  }

  private fields(value: JsonObject, at: VisitedValue, shape: ShapeName): void {
    const { fields, required = [], isOpen } = shapes[shape];
    const isReference = isRef(value);
    for (const name of required)
      if (!isReference && value[name] === undefined)
        this.mending.report('MISSING', `The ${shape} must have ${name}`, at);
    for (const name of Object.keys(value).reverse()) {
      const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (kind !== undefined) this.open.push({ ...below(at, name), holder: value, key: name, kind, home: at.home });
      else if (!isOpen && !name.startsWith('x-') && name !== '$ref' && (!isReference || shape === 'Path Item'))
        this.mending.report('UNKNOWN_FIELD', `Property ${name} is not expected to be here`, at);
    }
  }

  /** Continues at the target of a reference. */
  private reference(value: { $ref: string }, at: VisitedValue): void {
    const { mending } = this;
    value.$ref = mending.modern(value.$ref, at.home);
    let target = mending.resolve(value.$ref, at.home);
    const shape = typeof at.kind === 'object' && 'object' in at.kind ? at.kind.object : undefined;
    // References into a missing file are already reported for the file.
    const isOfMissingFile = !target && !/^\w*(?:#|$)/.test(value.$ref) && !isKnown(mending, value.$ref);
    const guess = !target && !isOfMissingFile && shape && mending.guess(value.$ref, shape);
    if (guess) {
      mending.report('INVALID_REFERENCE', `Can't resolve reference: ${value.$ref}; it is read as ${guess}`, at);
      const [entry] = mending.files;
      value.$ref = at.home === entry ? guess : `${entry!.filename}${guess}`;
      target = mending.resolve(value.$ref, at.home);
    }
    if (!target && !isOfMissingFile) mending.report('INVALID_REFERENCE', `Can't resolve reference: ${value.$ref}`, at);
    if (target && isCircular(mending, value, at.home))
      mending.report('SELF_REFERENCE', `The reference ${value.$ref} points to itself`, at);
    else if (target) this.open.push({ ...target, kind: at.kind, pathName: at.pathName });
    this.siblings(value, at, shape);
  }

  /** OpenAPI 3.0 ignores fields beside a reference; authors mean them nevertheless. */
  private siblings(value: JsonObject, at: VisitedValue, shape: ShapeName | undefined): void {
    if (shape === 'Path Item' || (shape === 'Schema' && /^3\.[12]/.test(this.mending.version))) return;
    const known = shape !== 'Schema' && /^3\.[12]/.test(this.mending.version) ? ['summary', 'description'] : [];
    const beside = Object.keys(value).filter((key) => key !== '$ref' && !key.startsWith('x-') && !known.includes(key));
    if (beside.length > 0)
      this.mending.report(
        'REFERENCE_SIBLINGS',
        `${beside.join(', ')} must not be beside $ref; it is read nevertheless`,
        at,
      );
  }

  private leaveOut(at: VisitedValue, meant: string): void {
    const { holder, key } = at;
    this.mending.report('TYPE', `${key} must be ${meant} and is left out: ${cutJson(holder[key])}`, at);
    this.drop(at);
  }

  /** The other items of a list keep their indexes until all are visited, because their location identifies them. */
  private drop({ holder, key }: VisitedValue): void {
    if (!Array.isArray(holder)) return void Reflect.deleteProperty(holder, key);
    (holder as unknown[])[Number(key)] = undefined;
    this.shortened.add(holder as unknown[]);
  }
}

/** The maximum of references that are followed one after the other to detect a cycle. */
const mostHops = 20;

const isRef = (value: JsonObject): value is { $ref: string } => typeof value.$ref === 'string';

const isKnown = ({ files }: MendContext, reference: string) =>
  files.some(({ filename }) => filename === splitReference(reference)[0]);

function isCircular(mending: MendContext, start: { $ref: string }, from: SpecificationFile): boolean {
  const seen = new Set<unknown>();
  let value: unknown = start;
  let home = from;
  while (isObject(value) && isRef(value) && !seen.has(value) && seen.size < mostHops) {
    seen.add(value);
    const target = mending.resolve(mending.modern(value.$ref, home), home);
    value = target?.holder[target.key];
    home = target?.home ?? home;
  }
  return seen.has(value);
}

function cutJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return json.length > 80 ? `${json.slice(0, 80)}…` : json;
}
