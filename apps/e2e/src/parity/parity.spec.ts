import { allEndpoints } from '@bindery/contracts';
import { specifiedOperations as specified } from '@bindery/testing';

const have = new Map(allEndpoints().map((endpoint) => [endpoint.name, endpoint]));

it('prints which of the specified operations exist', () => {
  const areas = new Map<string, { all: number; have: number }>();
  for (const { area, operationId } of specified) {
    const count = areas.get(area) ?? { all: 0, have: 0 };
    areas.set(area, { all: count.all + 1, have: count.have + Number(have.has(operationId)) });
  }
  const lines = [...areas].map(([area, { all, have }]) => `${area}: ${have} of ${all}`);
  const total = specified.filter(({ operationId }) => have.has(operationId)).length;
  process.stdout.write(`Specified operations: ${total} of ${specified.length}\n  ${lines.join('\n  ')}\n`);
  expect(specified).toHaveLength(145);
});

it.each(specified.filter(({ operationId }) => have.has(operationId)))(
  '$operationId has the specified method, path and status',
  ({ operationId, method, path, status }) => {
    const endpoint = have.get(operationId)!;
    expect({
      method: endpoint.method,
      path: endpoint.path.replace(/:(\w+)/g, '{$1}'),
      status: endpoint.status,
    }).toEqual({
      method,
      path,
      status: status,
    });
  },
);
