import { foldedName } from '@bindery/git-sync';

/** Gives files paths that differ from those of other files on every system, also on one that overlooks case. */
export class FreePaths {
  private readonly files = new Set<string>();
  private readonly folders = new Set<string>();
  /** Where the number of each name goes on: so many alike take no time that grows with their square. */
  private readonly counts = new Map<string, number>();

  /** Takes a path as it is. */
  take(path: string): void {
    const name = foldedName(path);
    this.files.add(name);
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) this.folders.add(name.slice(0, end));
  }

  /** Takes the path, with a number in each name that is taken: `faq-1.md`. A folder may be there, but a file of its name may not. */
  takeFree(wanted: string): string {
    const folders = wanted.split('/');
    const file = folders.pop()!;
    let folder = '';
    for (const name of folders) folder = `${this.freeFolder(folder + name)}/`;
    const path = this.freeFile(folder, file);
    this.take(path);
    return path;
  }

  private freeFolder(wanted: string): string {
    let path = wanted;
    for (let n = 1; this.files.has(foldedName(path)); n++) path = `${wanted}-${n}`;
    return path;
  }

  private freeFile(folder: string, name: string): string {
    const dot = name.lastIndexOf('.');
    const [start, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let path = folder + name;
    let n = this.counts.get(path) ?? 1;
    while (this.isTaken(foldedName(path))) path = `${folder}${start}-${n++}${extension}`;
    this.counts.set(folder + name, n);
    return path;
  }

  private isTaken(name: string): boolean {
    return this.files.has(name) || this.folders.has(name);
  }
}
