import { slugOf, uniqueSlug } from '@bindery/git-sync';
import { cut, wellFormed, wellFormedJson } from '../../imports/well-formed';
import { checkSpecification } from './check-specification';
import { computedDocuments } from './computed-document';
import { gatherFiles, type LoadFile, type SpecificationFile } from './gather-files';
import type { OpenApiPage, OpenApiReading, ReadingStart } from './openapi-reading';
import { planPages } from './page-plan';
import { parseError } from './specification-error';

/** In bytes: what one answer of the API can hold, with room for the rest of it. */
const largestContent = 30 * 1024 * 1024;

/** Reads a specification with all its files. Throws SpecificationError. */
export async function readSpecification(start: ReadingStart, load: LoadFile): Promise<OpenApiReading> {
  const { files, format } = await gatherFiles(start, load);
  const checked = await checkSpecification(files);
  const content = Buffer.from(wellFormedJson(checked));
  if (content.length > largestContent) throw parseError('The specification is too large');
  return { format, content, pages: pagesOf(checked, start.slug) };
}

function pagesOf(files: readonly SpecificationFile[], slug: string): OpenApiPage[] {
  const planned = planPages(files);
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
