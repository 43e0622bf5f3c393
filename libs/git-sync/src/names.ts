/** Whether an address leads out of the source: it has a scheme, or names a host. */
export const isExternal = (url: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//');

/** An encoded path as the name that it stands for; what is no encoding is a name already. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A path as it stands in an address: what has a meaning there is encoded, and the rest stays readable. */
export function encodePath(path: string): string {
  const encoded = path.replace(/[%#?\\]/g, encodeURIComponent);
  return isExternal(encoded) ? `./${encoded}` : encoded;
}

/** A file that an address may mean, and the place in it. */
export interface Meaning {
  path: string;
  anchor?: string;
}

/**
 * The possible meanings of an address, the likeliest first. Addresses are divided before they are decoded, but authors also
 * write file names as they are, with `#`, `?` and `%`.
 */
export function meaningsOf(url: string): Meaning[] {
  const hashes = [...url.matchAll(/#/g)].map(({ index }) => index);
  const divided = hashes.map((at) => [url.slice(0, at), url.slice(at + 1)] as const);
  return [...divided, [url, ''] as const].flatMap(([path, rest]) => {
    const query = path.indexOf('?');
    const anchor = decodePath(rest);
    const paths = [decodePath(path), ...(query < 0 ? [] : [decodePath(path.slice(0, query))]), path];
    return paths.map((one): Meaning => ({ path: one, ...(anchor && { anchor }) }));
  });
}

/** A file name on systems that ignore case and Unicode normal forms. */
export const foldedName = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase();

/** A file that was found under another name than it has. */
interface FoundName {
  path: string;
  /** Whether only upper and lower case differ, which other programs do not overlook. */
  isOtherCase: boolean;
}

/** The files of a source by name: byte for byte, then in one normal form, then without regard to case. */
export class FileNames {
  private normal?: Map<string, string>;
  private folded?: Map<string, string>;

  constructor(private readonly paths: { has(path: string): boolean; keys(): Iterable<string> }) {}

  find(path: string): FoundName | undefined {
    if (this.paths.has(path)) return { path, isOtherCase: false };
    this.normal ??= this.by((one) => one.normalize('NFC'));
    const same = this.normal.get(path.normalize('NFC'));
    if (same !== undefined) return { path: same, isOtherCase: false };
    this.folded ??= this.by(foldedName);
    const other = this.folded.get(foldedName(path));
    return other === undefined ? undefined : { path: other, isOtherCase: true };
  }

  private by(nameOf: (path: string) => string): Map<string, string> {
    const names = new Map<string, string>();
    for (const path of this.paths.keys()) if (!names.has(nameOf(path))) names.set(nameOf(path), path);
    return names;
  }
}

/** Files that a system which overlooks case and normal forms takes for one, in pairs. */
export function twinsOf(paths: Iterable<string>): [one: string, other: string][] {
  const first = new Map<string, string>();
  const twins: [string, string][] = [];
  for (const path of paths) {
    const name = foldedName(path);
    const one = first.get(name);
    if (one === undefined) first.set(name, path);
    else twins.push([one, path]);
  }
  return twins;
}
