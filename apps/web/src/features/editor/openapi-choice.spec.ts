import type { SpecificationPart } from '../openapi/specification-parts';
import { blockOf, choiceOf, keyIn } from './openapi-choice';

const parts: SpecificationPart[] = [
  { kind: 'operation', name: '/pets', method: 'get', summary: 'List pets' },
  { kind: 'operation', name: '/pets', method: 'post', summary: 'Add a pet' },
  { kind: 'webhook', name: 'pet', method: 'post' },
  { kind: 'schema', name: 'Pet' },
];

it.each(parts)('the choice for a block is what it shows: $kind $method $name', (part) => {
  const chosen = keyIn(blockOf('petstore', part).data);
  expect(choiceOf(parts, '', chosen).part).toEqual(part);
  expect(choiceOf(parts, 'list', chosen)).toEqual({ found: [parts[0]], part });
});

it('the choice for a new block is the first part that the search finds', () => {
  expect(choiceOf(parts, 'add', undefined).part).toEqual(parts[1]);
});

it('the choice is none for a block of a part that the specification has no more', () => {
  expect(choiceOf(parts, '', 'operation get /gone').part).toBeUndefined();
});
