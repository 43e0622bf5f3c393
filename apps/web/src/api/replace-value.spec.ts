import { replaceValue } from './replace-value';

function storeOf(stored: string) {
  const store = {
    stored,
    read: () => Promise.resolve({ value: store.stored, tag: '"1"' }),
    write: (value: string, ifMatch: string | undefined) => {
      store.stored = `${value} over ${ifMatch ?? 'any'}`;
      return Promise.resolve(store.stored);
    },
  };
  return store;
}

describe('a value that is replaced as a whole', () => {
  it('is stored over the version that was read', async () => {
    expect(await replaceValue('a', 'b', storeOf('a'))).toEqual({ stored: 'b over "1"', isSaved: true });
  });

  it('is not stored over that of another user', async () => {
    const store = storeOf('c');
    expect(await replaceValue('a', 'b', store)).toEqual({ stored: 'c', isSaved: false });
    expect(store.stored).toBe('c');
  });

  it('is stored again where the answer to the first attempt was lost', async () => {
    expect(await replaceValue('a', 'b', storeOf('b'))).toEqual({ stored: 'b over "1"', isSaved: true });
  });
});
