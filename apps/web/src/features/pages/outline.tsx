import type { Document } from '../../api/contracts';
import { anchorOf } from '../documents/blocks';
import { textOf } from '../documents/plain-text';

/** The headings of a page. */
export function Outline({ document }: { document: Pick<Document, 'nodes'> }) {
  const headings = document.nodes.filter(({ type }) => type === 'heading-1' || type === 'heading-2');
  if (headings.length === 0) return null;
  return (
    <nav className="outline" aria-label="On this page">
      <strong>On this page</strong>
      <ul>
        {headings.map((heading, index) => (
          <li key={heading.key ?? index} className={heading.type === 'heading-2' ? 'level-3' : undefined}>
            <a href={`#${anchorOf(heading) ?? ''}`}>{textOf(heading.nodes)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
