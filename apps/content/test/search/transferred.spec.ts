import { spaces as contract } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { principalOf } from '@bindery/testing';
import { SearchedSpaceRepository } from '../../src/discovery/search/searched-space.repository';
import { SearchBench } from './search-bench';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

it('a space is searched anew in each organization that it is transferred to', async () => {
  const space = await bench.writer.create([{ id: 'p', title: 'Page', text: 'A quokka.' }]);
  const second = newId();
  const principal = principalOf(newId(), bench.organization);
  principal.organizations[second] = { role: 'admin', teams: {} };
  const found = async () => {
    await bench.indexed();
    const [page] = (await bench.inSpace(space, 'quokka', {}, principal)).items;
    return { app: page!.urls.app, version: (await bench.get(SearchedSpaceRepository).space(principal, space)).version };
  };
  const transferTo = (organization: string) =>
    bench.content.call(contract.transferSpace, { principal, params: { spaceId: space }, body: { organization } });

  const first = await found();
  expect(first.app).toContain(`/o/${bench.organization}/`);
  await transferTo(second);
  const other = await found();
  expect(other.app).toContain(`/o/${second}/`);
  await transferTo(bench.organization);
  const again = await found();
  expect(again.app).toContain(`/o/${bench.organization}/`);
  expect(new Set([first, other, again].map(({ version }) => version)).size).toBe(3);
});
