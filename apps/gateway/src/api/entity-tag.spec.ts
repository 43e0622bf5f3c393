import { allEndpoints, type Endpoint } from '@bindery/contracts';
import { admittedVersions, entityTag } from './entity-tag';

const named = (name: string): Endpoint => allEndpoints().find((endpoint) => endpoint.name === name)!;
const body = Buffer.from('{}');
const [space, other] = [{ spaceId: 'one' }, { spaceId: 'two' }];
const tagOf = (name: string, params: Record<string, string>, version = 3) =>
  entityTag(named(name), params, version, body);

it('admits the version of the object that the tag is of', () => {
  expect(tagOf('getSpaceById', space)).toMatch(/^"3-[\w-]{38}"$/);
  expect(admittedVersions(named('updateSpaceById'), space, tagOf('getSpaceById', space))).toEqual(['3']);
  expect(admittedVersions(named('updateSpaceById'), space, `W/${tagOf('getSpaceById', space)}`)).toEqual(['3']);
});

it('admits none of another object, nor of what is no tag of ours', () => {
  for (const tag of [tagOf('getSpaceById', other), '"3-x"', '3', '"3"', ''])
    expect(admittedVersions(named('updateSpaceById'), space, tag)).toEqual(['-']);
  expect(admittedVersions(named('updateSpaceById'), space, '*')).toEqual(['*']);
  const both = `${tagOf('getSpaceById', other, 7)}, ${tagOf('getSpaceById', space, 4)}`;
  expect(admittedVersions(named('updateSpaceById'), space, both)).toEqual(['-', '4']);
});

it('admits it where something is done to the object below its address', () => {
  const params = { spaceId: 'one', changeRequestId: 'two' };
  const merge = named('mergeChangeRequest');
  expect(admittedVersions(merge, params, tagOf('getChangeRequestById', params))).toEqual(['3']);
  expect(admittedVersions(merge, params, tagOf('getSpaceById', space))).toEqual(['-']);
});

it('takes what was created for the object at its address', () => {
  const location = 'https://docs.example.com/base/v1/spaces/one';
  const tag = entityTag(named('createSpace'), { organizationId: 'first' }, 1, body, location);
  expect(admittedVersions(named('updateSpaceById'), space, tag)).toEqual(['1']);
  // Also where the answer does not contain its location.
  const create = named('createOrganizationSAMLProvider');
  const made = entityTag(create, { organizationId: 'first' }, 1, Buffer.from('{"object":"x","id":"p"}'));
  const params = { organizationId: 'first', samlProviderId: 'p' };
  expect(admittedVersions(named('updateOrganizationSAMLProvider'), params, made)).toEqual(['1']);
});

it('knows a change request by its number and by its id', () => {
  const [byNumber, byId] = ['7', 'abc'].map((changeRequestId) => ({ spaceId: 'one', changeRequestId }));
  const answer = Buffer.from('{"object":"change-request","id":"abc","number":7}');
  const tag = entityTag(named('getChangeRequestById'), byNumber!, 3, answer);
  for (const params of [byNumber!, byId!])
    expect(admittedVersions(named('mergeChangeRequest'), params, tag)).toEqual(['3']);
  expect(admittedVersions(named('mergeChangeRequest'), { spaceId: 'one', changeRequestId: '8' }, tag)).toEqual(['-']);
});
