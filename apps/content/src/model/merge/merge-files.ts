import { derivedId } from '@bindery/persistence';
import type { FileEntry } from '../../storage/files/file-entry';
import type { BothVersions } from './merge-entry';
import { mergeMaps, type MapMerge } from './merge-maps';
import { decide, isSame, type Versions } from './three-way';

/** Files: where both sides replaced one, main's stays and the draft's becomes a new file. */
export function mergeFiles(touched: readonly [string, Versions<FileEntry>][]): MapMerge<FileEntry> {
  const copies = new Map<string, FileEntry>();
  const merge = mergeMaps('file', touched, (id, versions) => {
    const [bytes, other] = mergeFile(versions);
    if (!other) return [bytes, []];
    const draftVersion = derivedId(`${id} ${other.sha256} ${other.name}`).slice(0, 22);
    copies.set(draftVersion, other);
    return [bytes, [{ reason: 'both-edited', draftVersion }]];
  });
  for (const [id, entry] of copies) merge.changes.set(id, entry);
  return merge;
}

/** The merged file, and the draft's where both sides gave it other bytes or another name. */
function mergeFile({ base, main, draft }: BothVersions<FileEntry>): [FileEntry, FileEntry?] {
  const bytes = decide({ base: base && contentOf(base), main: contentOf(main), draft: contentOf(draft) });
  const name = decide({ base: base?.name, main: main.name, draft: draft.name });
  if (bytes.conflict || name.conflict) return [main, draft];
  const content = isSame(bytes.value, contentOf(main)) ? main : draft;
  return [{ ...content, name: name.value! }];
}

/** Dimensions depend on the bytes, and older files have none. */
const contentOf = ({ contentType, size, sha256 }: FileEntry) => ({ contentType, size, sha256 });
