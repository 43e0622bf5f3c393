import type { Site, SiteSpace, Space } from '@bindery/contracts';
import {
  type Command,
  connection,
  CONNECTION_HELP,
  CONNECTION_OPTIONS,
  ORGANIZATION_HELP,
  organizationOf,
  UsageError,
} from './command';
import { all, findSite, findSpace } from './find-by-name';

export const publishCommand: Command = {
  summary: 'publish a space as a public site',
  usage: '<space> --site "Docs"',
  help: [
    '<space>              the title or id of the space',
    '--site title         the title of the new site, or the title or id of an existing site to add the space to',
    ORGANIZATION_HELP,
    ...CONNECTION_HELP,
    'Only the URL of the site goes to standard output.',
  ],
  options: ['site', ...CONNECTION_OPTIONS],
  arguments: [1, 1],
  async run(invocation) {
    const { site: wanted } = invocation.options;
    if (!wanted) throw new UsageError('--site "Docs" is missing: the title of the site');
    const api = await connection(invocation);
    const organization = await organizationOf(invocation, api);
    const space = await findSpace<Space>(api, organization, invocation.args[0]!);
    const sites = `/orgs/${organization}/sites`;
    const known = await findSite<Site>(api, organization, wanted);
    const { id } = known ?? (await api.post<Site>(sites, { title: wanted, spaces: [space.id], visibility: 'public' }));
    if (known) {
      let isThere = false;
      for await (const siteSpace of all<SiteSpace>(api, `${sites}/${id}/site-spaces`))
        isThere ||= siteSpace.space.id === space.id;
      if (!isThere) await api.post(`${sites}/${id}/site-spaces`, { spaceId: space.id });
    }
    const { urls } = known?.published ? known : await api.post<Site>(`${sites}/${id}/publish`, {});
    console.log(urls.published ?? urls.app);
  },
};
