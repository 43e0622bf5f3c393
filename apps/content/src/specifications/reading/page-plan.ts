import { cut } from '../../storage/well-formed';
import type { Deviations } from './deviations';
import type { SpecificationFile } from './gather-files';
import { objectOf, objectsOf, textOf, type JsonObject } from './json';
import { operationsOf, type Operation } from './operations';

/** The content of a page, before it has a position and a slug. */
export interface PlannedPage {
  doc: 'info' | 'operations' | 'models';
  /** The tag; empty for the models. */
  name: string;
  parent?: PlannedPage;
  title: string;
  icon?: string;
  description?: string;
  /** Markdown at the top of the page. */
  introduction: string;
  operations: Operation[];
  /** Names of models. */
  schemas: string[];
}

const maxTags = 2_000;
const longestName = 500;
/** The page of operations without a tag. */
const untagged = 'default';

/**
 * One page for each tag with operations or children, in the order of `tags` and then of the operations, and one of all
 * models. Parents come before their children.
 */
export function planPages(files: readonly SpecificationFile[], deviations: Deviations): PlannedPage[] {
  const specification = objectOf(files[0]?.specification);
  const pages = new Map<string, PlannedPage>();
  const tags = objectsOf(specification.tags);
  const add = (name: string, tag: JsonObject): PlannedPage | undefined => {
    if (pages.size >= maxTags) {
      deviations.add('TOO_MANY_TAGS', `The specification has more than ${maxTags} tags; the others have no pages`);
      return undefined;
    }
    const page = pageOf(name, tag);
    pages.set(name, page);
    return page;
  };
  for (const tag of tags) {
    const name = nameOf(tag.name, deviations);
    if (name !== undefined && !pages.has(name)) add(name, tag);
  }
  for (const operation of operationsOf(files)) {
    for (const given of operation.tags.length > 0 ? operation.tags : [untagged]) {
      const name = nameOf(given, deviations) ?? untagged;
      const page = pages.get(name) ?? add(name, {});
      if (!page) continue;
      page.operations.push(operation);
      page.doc = 'operations';
    }
  }
  for (const tag of tags) nest(pages, textOf(tag.name), textOf(tag['x-parent']) ?? textOf(tag.parent));
  const schemas = Object.keys(objectOf(objectOf(specification.components).schemas));
  const models: PlannedPage = { ...pageOf('', {}), doc: 'models', title: 'Models', schemas };
  return [...shownOf([...pages.values()]), ...(schemas.length > 0 ? [models] : [])];
}

/** The name of a tag, cut to the maximum length of a page title. */
function nameOf(given: unknown, deviations: Deviations): string | undefined {
  const name = textOf(given);
  if (name === undefined || name.length <= longestName) return name;
  deviations.add('LONG_NAME', `The name of a tag is longer than ${longestName} characters: ${name.slice(0, 50)}…`);
  return cut(name, longestName);
}

function pageOf(name: string, tag: JsonObject): PlannedPage {
  const icon = textOf(tag['x-page-icon']);
  const description = textOf(tag['x-page-description']);
  return {
    doc: 'info',
    name,
    title: textOf(tag['x-page-title']) ?? textOf(tag['x-displayName']) ?? textOf(tag.summary) ?? titleOf(name),
    ...(icon && /^[a-z0-9-]{1,50}$/.test(icon) && { icon }),
    ...(description && { description }),
    introduction: textOf(tag.description) ?? '',
    operations: [],
    schemas: [],
  };
}

/** `pet-store` -> `Pet store` */
function titleOf(name: string): string {
  const words = /\s/.test(name) ? name : name.replace(/[-_]+/g, ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Moves a page below another, unless that is below it already. */
function nest(pages: ReadonlyMap<string, PlannedPage>, name = '', above = ''): void {
  const page = pages.get(name);
  const parent = pages.get(above);
  if (!page || !parent || page.parent) return;
  for (let at: PlannedPage | undefined = parent; at; at = at.parent) if (at === page) return;
  page.parent = parent;
}

/** Pages with content, each after its parents. */
function shownOf(pages: readonly PlannedPage[]): PlannedPage[] {
  const shown = new Set<PlannedPage>();
  for (const page of pages) {
    if (page.operations.length === 0 && page.introduction === '') continue;
    const line: PlannedPage[] = [];
    for (let at: PlannedPage | undefined = page; at && !shown.has(at); at = at.parent) line.unshift(at);
    for (const one of line) shown.add(one);
  }
  return [...shown];
}
