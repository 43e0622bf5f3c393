import type { Chunk, ChunkReader } from './chunk';
import { ChunkCache } from './chunk-cache';

type Text = { text: string };

class Source implements ChunkReader<Text> {
  readonly reads: string[][] = [];
  failing = false;

  async read(hashes: readonly string[]): Promise<Chunk<Text>[]> {
    this.reads.push([...hashes]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (this.failing) throw new Error('The database is away');
    return hashes.flatMap((hash) => (hash.startsWith('absent') ? [] : { hash, data: { text: hash.repeat(100) } }));
  }
}

function setUp(maxBytes = 1_000_000) {
  const source = new Source();
  const cache = new ChunkCache<Text>({ maxBytes });
  return { source, cache, reader: cache.scoped('organization', source) };
}

describe('ChunkCache', () => {
  it('reads each hash once and in one batch', async () => {
    const { reader, source } = setUp();
    expect((await reader.read(['a', 'b', 'a'])).map(({ hash }) => hash).sort()).toEqual(['a', 'b']);
    expect((await reader.read(['b', 'c'])).map(({ hash }) => hash).sort()).toEqual(['b', 'c']);
    expect(source.reads).toEqual([['a', 'b'], ['c']]);
  });

  it('shares one read among concurrent misses', async () => {
    const { reader, source } = setUp();
    const answers = await Promise.all([reader.read(['a', 'b']), reader.read(['b', 'c']), reader.read(['a'])]);
    expect(answers.map((chunks) => chunks.map(({ hash }) => hash).sort())).toEqual([['a', 'b'], ['b', 'c'], ['a']]);
    expect(source.reads).toEqual([['a', 'b'], ['c']]);
  });

  it('keeps neither a failure nor an absence', async () => {
    const { reader, source } = setUp();
    source.failing = true;
    await expect(Promise.all([reader.read(['a']), reader.read(['a'])])).rejects.toThrow('The database is away');
    source.failing = false;
    expect(await reader.read(['a', 'absent'])).toHaveLength(1);
    expect(await reader.read(['absent'])).toEqual([]);
    expect(source.reads).toEqual([['a'], ['a', 'absent'], ['absent']]);
  });

  it('never answers one scope with what another one read', async () => {
    const { cache, reader } = setUp();
    await reader.read(['a']);
    const other = new Source();
    await cache.scoped('other', other).read(['a']);
    expect(other.reads).toEqual([['a']]);
  });

  it('answers what is kept without a read, in its scope alone', async () => {
    const { cache, reader, source } = setUp();
    cache.keep('organization', { hash: 'kept', data: { text: 'as it was written' } });
    expect(await reader.read(['kept'])).toEqual([{ hash: 'kept', data: { text: 'as it was written' } }]);
    expect(source.reads).toEqual([]);
    const other = new Source();
    await cache.scoped('other', other).read(['kept']);
    expect(other.reads).toEqual([['kept']]);
  });

  it('stays within its bound and drops what was used least recently', async () => {
    const { cache, reader, source } = setUp(1000);
    for (const hash of ['a', 'b', 'c', 'd', 'a']) {
      await reader.read([hash]);
      expect(cache.bytes).toBeLessThanOrEqual(1000);
    }
    expect(cache.bytes).toBeGreaterThan(200);
    expect(source.reads).toHaveLength(5);
    expect(await reader.read(['x'.repeat(50)])).toHaveLength(1);
    expect(cache.bytes).toBeLessThanOrEqual(1000);
  });

  it('freezes what it shares', async () => {
    const { reader } = setUp();
    const [chunk] = await reader.read(['a']);
    expect(() => Object.assign(chunk?.data as Text, { text: 'changed' })).toThrow(TypeError);
  });
});
