import type { CollectionEntity } from '../src/catalog/collections/collection.entity';
import { collectionDeleted } from '../src/catalog/collections/collection.events';
import type { FontEntity } from '../src/catalog/fonts/font.entity';
import { fontDeleted } from '../src/catalog/fonts/font.events';
import { spaceDeleted } from '../src/catalog/spaces/space.events';
import { openApiSpecDeleted } from '../src/openapi/openapi-spec.events';

const row = { id: 'a', organizationId: 'o', slug: 's', version: 3 };

it.each([
  ['a space', spaceDeleted(row)],
  ['a collection', collectionDeleted(row as CollectionEntity)],
  ['a font', fontDeleted(row as FontEntity)],
  ['a specification', openApiSpecDeleted(row)],
])('the deletion of %s has a version of its own', (_, { aggregate, version }) => {
  expect({ aggregate, version }).toEqual({ aggregate: 'a', version: 4 });
});
