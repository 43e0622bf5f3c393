import { StructureRepository } from './structure.repository';

it('keeps structures with long customizations within a bound of their characters', async () => {
  const siteSpaces = [{ id: 'a', siteId: 'site', customization: { footer: 'x'.repeat(1024 * 1024) } }];
  const rows = { groups: [], sections: [], links: [], siteSpaces };
  const query = jest.fn(() => Promise.resolve([structuredClone(rows)]));
  const structures = new StructureRepository({ query } as never);
  const read = (version: number) => structures.at({ id: 'site', version } as never);
  for (let version = 1; version <= 100; version++) await read(version);
  await read(100);
  expect(query).toHaveBeenCalledTimes(100);
  await read(1);
  expect(query).toHaveBeenCalledTimes(101);
  expect(structures['known'].size).toBeLessThan(33);
});
