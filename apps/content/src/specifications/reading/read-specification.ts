import { slugOf, uniqueSlug } from '@bindery/git-sync';
import { cut, wellFormed, wellFormedJson } from '../../storage/well-formed';
import { computedDocuments } from './computed-document';
import { Deviations } from './deviations';
import { gatherFiles, type LoadFile, type SpecificationFile } from './gather-files';
import { mendSpecification } from './lenient/mend-specification';
import type { OpenApiPage, OpenApiReading, ReadingStart } from './openapi-reading';
import { planPages } from './page-plan';
import { parseError, storedErrors } from './specification-error';

/** In bytes: the maximum in one answer of the API, with room for the rest of it. */
const largestContent = 30 * 1024 * 1024;

/**
 * Reads a specification with all its files: the readable parts, with the deviations from the standard.
 * Throws SpecificationError where there is nothing to read.
 */
export async function readSpecification(start: ReadingStart, load: LoadFile): Promise<OpenApiReading> {
  const deviations = new Deviations();
  const { files, entry, isPartial } = await gatherFiles(start, load, deviations);
  mendSpecification(files, entry, deviations);
  const content = Buffer.from(wellFormedJson(files));
  if (content.length > largestContent) throw parseError('The specification is too large');
  const pages = pagesOf(files, start.slug, deviations);
  return { format: entry.format, content, pages, deviations: storedErrors(deviations.list), isPartial };
}

function pagesOf(files: readonly SpecificationFile[], slug: string, deviations: Deviations): OpenApiPage[] {
  const planned = planPages(files, deviations);
  const places = new Map(planned.map((page, place) => [page, place]));
  const taken = new Map<number | null, Set<string>>();
  return planned.map((page) => {
    const parent = page.parent ? (places.get(page.parent) ?? null) : null;
    const siblings = taken.get(parent) ?? new Set();
    taken.set(parent, siblings);
    return {
      doc: page.doc,
      name: wellFormed(page.name),
      parent,
      title: wellFormed(cut(page.title, 200)),
      slug: uniqueSlug(slugOf(page.title), siblings),
      icon: page.icon ?? null,
      description: page.description === undefined ? null : wellFormed(cut(page.description, 1_000)),
      ...computedDocuments(page, files, slug),
    };
  });
}
