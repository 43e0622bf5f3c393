import { collectionPaths } from './collection-paths';

const collections = [
  { id: 'c', title: 'Cloud', parent: 'p' },
  { id: 'p', title: 'Products' },
  { id: 'i', title: '' },
  { id: 'o', title: 'Of others', parent: 'unseen' },
];

describe('collections as choices', () => {
  it('are named with those that they lie in', () => {
    expect(collectionPaths(collections)).toEqual([
      { value: 'o', label: 'Of others' },
      { value: 'p', label: 'Products' },
      { value: 'c', label: 'Products / Cloud' },
      { value: 'i', label: 'Untitled' },
    ]);
  });

  it('leave a collection out with all that lies in it', () => {
    expect(collectionPaths(collections, 'p').map(({ value }) => value)).toEqual(['o', 'i']);
  });
});
