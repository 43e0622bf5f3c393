import type { Block, Document } from '@bindery/documents';

interface Evidence {
  title: string;
  summary: string;
}

/** The issues of users, as a document that shows a writer why a change is needed. */
export function evidenceDocument(summary: string, issues: readonly Evidence[], count: number): Document {
  const more =
    count > issues.length ? `The latest ${issues.length} of ${count} issues of users:` : `${count} issues of users:`;
  return {
    object: 'document',
    data: {},
    nodes: [
      paragraph(summary || 'Users have asked about this again and again.'),
      paragraph(more),
      {
        object: 'block',
        type: 'list-unordered',
        isVoid: false,
        data: {},
        nodes: issues.map(({ title, summary }) => ({
          object: 'block',
          type: 'list-item',
          isVoid: false,
          data: {},
          nodes: [paragraph(title, summary === title ? '' : `: ${summary}`)],
        })),
      },
    ],
  };
}

/** Bold text, where there is more to follow, and the rest. */
function paragraph(text: string, rest = ''): Block {
  const leaves = [
    { object: 'leaf' as const, text, marks: rest ? [{ object: 'mark' as const, type: 'bold' }] : [] },
    ...(rest ? [{ object: 'leaf' as const, text: rest, marks: [] }] : []),
  ];
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [{ object: 'text', leaves }] };
}
