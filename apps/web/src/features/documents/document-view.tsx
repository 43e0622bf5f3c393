import { useMemo } from 'react';
import type { Document, RevisionPage } from '../../api/contracts';
import type { PagePlace } from '../pages/page-links';
import { Blocks } from './blocks';
import { pagesById, ReferenceContext } from './references';

interface DocumentViewProps {
  document: Pick<Document, 'nodes'>;
  place: PagePlace;
  /** The tree of pages, for the links between them. */
  pages: readonly RevisionPage[];
}

export function DocumentView({ document, place, pages }: DocumentViewProps) {
  const references = useMemo(() => ({ place, pages: pagesById(pages) }), [place, pages]);
  return (
    <ReferenceContext value={references}>
      <div className="document">
        <Blocks nodes={document.nodes} />
      </div>
    </ReferenceContext>
  );
}
