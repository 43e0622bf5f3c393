import type { OpenAPIErrorObject } from '@bindery/contracts';
import { mostErrors } from './specification-error';

/** A key within a file, and its parents: written out only for reported deviations. */
export interface Path {
  readonly above: Path | undefined;
  readonly key: string | number;
}

/** A location: the file, unless it is the first one, and the keys that lead there. */
export interface Spot {
  readonly file?: string | undefined;
  readonly path?: Path | undefined;
}

export const below = ({ file, path }: Spot, key: string | number): Spot => ({ file, path: { above: path, key } });

/** The deviations of a specification from OpenAPI that did not prevent reading it. */
export class Deviations {
  private readonly known = new Map<string, OpenAPIErrorObject>();
  private more = 0;

  add(code: string, message: string, spot?: Spot): void {
    const place = spot && placeOf(spot);
    const located = place ? `${message} (at ${place})` : message;
    if (this.known.has(located)) return;
    if (this.known.size < mostErrors - 1) this.known.set(located, { code, message: located });
    else this.more++;
  }

  get list(): OpenAPIErrorObject[] {
    const rest = { code: 'MORE', message: `There are ${this.more} more` };
    return [...this.known.values(), ...(this.more > 0 ? [rest] : [])];
  }
}

/** As a JSON Pointer. */
function placeOf({ file, path }: Spot): string {
  const keys: string[] = [];
  for (let at = path; at; at = at.above) keys.unshift(String(at.key).replaceAll('~', '~0').replaceAll('/', '~1'));
  const pointer = keys.map((key) => `/${key}`).join('');
  return file === undefined ? pointer : `${file}#${pointer}`;
}
