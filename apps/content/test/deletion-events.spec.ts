import { collectionDeleted } from '../src/catalog/collections/collection.events';
import { fontDeleted } from '../src/catalog/fonts/font.events';
import { spaceDeleted } from '../src/catalog/spaces/space.events';
import { openApiSpecDeleted } from '../src/openapi/openapi-spec.events';

const row = { id: 'a', organizationId: 'o', slug: 's', version: 3 };

it.each([
  ['a space', spaceDeleted(row)],
  ['a collection', collectionDeleted(row)],
  ['a font', fontDeleted(row)],
  ['a specification', openApiSpecDeleted(row)],
])('the deletion of %s has a version of its own', (_, { aggregate, version }) => {
  expect({ aggregate, version }).toEqual({ aggregate: 'a', version: 4 });
});
