import type { GitSyncInstallation } from '@bindery/contracts';
import { SiteWorld } from '@bindery/testing';
import { GitWorld } from './git-world';

let git: GitWorld;
beforeAll(async () => (git = await GitWorld.start()));
afterAll(() => git.close());

it('get events of spaces and of sites, and end without taking anything from either side', async () => {
  git.repository('told');
  const { world } = git;
  const space = await git.newSpace();
  const get = () =>
    world.api.call<GitSyncInstallation>('getGitSyncInstallationById', {
      token: world.admin.token,
      params: { installationId: space },
    });
  expect((await get()).status).toBe(404);
  await git.succeed('import', space, { ...git.inDocs('told'), gitInfo: { repoName: 'team/told' } });
  const { body: installation } = await get();
  const url = new URL(git.inDocs('told').url);
  expect(installation).toMatchObject({
    id: space,
    target: { type: 'space', spaceId: space },
    status: 'active',
    provider: 'gitlab',
    providerConfiguration: { customInstanceURL: url.origin, branch: 'refs/heads/main' },
    projectDirectory: 'docs',
    createdBy: world.admin.id,
    repositoryConnection: { repositoryName: 'team/told', repositoryUrl: url.href },
    repositoryRef: {
      name: 'refs/heads/main',
      latestImportedCommitId: git.server.git('told', 'rev-parse', 'main').trim(),
    },
  });
  const sites = new SiteWorld(world);
  const { id: siteId } = await sites.site(['Another'], { spaces: [space] });
  const listed = await sites.expect<{ items: GitSyncInstallation[] }>('listSiteGitSyncInstallations', {
    params: { siteId },
  });
  expect(listed.items).toEqual([installation]);

  const titles = await git.titles(space);
  const remove = { token: world.admin.token, params: { installationId: space } };
  expect((await world.api.call('uninstallGitSyncInstallation', remove)).status).toBe(204);
  expect((await get()).status).toBe(404);
  const info = { token: world.admin.token, params: { spaceId: space } };
  expect((await world.api.call('getSpaceGitInfo', info)).status).toBe(404);
  expect(await git.titles(space)).toEqual(titles);
  // It can begin again.
  await git.succeed('import', space, { ...git.inDocs('told'), force: true });
  expect((await get()).status).toBe(200);
});

it('name a provider by its host, or by a given name', async () => {
  const { world } = git;
  const told = async (url: string, info: object) => {
    const space = await git.newSpace();
    await world.records.query(
      `insert into content.git_sync (space_id, url, ref, directory, "commit", pages, files, reusable_contents, paths, info)
       values ($1, $2, 'main', '', 'c0ffee', '', '', '', '[]', $3)`,
      [space, url, JSON.stringify(info)],
    );
    const { provider, providerConfiguration, repositoryConnection } = await world.api.expect<GitSyncInstallation>(
      'getGitSyncInstallationById',
      { token: world.admin.token, params: { installationId: space } },
    );
    return [provider, providerConfiguration.customInstanceURL, repositoryConnection.repositoryId];
  };
  expect(await told('https://github.com/team/docs.git', {})).toEqual(['github', undefined, 'team/docs']);
  expect(await told('https://gitlab.com/a/b/docs', {})).toEqual(['gitlab', undefined, 'a/b/docs']);
  expect(await told('https://git.example.com/docs.git', {})).toEqual(['gitlab', 'https://git.example.com', 'docs']);
  expect(await told('https://git.example.com/docs.git', { installationProvider: 'github-legacy' })).toEqual([
    'github',
    'https://git.example.com',
    'docs',
  ]);
});
