import { assignKeys, parsePage, plainLinks, renderMarkdown, type Block } from '@bindery/documents';
import { imageBlock } from './media-blocks';
import { imageDetails, withImageDetails } from './image-details';

const read = (source: string) => {
  let count = 0;
  return assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
};
const written = (nodes: Block[]) =>
  renderMarkdown({ object: 'document', data: {}, nodes }, { links: plainLinks }).trim();

describe('an image', () => {
  it('is given words for those who do not see it, and a caption', () => {
    const block = imageBlock({ kind: 'url', url: 'https://example.com/a.png' });
    expect(imageDetails(block)).toEqual({ alt: '', caption: '' });
    expect(written([withImageDetails(block, { alt: 'A cat', caption: 'Our cat' })])).toBe(
      '<figure><img src="https://example.com/a.png" alt="A cat"><figcaption><p>Our cat</p></figcaption></figure>',
    );
  });

  it('keeps the marks of a caption that nobody changes', () => {
    const source =
      '<figure><img src="https://example.com/a.png" alt="A cat"><figcaption><p>Our <strong>cat</strong></p></figcaption></figure>';
    const [block] = read(`# Cats\n\n${source}\n`).nodes;
    expect(imageDetails(block!)).toEqual({ alt: 'A cat', caption: 'Our cat' });
    expect(written([withImageDetails(block!, { alt: 'Tom', caption: 'Our cat' })])).toBe(
      source.replace('A cat', 'Tom'),
    );
    expect(written([withImageDetails(block!, { alt: 'A cat', caption: '' })])).not.toContain('Our');
  });
});
