import { Injectable } from '@nestjs/common';
import { invalid, notFound, type ApplyTemplate as Body, type ContentChange, type Principal } from '@bindery/contracts';
import { stableLink, type ContentRef } from '@bindery/documents';
import { readTarget } from '../../drafts/edits/link-target';
import { PrepareChanges, type PreparedChanges } from '../../drafts/edits/prepared-change';
import { LinkedContent } from '../../discovery/links/linked-content';
import { apiReference } from './api-reference.template';
import { changelog } from './changelog.template';
import { documentation } from './documentation.template';
import { handbook } from './handbook.template';
import { leadsSomewhere, wantedBy } from './known-references';
import type { Template, TemplatePage } from './template';

const templates = new Map<string, Template>(
  [documentation, apiReference, handbook, changelog].map((template) => [template.id, template]),
);

type ContentRefs = ReadonlyMap<string, ContentRef>;

/** The space that the pages are added to. */
interface TargetSpace {
  id: string;
  organizationId: string;
}

/** Prepares the pages of templates to be added to a space. */
@Injectable()
export class ApplyTemplate {
  constructor(
    private readonly prepare: PrepareChanges,
    private readonly content: LinkedContent,
  ) {}

  /**
   * `field` is the position of the template in the request. Throws 404 when there is no such template, 400 for a reference to
   * an object that the caller cannot see.
   */
  async changes(
    principal: Principal,
    space: TargetSpace,
    { id, params }: Body,
    field = 'body',
  ): Promise<PreparedChanges> {
    const template = templates.get(id);
    if (!template) throw notFound('Template');
    const refs = await this.references(principal, space, params?.contentRefs ?? {}, field);
    const prepared = await this.prepare.run(
      space.organizationId,
      template.pages.map((page) => insertion(page, refs)),
    );
    const ids = prepared.refs.pages;
    for (const { change } of prepared.changes)
      if (change.operation === 'insert_page' && change.into) change.into = ids.get(change.into)!;
    return prepared;
  }

  private async references(
    principal: Principal,
    space: TargetSpace,
    given: Record<string, ContentRef>,
    field: string,
  ): Promise<ContentRefs> {
    const fieldOf = (name: string) => `${field}.params.contentRefs.${name}`;
    const refs = new Map(Object.entries(given).map(([name, ref]) => [name, readTarget(ref, fieldOf(name))]));
    const shown = await this.content.show(principal, wantedBy(refs.values(), space.id));
    for (const [name, ref] of refs)
      if (!leadsSomewhere(ref, space.id, shown)) throw invalid(fieldOf(name), `${fieldOf(name)} does not exist`);
    return refs;
  }
}

function insertion({ ref, title, icon, into, markdown }: TemplatePage, refs: ContentRefs): ContentChange {
  const page = { operation: 'insert_page' as const, ref, title, ...(icon && { icon }), ...(into && { into }) };
  return markdown === undefined
    ? { ...page, type: 'group' }
    : { ...page, document: { markdown: withReferences(markdown, refs) } };
}

const placeholder = /ref:([a-z]+)/g;

/** Without the lines whose references are not given. */
function withReferences(markdown: string, refs: ContentRefs): string {
  return markdown
    .split('\n')
    .filter((line) => [...line.matchAll(placeholder)].every(([, name]) => refs.has(name!)))
    .map((line) => line.replace(placeholder, (_, name: string) => `<${addressOf(refs.get(name)!)}>`))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimStart();
}

/** Escaped for an address in angle brackets. */
const addressOf = (ref: ContentRef): string => stableLink(ref).replace(/[<>\\\s]/g, encodeURIComponent);
