import {
  type Command,
  connection,
  CONNECTION_HELP,
  CONNECTION_OPTIONS,
  ORGANIZATION_HELP,
  organizationOf,
  UsageError,
} from './command';

export const publishCommand: Command = {
  summary: 'publish a space as a new site for everybody',
  usage: '<space> --site "Docs"',
  help: [
    '<space>              the title or the id of the space',
    '--site title         the title of the new site',
    ORGANIZATION_HELP,
    ...CONNECTION_HELP,
    'The address of the site alone goes to standard output.',
  ],
  options: ['site', ...CONNECTION_OPTIONS],
  arguments: [1, 1],
  async run(invocation) {
    const { site: title } = invocation.options;
    if (!title) throw new UsageError('--site "Docs" is missing: the title of the new site');
    const api = await connection(invocation);
    const organization = await organizationOf(invocation, api);
    const wanted = invocation.args[0]!;
    const { items } = await api.get<{ items: { id: string; title: string }[] }>(
      `/orgs/${organization}/spaces?limit=1000`,
    );
    const spaces = items.filter(({ id, title: named }) => id === wanted || named === wanted);
    if (spaces.length !== 1)
      throw new UsageError(`${spaces.length === 0 ? 'No space is' : 'Several spaces are'} called "${wanted}"`);
    const sites = `/orgs/${organization}/sites`;
    const { id } = await api.post<{ id: string }>(sites, { title, spaces: [spaces[0]!.id], visibility: 'public' });
    const { urls } = await api.post<{ urls: { app: string; published?: string } }>(`${sites}/${id}/publish`, {});
    console.log(urls.published ?? urls.app);
  },
};
