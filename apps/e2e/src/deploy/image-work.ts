import { type ApiClient, importSource } from '@bindery/command-line';
import { checkout } from '@bindery/launcher';
import { firstSteps } from '@bindery/tools';

/** A platform that runs from images, to a caller who administers an organization. */
interface RunningImages {
  api: ApiClient;
  organization: string;
  /** Where the platform answers, and the address that it says it has. */
  url: string;
  publicUrl: string;
}

/** Tests that each app does its work from its image alone: with the programs, fonts and data that only this work loads. */
export function doesTheWorkOfEachApp(open: () => Promise<RunningImages>): void {
  let running: RunningImages;
  let space: string;
  beforeAll(async () => (running = await open()));

  it('content: imports, and serves what it read', async () => {
    const { api, organization } = running;
    const source = { source: checkout.docs, organization, title: 'Sample' };
    const run = await importSource(api, source, () => undefined);
    expect(run).toMatchObject({ status: 'completed', problems: [] });
    space = run.spaces[0]!.id;
    expect(await firstSteps.readPages(api, [{ id: space }])).toBeGreaterThan(5);
    expect(await firstSteps.found(api, [{ id: space }], 'import')).toBeGreaterThan(0);
  });

  it('content: prints a PDF, and reads a specification', async () => {
    const { api, organization } = running;
    expect((await firstSteps.printPdf(api, space)).length).toBeGreaterThan(10_000);
    expect(await firstSteps.readSpecification(api, organization)).toEqual(expect.any(String));
  });

  it('integrations: runs a script for an event', async () => {
    expect(await firstSteps.runScript(running.api, running.organization)).toBe('heard installation_setup');
  });

  it('ai-jobs: translates', async () => {
    expect(await firstSteps.translate(running.api, running.organization, space)).toBe('completed');
  });

  it('change-requests: opens one, and merges it', async () => {
    const { api } = running;
    const changes = `/spaces/${space}/change-requests`;
    const { id } = await api.post<{ id: string }>(changes, { subject: 'From the image' });
    await api.post(`${changes}/${id}/merge`, {});
    expect(await api.get(`${changes}/${id}`)).toMatchObject({ status: 'merged' });
  });

  it('sites: publishes', async () => {
    const { api, organization, url, publicUrl } = running;
    const sites = `/orgs/${organization}/sites`;
    const { id } = await api.post<{ id: string }>(sites, { title: 'Docs', spaces: [space], visibility: 'public' });
    const { urls } = await api.post<{ urls: { published: string } }>(`${sites}/${id}/publish`, {});
    expect(await firstSteps.readSite(urls.published.replace(publicUrl, url))).toMatch(/^http/);
  });

  it('gateway: has the reference of the API, and the icons of the app', async () => {
    expect((await fetch(`${running.url}/docs/swagger-ui.css`)).status).toBe(200);
    const icon = await fetch(`${running.url}/app/assets/icons/1/rocket.svg`);
    expect(await icon.text()).toContain('<path d="M');
    // Another release made an address with this version, so its shapes are not kept by this name.
    expect(icon.headers.get('cache-control')).toBe('no-cache');
  });
}
