import { assignKeys, parsePage, plainLinks, renderMarkdown, type Block } from '@bindery/documents';
import { imageBlock } from './media-blocks';
import { imageDetails, withImage, withImageDetails } from './image-details';

const read = (source: string) => {
  let count = 0;
  return assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
};
const written = (nodes: Block[]) =>
  renderMarkdown({ object: 'document', data: {}, nodes }, { links: plainLinks }).trim();

describe('an image', () => {
  it('is given words for those who do not see it, and a caption', () => {
    const block = imageBlock({ kind: 'url', url: 'https://example.com/a.png' });
    expect(imageDetails(block)).toEqual([{ alt: '', caption: '' }]);
    expect(written([withImageDetails(block, [{ alt: 'A cat', caption: 'Our cat' }])])).toBe(
      '<figure><img src="https://example.com/a.png" alt="A cat"><figcaption><p>Our cat</p></figcaption></figure>',
    );
  });

  it('keeps the marks of a caption that nobody changes', () => {
    const source =
      '<figure><img src="https://example.com/a.png" alt="A cat"><figcaption><p>Our <strong>cat</strong></p></figcaption></figure>';
    const [block] = read(`# Cats\n\n${source}\n`).nodes;
    expect(imageDetails(block!)).toEqual([{ alt: 'A cat', caption: 'Our cat' }]);
    expect(written([withImageDetails(block!, [{ alt: 'Tom', caption: 'Our cat' }])])).toBe(
      source.replace('A cat', 'Tom'),
    );
    expect(written([withImageDetails(block!, [{ alt: 'A cat', caption: '' }])])).not.toContain('Our');
  });

  it('is added behind those of a gallery', () => {
    const source =
      '<div align="left"><figure><img src="https://example.com/a.png" alt="A"><figcaption></figcaption></figure></div>';
    const [block] = read(`# Cats\n\n${source}\n`).nodes;
    const gallery = withImage(block!, 'b', 'B');
    expect(imageDetails(gallery)?.map(({ alt }) => alt)).toEqual(['A', 'B']);
    const [first, second, ...more] = written([gallery]).match(/<img [^>]+>/g) ?? [];
    expect([first, more]).toEqual(['<img src="https://example.com/a.png" alt="A">', []]);
    expect(second).toContain('alt="B"');
  });

  it('of several is described by itself; the others stay as they are', () => {
    const url = (name: string) => ({ kind: 'url', url: `https://example.com/${name}.png` }) as const;
    const [first, second] = [imageBlock(url('a'), 'A'), imageBlock(url('b'))];
    const gallery = { ...first, nodes: [...first.nodes!, ...second.nodes!] };
    expect(imageDetails(gallery)).toEqual([
      { alt: 'A', caption: '' },
      { alt: '', caption: '' },
    ]);
    const described = withImageDetails(gallery, [
      { alt: 'A', caption: '' },
      { alt: 'B', caption: 'Our b' },
    ]);
    expect(described.nodes![0]).toBe(gallery.nodes[0]);
    expect(written([described])).toContain('alt="B"><figcaption><p>Our b</p></figcaption></figure>');
  });
});
