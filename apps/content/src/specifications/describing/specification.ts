import type { SpecificationFile } from '../reading/gather-files';
import { objectOf, type JsonObject } from '../reading/json';
import { splitReference, valueAt } from '../reading/references';

const mostHops = 10;
const mostItems = 500;

/** An object of a specification, and the file to resolve its references in. */
export interface Place {
  value: JsonObject;
  file: SpecificationFile | undefined;
  /** The target of the reference that was followed, to detect cycles of references. */
  pointer?: string;
  /** The name at the end of a reference without a target. */
  missing?: string;
}

/** A specification of one or several files, which resolves references. */
export class Specification {
  readonly root: Place;

  constructor(private readonly files: readonly SpecificationFile[]) {
    this.root = { value: objectOf(files[0]?.specification), file: files[0] };
  }

  /** A part of an object, with references resolved; an empty object for a missing one. */
  at(holder: Place, ...keys: readonly string[]): Place {
    return keys.reduce(
      ({ value, file }, key) => this.follow({ value: objectOf(Object.hasOwn(value, key) ? value[key] : {}), file }),
      holder,
    );
  }

  /** The first items of a list, with references resolved. */
  list(holder: Place, key: string, most = mostItems): Place[] {
    const items = holder.value[key];
    if (!Array.isArray(items)) return [];
    return items.slice(0, most).map((item) => this.follow({ value: objectOf(item), file: holder.file }));
  }

  follow(place: Place): Place {
    let at = place;
    for (let hops = 0; typeof at.value.$ref === 'string' && hops < mostHops; hops++) {
      const [name, pointer] = splitReference(at.value.$ref);
      const file = name === '' ? at.file : this.files.find(({ filename }) => filename === name);
      const { $ref: _, ...beside } = at.value;
      const found = valueAt(file?.specification, pointer);
      const target = objectOf(found);
      const missing = found === undefined ? /([^/#]+)$/.exec(at.value.$ref)?.[1] : undefined;
      // Fields beside a reference apply at the position of the reference (OpenAPI 3.1, Reference Object).
      at = {
        value: { ...target, ...beside },
        file,
        pointer: `${file?.filename ?? ''}#${pointer}`,
        ...(missing !== undefined && { missing }),
      };
    }
    return at;
  }
}
