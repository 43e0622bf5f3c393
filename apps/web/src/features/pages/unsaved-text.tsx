import { useEffect, useState } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { DocumentView } from '../documents/document-view';
import { isBlock, withChildren, type DocumentNode } from '../documents/nodes';
import { leftText, type LeftText } from '../editor/left-text';
import type { PagePlace } from './page-links';

interface UnsavedTextProps {
  place: PagePlace;
  pageId: string;
  /** The tree of pages, for the links between them. */
  pages: readonly RevisionPage[];
  /** Says why the text cannot be saved any more. */
  reason: string;
}

/** Shows what the user wrote into a page and what this browser still keeps, where the page can no longer be edited. */
export function UnsavedText({ place, pageId, pages, reason }: UnsavedTextProps) {
  const { spaceId, changeRequestId } = place;
  const [left, setLeft] = useState<LeftText>();
  const [discarded, setDiscarded] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void leftText({ spaceId, changeRequestId }, pageId).then((found) => isCurrent && setLeft(found));
    return () => void (isCurrent = false);
  }, [spaceId, changeRequestId, pageId, discarded]);
  if (!left) return null;
  const discard = () => {
    left.forget();
    setLeft(undefined);
    // Another tab may have left text as well.
    setDiscarded(discarded + 1);
  };
  return (
    <section className="caution stack" aria-label="Text that was not saved">
      <p role="alert">
        Your last changes to this page were not saved: {reason} This browser still keeps them. Copy what you need before
        you discard it.
      </p>
      <div className="unsaved-text" tabIndex={0} role="group" aria-label="Your text">
        {left.title !== undefined && <p className="page-title">{left.title}</p>}
        {left.nodes && <DocumentView document={{ nodes: withoutAnchors(left.nodes) }} place={place} pages={pages} />}
        {left.markdown !== undefined && <pre>{left.markdown}</pre>}
      </div>
      <div className="row">
        <CopyButton text={left.text} label="Copy your text" />
        <Button onClick={discard}>Discard</Button>
      </div>
    </section>
  );
}

/** The blocks without the names by which links reach them: those lead to the page below. */
const withoutAnchors = <N extends DocumentNode>(nodes: readonly N[]): N[] =>
  nodes.map((node): N => {
    if (!isBlock(node)) return node;
    const { meta: _, data, ...block } = node;
    return withChildren({ ...block, data: { ...data, id: undefined } }, withoutAnchors) as N;
  });
