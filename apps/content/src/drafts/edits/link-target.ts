import { invalid } from '@bindery/contracts';
import { referenceFields, type ContentRef } from '@bindery/documents';
import { isLinkAddress } from '../../model/pages/link-address';

/** The target of a link page or a cover as a client sent it, with only the fields of its kind. Throws 400. */
export function readTarget(given: ContentRef | undefined, field: string): ContentRef {
  if (!given) throw invalid(field, 'target is required for a link page');
  const ref = given as unknown as Record<string, unknown>;
  const name = Object.hasOwn(referenceFields, given.kind) ? referenceFields[given.kind] : undefined;
  if (!name) throw invalid(`${field}.kind`, `kind must be one of ${Object.keys(referenceFields).join(', ')}`);
  const value = ref[name];
  if (!isText(value)) throw invalid(`${field}.${name}`, `${name} must be a text of 1 to 2048 characters`);
  if (name === 'url' && !isLinkAddress(value))
    throw invalid(`${field}.url`, 'url must be an http, https, mailto or tel URL, or a path');
  const more = ['space', 'page'].flatMap((extra) =>
    extra !== name && isText(ref[extra]) ? [[extra, ref[extra]] as const] : [],
  );
  return { kind: given.kind, [name]: value, ...Object.fromEntries(more) } as unknown as ContentRef;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= 2048 &&
  !value.includes('\0') &&
  value.isWellFormed();
