import { parseMarkdown } from '@bindery/documents';
import { linkSourceOf } from './link-source';

const anchorsIn = (markdown: string) => linkSourceOf('hash', JSON.stringify(parseMarkdown(markdown))).anchors;

it('takes links to a heading in every form in which they name it', () => {
  expect(anchorsIn('## 1. Set up\n\n## Release 4.9\n')).toEqual([
    'id-1.-set-up',
    '1-set-up',
    'id-1-set-up',
    'release-4.9',
    'release-49',
    'release-4-9',
  ]);
});

it('takes links to what has a name in HTML', () => {
  expect(anchorsIn('Text <a name="here"></a> and <span id="there">more</span>\n')).toEqual(['here', 'there']);
});
