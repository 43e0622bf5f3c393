import type { GitBlob } from '@bindery/contracts';
import type { PageEntry } from '../pages/page-entry';
import type { StatedByFile } from '../pages/page-file';
import { saidBySource } from '../pages/page-settings';
import type { PageSource } from '../pages/page-source';
import type { Finding } from './conflict';
import type { DocumentMerges, DocumentVersions } from './document-merges';
import { decide, decideFields, isSame, type Versions } from './three-way';

/** An entry that both sides have, with its base, if any. */
export type BothVersions<E> = Versions<E> & { main: E; draft: E };

interface WithDocument {
  title: string;
  document?: string;
  source?: PageSource;
  git?: GitBlob;
}

type Fields = Record<string, unknown>;

/** Fields with their own rules. */
const special = new Set(['parent', 'order', 'document', 'source', 'git', 'variables', 'createdAt', 'updatedAt']);

export const documentsOf = ({ base, main, draft }: Versions<object>): DocumentVersions => ({
  base: (base as WithDocument | undefined)?.document,
  main: (main as WithDocument | undefined)?.document,
  draft: (draft as WithDocument | undefined)?.document,
});

/** A page that both sides changed: merged attribute by attribute, its document block by block. */
export function mergePage(versions: BothVersions<PageEntry>, documents: DocumentMerges): [PageEntry, Finding[]] {
  const { base, main, draft } = versions;
  const [fields, findings] = mergeFields(versions, documents);
  const place = placeOf(versions, findings);
  const variables = variablesOf(versions, findings);
  const entry = {
    ...fields,
    ...place,
    ...(variables && { variables }),
    createdAt: (base ?? main).createdAt,
    updatedAt: main.updatedAt > draft.updatedAt ? main.updatedAt : draft.updatedAt,
  } as unknown as PageEntry;
  return [withOwnFile(entry, versions, documents), findings];
}

/** The same for an entry without position and variables: a reusable content. */
export function mergeContent<E extends WithDocument>(
  versions: BothVersions<E>,
  documents: DocumentMerges,
): [E, Finding[]] {
  const [fields, findings] = mergeFields(versions, documents);
  return [withOwnFile(fields as unknown as E, versions, documents), findings];
}

function mergeFields(versions: BothVersions<object>, documents: DocumentMerges): [Fields, Finding[]] {
  const { base, main, draft } = versions as BothVersions<Fields>;
  const names = Object.keys({ ...base, ...main, ...draft }).filter((name) => !special.has(name));
  const { values, conflicts } = decideFields({ base, main, draft }, names);
  const findings = conflicts.map((attribute): Finding => bothEdited(attribute, main[attribute], draft[attribute]));
  const git = decide({ base: base?.git, main: main.git, draft: draft.git });
  const blob = git.conflict ? main.git : git.value;
  const hash = decide(documentsOf(versions));
  if (blob !== undefined) values.git = blob;
  if (!hash.conflict) return [{ ...values, ...(hash.value && { document: hash.value }) }, findings];
  const merged = documents.merge(documentsOf(versions));
  return [{ ...values, document: merged.hash }, [...findings, ...merged.findings]];
}

function bothEdited(attribute: string, main: unknown, draft: unknown): Finding {
  return {
    reason: 'both-edited',
    attribute,
    ...(main !== undefined && { main }),
    ...(draft !== undefined && { draft }),
  };
}

/** Parent and order belong together. Two positions below one parent are no conflict: neither loses content. */
function placeOf(
  { base, main, draft }: BothVersions<PageEntry>,
  findings: Finding[],
): Pick<PageEntry, 'parent' | 'order'> {
  const parent = decide({ base: base?.parent, main: main.parent, draft: draft.parent });
  if (parent.conflict) findings.push(bothEdited('parent', main.parent, draft.parent));
  if (main.parent === draft.parent)
    return { parent: main.parent, order: decide({ base: base?.order, main: main.order, draft: draft.order }).value! };
  const { order } = parent.value === draft.parent ? draft : main;
  return { parent: parent.value!, order };
}

function variablesOf(versions: BothVersions<PageEntry>, findings: Finding[]): Fields | undefined {
  const of = (entry: PageEntry | undefined) => (entry && 'variables' in entry ? entry.variables : undefined);
  const [base, main, draft] = [of(versions.base), of(versions.main), of(versions.draft)];
  if (!main && !draft) return undefined;
  const { values, conflicts } = decideFields({ base, main, draft });
  for (const name of conflicts) findings.push(bothEdited(`variables.${name}`, main?.[name], draft?.[name]));
  return values;
}

/** The entry with its original file (in another encoding or unreadable), if that still matches the page. */
function withOwnFile<E extends object>(entry: E, versions: BothVersions<object>, documents: DocumentMerges): E {
  const merged = withOwnSource(entry, versions, documents) as E & WithDocument;
  const { base, main, draft } = versions as BothVersions<WithDocument>;
  const decided = decide({ base: base?.source, main: main.source, draft: draft.source }).value;
  const source = [decided, main.source, draft.source].find((one) => one && one.document === merged.document);
  return source ? { ...merged, source } : merged;
}

/** The entry with a document whose Markdown file has the fields of the entry. */
function withOwnSource<E extends object>(
  entry: E,
  { main, draft }: BothVersions<object>,
  documents: DocumentMerges,
): E {
  const { document } = entry as unknown as WithDocument;
  if (document === undefined) return entry;
  const isDraft = (draft as WithDocument).document === document && (main as WithDocument).document !== document;
  const side = (isDraft ? draft : main) as Partial<PageEntry>;
  if (isSame(saidBySource(entry), saidBySource(side))) return entry;
  const restated = documents.restate(document, side as StatedByFile, entry as StatedByFile);
  return { ...entry, document: restated };
}
