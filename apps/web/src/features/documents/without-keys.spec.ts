import { withoutKeys } from './without-keys';

it('takes the keys of nodes, and no properties of that name', () => {
  const issue = { object: 'block', type: 'integration', isVoid: true, data: { props: { key: 'ABC-1' } } };
  const text = { object: 'text', leaves: [] };
  const document = {
    object: 'document',
    nodes: [
      { ...issue, key: 'k1' },
      { object: 'block', key: 'k2', nodes: [{ ...text, key: 'k3' }] },
    ],
  };
  expect(withoutKeys(document)).toEqual({
    object: 'document',
    nodes: [issue, { object: 'block', nodes: [text] }],
  });
});
