import type { SummaryNode } from './model';

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

interface Folder {
  folders: Map<string, Folder>;
  files: string[];
}

/**
 * The table of contents that folders imply where none is written: a `README.md` is the page of its folder, the rest
 * follows by natural order of names. Hidden files, `.gitbook` and `node_modules` are left out. Paths are from the folder of the space.
 */
export function inferTree(paths: string[], readme = 'README.md'): SummaryNode[] {
  const root: Folder = { folders: new Map(), files: [] };
  for (const path of paths) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    if (
      !/\.md$/i.test(name) ||
      /^summary\.md$/i.test(path) ||
      parts.concat(name).some((part) => part.startsWith('.') || part === 'node_modules')
    )
      continue;
    let folder = root;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push(path);
  }
  const first = root.files.find((path) => path === readme);
  return [
    ...(first === undefined ? [] : [page(first, [])]),
    ...nodesOf({ ...root, files: root.files.filter((path) => path !== first) }),
  ];
}

function nodesOf(folder: Folder): SummaryNode[] {
  const entries: { name: string; node: SummaryNode }[] = folder.files
    .filter((path) => !isReadme(path))
    .map((path) => ({ name: nameOf(path), node: page(path, []) }));
  for (const [name, child] of folder.folders) {
    const readme = child.files.find(isReadme);
    const children = nodesOf(child);
    if (readme !== undefined) entries.push({ name, node: page(readme, children) });
    else if (children.length > 0) entries.push({ name, node: { type: 'group', title: titleOf(name), children } });
  }
  return entries.sort((a, b) => order.compare(a.name, b.name)).map(({ node }) => node);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const isReadme = (path: string) => /^readme\.md$/i.test(nameOf(path));

/** A title from a file name, until the page's own is known. */
export function titleOf(name: string): string {
  const words = name.replace(/\.md$/i, '').replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function page(file: string, children: SummaryNode[]): SummaryNode {
  const name = isReadme(file) ? (file.split('/').at(-2) ?? 'README') : nameOf(file);
  return { type: 'page', title: titleOf(name), file, children };
}
