import { currentContext, runInContext, runWithoutDeadline } from './index';

it('has nothing of the request that began it once work is its own', () => {
  const request = { requestId: 'r1', operation: 'getSpaceById', deadline: 1, hops: 3 };
  const found = runInContext(request, () =>
    runWithoutDeadline({ requestId: 'r2', operation: 'computeSource' }, () => currentContext()),
  );
  expect(found).toEqual({
    ...{ requestId: 'r2', operation: 'computeSource' },
    ...{ deadline: Number.MAX_SAFE_INTEGER, hops: 0 },
  });
});
