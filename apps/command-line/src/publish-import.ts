import type { ImportedSiteNode, ImportRun, Site, SiteSection, SiteSectionGroup, SiteSpace } from '@bindery/contracts';
import { type ApiClient, ApiError } from './api-client';

/** The longest description of a section, in characters. */
const longestDescription = 256;

/**
 * Makes one published site of what was imported: its sections, groups, and spaces that are versions or languages of each
 * other, as the `docs.yaml` of the source says; without one the spaces stand beside each other. Answers its address, which
 * ends with `basename` where that is given and free.
 */
export async function publishImport(
  api: ApiClient,
  organization: string,
  run: Pick<ImportRun, 'site' | 'spaces'>,
  title = run.site?.title ?? run.spaces[0]?.title,
  basename?: string,
): Promise<string> {
  const sites = `/orgs/${organization}/sites`;
  const structure = run.site?.structure.length ? run.site.structure : run.spaces.map(asNode);
  const isFlat = structure.every(({ type }) => type === 'space');
  const spaces = isFlat ? byDefault(structure).flatMap(({ space }) => space ?? []) : [];
  const { id } = await api.post<Site>(sites, { title, visibility: 'public', spaces });
  const publisher = new Publisher(api, `${sites}/${id}`);
  if (isFlat) await publisher.nameSiteSpaces(structure);
  else await publisher.add(structure);
  if (basename) await api.patch(`${sites}/${id}`, { basename }).catch(ifTaken);
  const { urls } = await api.post<Site>(`${sites}/${id}/publish`, {});
  await publisher.addRedirects(urls.published!, run.spaces);
  return urls.published!;
}

/** Then the site is found under its id. */
function ifTaken(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
}

const asNode = ({ id, title }: { id: string; title: string }): ImportedSiteNode => ({
  type: 'space',
  title,
  space: id,
  children: [],
});

/** The default first: what is added first is the default. */
const byDefault = (nodes: readonly ImportedSiteNode[]): ImportedSiteNode[] =>
  nodes.toSorted((a, b) => Number(b.default ?? false) - Number(a.default ?? false));

class Publisher {
  constructor(
    private readonly api: ApiClient,
    private readonly site: string,
  ) {}

  async add(nodes: readonly ImportedSiteNode[], parent?: string): Promise<void> {
    for (const node of nodes) {
      if (node.type === 'section-group') await this.addGroup(node, parent);
      else await this.addSection(node, parent);
    }
  }

  /** Old paths of spaces lead to pages below the place of the space in the site. */
  async addRedirects(published: string, spaces: ImportRun['spaces']): Promise<void> {
    if (!spaces.some(({ redirects }) => redirects)) return;
    const siteSpaces = await this.siteSpaces();
    for (const { id, redirects = [] } of spaces) {
      const siteSpace = siteSpaces.find(({ space }) => space.id === id);
      const place = siteSpace?.urls.published?.slice(published.length).replace(/\/$/, '');
      const set = redirects.map(({ source, page }) => ({
        source: (place ? `/${place}` : '') + source,
        destination: { kind: 'site-page', siteSpaceId: siteSpace?.id, pageId: page },
      }));
      if (siteSpace && set.length > 0) await this.api.replace(`${this.site}/redirects`, { set });
    }
  }

  private async siteSpaces(): Promise<SiteSpace[]> {
    return (await this.api.get<{ items: SiteSpace[] }>(`${this.site}/site-spaces?limit=1000`)).items;
  }

  private async addGroup({ title, icon, children }: ImportedSiteNode, parent?: string): Promise<void> {
    const body = { title, ...(icon && { icon }), ...(parent && { parent }) };
    const { id } = await this.api.post<SiteSectionGroup>(`${this.site}/section-groups`, body);
    await this.add(children, id);
  }

  /** A space that stands among sections is a section of its own. */
  private async addSection(node: ImportedSiteNode, group?: string): Promise<void> {
    const [first, ...variants] = node.type === 'space' ? [node] : byDefault(node.children);
    if (!first?.space) return;
    const { title, icon, path, description } = node;
    const body = { spaceId: first.space, title, ...(icon && { icon }) };
    const { id } = await this.api.post<SiteSection>(`${this.site}/sections`, body);
    const settings = {
      ...(path && { path }),
      ...(description && { description: description.slice(0, longestDescription) }),
    };
    await this.api.patch(`${this.site}/sections/${id}`, settings);
    for (const { space } of variants)
      if (space) await this.api.post(`${this.site}/site-spaces`, { spaceId: space, sectionId: id });
    if (node.type === 'section') await this.nameSiteSpaces(node.children);
    if (group) await this.api.post(`${this.site}/section-groups/${group}/sections`, { sectionId: id });
    if (node.default) await this.api.patch(this.site, { defaultSiteSection: id });
  }

  async nameSiteSpaces(nodes: readonly ImportedSiteNode[]): Promise<void> {
    const items = await this.siteSpaces();
    for (const { space, path } of nodes) {
      const siteSpace = items.find((item) => item.space.id === space);
      if (siteSpace && path && siteSpace.path !== path)
        await this.api.patch(`${this.site}/site-spaces/${siteSpace.id}`, { path });
    }
  }
}
