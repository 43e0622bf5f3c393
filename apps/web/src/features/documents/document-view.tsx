import { Fragment, useMemo, type ReactNode } from 'react';
import type { Block, Document, RevisionPage } from '../../api/contracts';
import type { PagePlace } from '../pages/page-links';
import { Blocks } from './blocks';
import { WithNotes } from './notes';
import { pagesById, ReferenceContext } from './references';

interface DocumentViewProps {
  document: Pick<Document, 'nodes'>;
  place: PagePlace;
  /** The tree of pages, for the links between them. */
  pages: readonly RevisionPage[];
  /** Wraps each block. */
  around?(block: Block, shown: ReactNode): ReactNode;
}

export function DocumentView({ document, place, pages, around }: DocumentViewProps) {
  const references = useMemo(() => ({ place, pages: pagesById(pages) }), [place, pages]);
  return (
    <ReferenceContext value={references}>
      <div className="document">
        <WithNotes nodes={document.nodes}>
          {around ? (
            document.nodes.map((block, index) => (
              <Fragment key={block.key ?? index}>{around(block, <Blocks nodes={[block]} />)}</Fragment>
            ))
          ) : (
            <Blocks nodes={document.nodes} />
          )}
        </WithNotes>
      </div>
    </ReferenceContext>
  );
}
