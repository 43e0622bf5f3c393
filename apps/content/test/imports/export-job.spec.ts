import type { SpaceExportRun } from '@bindery/contracts';
import {
  createServiceOrganization,
  exported,
  filesAt,
  importFiles,
  type TestOrganization,
  until,
} from '@bindery/testing';

const files = {
  'README.md': '# Home\n\n![](logo.svg)\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Next](next.md)\n',
  'next.md': '# Next\n\nWords.\n',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
};

let world: TestOrganization;
let spaceId: string;
beforeAll(async () => {
  world = await createServiceOrganization('content');
  spaceId = (await importFiles(world, files)).spaces[0]!.id;
});
afterAll(() => world.close());

const call = (operation: string, params: object = {}, token = world.admin.token) =>
  world.api.call<SpaceExportRun>(operation, { token, params: { spaceId, ...params } });

async function ended(exportRunId: string, token?: string): Promise<SpaceExportRun> {
  let run: SpaceExportRun | undefined;
  await until(async () => {
    run = (await call('getSpaceExport', { exportRunId }, token)).body;
    return !['pending', 'in-progress'].includes(run.status);
  });
  return run!;
}

it('writes the same files as the request that waits, and reports its progress', async () => {
  const { status, body: begun } = await call('startSpaceExport');
  expect(status).toBe(201);
  expect(begun).toMatchObject({ object: 'space-export-run', status: 'pending', createdBy: { id: world.admin.id } });
  const run = await ended(begun.id);
  expect(run).toMatchObject({
    status: 'completed',
    progress: { pages: { total: 2, done: 2 }, files: { total: 1, done: 1 } },
  });
  expect(await filesAt(world, run.url!)).toEqual(await exported(world, spaceId));
});

it('gives what there was when it was asked for', async () => {
  const { body: begun } = await call('startSpaceExport');
  const before = await ended(begun.id);
  await importFiles(world, { ...files, 'next.md': '# Next\n\nOther words.\n' }, { space: spaceId });
  const again = (await call('getSpaceExport', { exportRunId: begun.id })).body;
  expect(again.revision).toBe(before.revision);
  expect(String((await filesAt(world, again.url!))['next.md'])).toContain('\nWords.');
});

it('belongs to its space, and is stopped by the one who asked for it or an administrator of the space', async () => {
  const { reader, admin, records } = world;
  const exportRunId = await records.waitingExport(spaceId, reader.id);
  const other = (await importFiles(world, files)).spaces[0]!.id;
  expect((await call('getSpaceExport', { exportRunId, spaceId: other })).status).toBe(404);
  expect((await call('cancelSpaceExport', { exportRunId }, reader.token)).body.status).toBe('cancelled');
  expect((await call('cancelSpaceExport', { exportRunId }, admin.token)).status).toBe(409);
  const ofAdmin = await records.waitingExport(spaceId, admin.id);
  expect((await call('cancelSpaceExport', { exportRunId: ofAdmin }, reader.token)).status).toBe(403);
});
