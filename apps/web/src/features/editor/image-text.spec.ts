import { imageBlock } from './media-blocks';
import { imageTexts, withImageTexts } from './image-text';

const block = imageBlock({ kind: 'url', url: 'https://example.com/a.png' }, 'A cat');

it('reads and writes the alternative text and the caption of an image', () => {
  expect(imageTexts(block)).toEqual([{ alt: 'A cat', caption: '', isPlain: true }]);
  const described = withImageTexts(block, [{ alt: 'A dog', caption: 'It barks', isPlain: true }]);
  expect(imageTexts(described)).toEqual([{ alt: 'A dog', caption: 'It barks', isPlain: true }]);
  expect(imageTexts(withImageTexts(described, [{ alt: '', caption: '', isPlain: true }]))).toEqual([
    { alt: '', caption: '', isPlain: true },
  ]);
});

it('leaves an image as it is whose texts are the same', () => {
  expect(withImageTexts(block, imageTexts(block))).toEqual(block);
});

it('says of a caption with marks that it is not plain', () => {
  const caption = [
    {
      object: 'block',
      type: 'paragraph',
      nodes: [
        { object: 'text', leaves: [{ object: 'leaf', text: 'bold', marks: [{ object: 'mark', type: 'bold' }] }] },
      ],
    },
  ];
  const [image] = (block as unknown as { nodes: object[] }).nodes;
  const marked = {
    ...block,
    nodes: [{ ...image, fragments: [{ object: 'fragment', fragment: 'caption', nodes: caption }] }],
  };
  expect(imageTexts(marked as never)).toEqual([{ alt: 'A cat', caption: 'bold', isPlain: false }]);
});
