import { join } from 'node:path';
import ts from 'typescript';
import * as contracts from '@bindery/contracts';
import type { EventType, Schema } from '@bindery/contracts';
import { checkout } from '@bindery/launcher';

const source = join(checkout.root, 'libs', 'contracts', 'src', 'index.ts');

/**
 * The schemas of the payloads of events, by type. Payloads are plain TypeScript types, as no outside client sends them:
 * their schemas are read from the compiler, references resolved. One that repeats itself, or that JSON does not hold, is
 * an error.
 */
export function eventPayloads(): Record<string, Schema> {
  const configFile = join(checkout.root, 'tsconfig.json');
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configFile, ts.sys.readFile).config,
    ts.sys,
    checkout.root,
  );
  const program = ts.createProgram([source], config.options);
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(source)!)!);
  const payloads: Record<string, Schema> = {};
  for (const symbol of exported) {
    const value: unknown = contracts[symbol.name as keyof typeof contracts];
    if (!isEvent(value)) continue;
    const [payload] = checker.getTypeArguments(checker.getTypeOfSymbol(symbol) as ts.TypeReference);
    payloads[value.type] = new PayloadSchema(checker).of(payload!, value.type);
  }
  return payloads;
}

const isEvent = (value: unknown): value is EventType =>
  typeof value === 'function' && 'subject' in value && String(value.subject).startsWith('event.');

class PayloadSchema {
  private readonly open = new Set<ts.Type>();

  constructor(private readonly checker: ts.TypeChecker) {}

  of(type: ts.Type, place: string): Schema {
    if (type.isUnion()) return this.union(type.types, place);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { type: typeof type.value, const: type.value };
    const { flags } = type;
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & ts.TypeFlags.Unknown) return {};
    const items = this.checker.isArrayLikeType(type)
      ? this.checker.getIndexTypeOfType(type, ts.IndexKind.Number)
      : undefined;
    if (items) return { type: 'array', items: this.of(items, `${place}[]`) };
    if (!(flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) throw this.error(type, place);
    return this.object(type, place);
  }

  private union(members: readonly ts.Type[], place: string): Schema {
    const schemas = members.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)).map((one) => this.of(one, place));
    const values = schemas.filter((schema) => schema.const !== undefined);
    const others = new Map(
      schemas.filter((schema) => schema.const === undefined).map((one) => [JSON.stringify(one), one]),
    );
    const choice = values.length > 0 ? [{ type: values[0]!.type, enum: values.map((one) => one.const) }] : [];
    const all: Schema[] = [...choice, ...others.values()];
    return all.length === 1 ? all[0]! : { anyOf: all };
  }

  private object(type: ts.Type, place: string): Schema {
    if (this.open.has(type)) throw this.error(type, place);
    this.open.add(type);
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      properties[property.name] = this.of(this.checker.getTypeOfSymbol(property), `${place}.${property.name}`);
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const values = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    this.open.delete(type);
    return {
      type: 'object',
      properties,
      required,
      ...(values && { additionalProperties: this.of(values, `${place}.*`) }),
    };
  }

  private error(type: ts.Type, place: string): Error {
    return new Error(`${place} has a type that no event can hold: ${this.checker.typeToString(type)}`);
  }
}
