import type { RevisionReusableContent } from '@bindery/contracts';
import type { ReusableContentEntry } from './reusable-content-entry';

/** A reusable content as clients see it. */
export const presentReusableContent = (
  id: string,
  { title, document, git }: ReusableContentEntry,
  { metadata }: { metadata: boolean },
): RevisionReusableContent => ({ id, title, ...(document && { document }), ...(metadata && git && { git }) });
