import type {
  Page,
  PublishedSiteContent,
  Site,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  Space,
} from '@bindery/contracts';
import type { ApiRequest } from '../api/api-caller';
import type { TestOrganization } from '../organization/test-organization';

/** The operations on sites in tests, as the first organization's administrator. */
export class SiteWorld {
  constructor(readonly world: TestOrganization) {}

  /** A call that has to succeed; `params` are completed with the organization. */
  expect<T>(operation: string, { params, ...request }: ApiRequest = {}): Promise<T> {
    const { api, admin, organization } = this.world;
    return api.expect<T>(operation, {
      token: admin.token,
      params: { organizationId: organization, ...params },
      ...request,
    });
  }

  call<T>(operation: string, { params, ...request }: ApiRequest = {}) {
    const { api, admin, organization } = this.world;
    return api.call<T>(operation, {
      token: admin.token,
      params: { organizationId: organization, ...params },
      ...request,
    });
  }

  async space(title: string): Promise<string> {
    return (await this.expect<Space>('createSpace', { body: { title } })).id;
  }

  /** A site with a new space for each title at its root. */
  async site(titles: string[] = [], body: object = {}): Promise<Site> {
    const spaces = [];
    for (const title of titles) spaces.push(await this.space(title));
    return this.expect<Site>('createSite', { body: { title: 'Handbook', spaces, ...body } });
  }

  async section(siteId: string, title: string): Promise<SiteSection> {
    const body = { spaceId: await this.space(title), title };
    return this.expect<SiteSection>('addSectionToSite', { params: { siteId }, body });
  }

  group(siteId: string, title: string, body: object = {}): Promise<SiteSectionGroup> {
    return this.expect<SiteSectionGroup>('addSectionGroupToSite', { params: { siteId }, body: { title, ...body } });
  }

  async siteSpaces(siteId: string, query: object = {}): Promise<SiteSpace[]> {
    const request = { params: { siteId }, query: query as Record<string, unknown> };
    return (await this.expect<Page<SiteSpace>>('listSiteSpaces', request)).items;
  }

  structure(siteId: string): Promise<SiteStructure> {
    return this.expect<SiteStructure>('getSiteStructure', { params: { siteId } });
  }

  /** The structure as text: titles in their order, `*` behind defaults, what is in a group or section in brackets. */
  async outline(siteId: string): Promise<string> {
    return outlineOf((await this.structure(siteId)).structure);
  }

  update(siteId: string, body: object) {
    return this.call<Site>('updateSiteById', { params: { siteId }, body });
  }

  async publish(siteId: string): Promise<string> {
    return (await this.expect<Site>('publishSite', { params: { siteId } })).urls.published!;
  }

  /** Looks an address up, as a caller without a token. */
  lookup(url: string, body: object = {}) {
    return this.world.api.call<PublishedSiteContent & { redirect?: string }>('resolvePublishedContentByUrl', {
      body: { url, ...body },
    });
  }
}

type Item = SiteStructure['structure'][number];

function outlineOf(items: Item[]): string {
  return items
    .map((item) => {
      if (item.object === 'site-section-group') return `${item.title}(${outlineOf(item.children)})`;
      if (item.object === 'site-section') return `${item.title}${mark(item)}[${outlineOf(item.siteSpaces)}]`;
      return item.object === 'site-space' ? `${item.title}${mark(item)}` : `->${item.title}`;
    })
    .join(' ');
}

const mark = ({ default: isDefault }: { default: boolean }): string => (isDefault ? '*' : '');
