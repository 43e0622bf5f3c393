import { Deviations, type Spot } from '../deviations';
import type { SpecificationFile } from '../gather-files';
import { isObject, objectOf, type JsonObject } from '../json';
import { keysOf, splitReference } from '../references';
import type { Kind, ShapeName } from './kinds';

export type SpecificationVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** A value of a specification, its location, and its expected kind. */
export interface VisitedValue extends Spot {
  holder: JsonObject;
  key: string;
  kind: Kind;
  /** The file to resolve its references in. */
  home: SpecificationFile;
  /** The path of a path item. */
  pathName?: string | undefined;
}

/** The target of a reference. */
type Target = Omit<VisitedValue, 'kind'>;

/** The section of the components of each shape. */
const sections: Partial<Record<ShapeName, string>> = {
  Schema: 'schemas',
  Response: 'responses',
  Parameter: 'parameters',
  Example: 'examples',
  'Request Body': 'requestBodies',
  Header: 'headers',
  Link: 'links',
  'Path Item': 'pathItems',
};

const swaggerSections: Record<string, string> = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
};

/** The state of a specification while it is mended. */
export class MendContext {
  readonly operationIds = new Set<string>();
  /** For Swagger 2.0: the content types of all operations, and the parameters that are a body, by their names. */
  consumes: readonly string[] = [];
  produces: readonly string[] = [];
  bodyParameters: JsonObject = {};
  private readonly byName: ReadonlyMap<string, SpecificationFile>;

  constructor(
    readonly files: readonly SpecificationFile[],
    readonly version: SpecificationVersion,
    private readonly deviations: Deviations,
  ) {
    this.byName = new Map(files.map((file) => [file.filename, file]));
  }

  get root(): JsonObject {
    return this.files[0]!.specification as JsonObject;
  }

  get components(): JsonObject {
    return objectOf(this.root.components);
  }

  report(code: string, message: string, spot: Spot): void {
    this.deviations.add(code, message, spot);
  }

  /** The target of a reference; undefined where there is none. */
  resolve(reference: string, home: SpecificationFile): Target | undefined {
    const [name, pointer] = splitReference(reference);
    const file = name === '' ? home : this.byName.get(name);
    if (!file) return undefined;
    let target: Target = {
      holder: file as unknown as JsonObject,
      key: 'specification',
      home: file,
      file: file === this.files[0] ? undefined : file.filename,
    };
    for (const key of keysOf(pointer)) {
      const holder = target.holder[target.key];
      if ((!isObject(holder) && !Array.isArray(holder)) || !Object.hasOwn(holder, key)) return undefined;
      target = { ...target, holder: holder as JsonObject, key, path: { above: target.path, key } };
    }
    return target.holder[target.key] === undefined ? undefined : target;
  }

  /** The value that a reference points to, through further references. */
  follow(value: unknown, home: SpecificationFile): JsonObject {
    let at = value;
    let from = home;
    for (let hops = 0; hops < 10 && isObject(at) && typeof at.$ref === 'string'; hops++) {
      const target = this.resolve(this.modern(at.$ref, from), from);
      if (!target) return {};
      at = target.holder[target.key];
      from = target.home;
    }
    return objectOf(at);
  }

  /** A reference into the sections of Swagger 2.0, converted to those of OpenAPI 3. */
  modern(reference: string, home: SpecificationFile): string {
    if (this.version !== '2.0') return reference;
    const [name, pointer] = splitReference(reference);
    if ((name === '' ? home : this.byName.get(name)) !== this.files[0]) return reference;
    const [first = '', ...rest] = pointer.split('/').slice(1);
    const section = swaggerSections[first];
    return section && rest.length > 0 ? `${name}#/components/${section}/${rest.join('/')}` : reference;
  }

  /** For a reference without a target: the component of that shape with the same last name. */
  guess(reference: string, shape: ShapeName): string | undefined {
    const section = sections[shape];
    const name = /([^#/]+)$/.exec(reference)?.[1];
    if (section === undefined || name === undefined) return undefined;
    return Object.hasOwn(objectOf(this.components[section]), name) ? `#/components/${section}/${name}` : undefined;
  }
}
