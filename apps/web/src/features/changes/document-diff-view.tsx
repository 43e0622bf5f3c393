import { useMemo, type ReactNode } from 'react';
import type { Block } from '../../api/contracts';
import { BlockDiscussion } from '../comments/block-discussion';
import { Blocks } from '../documents/blocks';
import { diffBlocks, type DiffRow } from './document-diff';

interface DocumentDiffViewProps {
  page: string;
  before: readonly Block[];
  after: readonly Block[];
}

const labels = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' };

/** Two versions of a page as readers see it: what differs, and the block before and after it. */
export function DocumentDiffView({ page, before, after }: DocumentDiffViewProps) {
  const rows = useMemo(() => diffBlocks(before, after), [before, after]);
  if (rows.every(({ kind }) => kind === 'same')) return <p className="muted">The text is the same.</p>;
  return <div className="document document-diff">{withGaps(rows, page)}</div>;
}

function withGaps(rows: readonly DiffRow[], page: string): ReactNode[] {
  const isChange = (index: number) => rows[index] !== undefined && rows[index].kind !== 'same';
  const shown: ReactNode[] = [];
  let left = 0;
  const flush = (index: number) => {
    if (left > 0)
      shown.push(
        <p key={`gap ${index}`} className="diff-gap">
          {left} unchanged {left === 1 ? 'block' : 'blocks'}
        </p>,
      );
    left = 0;
  };
  rows.forEach(({ kind, block }, index) => {
    if (kind !== 'same') {
      flush(index);
      shown.push(<Row key={index} page={page} kind={kind} block={block} />);
    } else if (isChange(index - 1) || isChange(index + 1)) {
      flush(index);
      shown.push(
        <div key={index} className="diff-row context">
          <Blocks nodes={[block]} />
        </div>,
      );
    } else left++;
  });
  flush(rows.length);
  return shown;
}

interface RowProps {
  page: string;
  kind: Exclude<DiffRow['kind'], 'same'>;
  block: Block;
}

function Row({ page, kind, block }: RowProps) {
  return (
    <div className={`diff-row ${kind}`} role="group" aria-label={`${labels[kind]} block`}>
      {kind !== 'changed' && <span className="diff-label">{labels[kind]}</span>}
      <Blocks nodes={[block]} />
      {kind !== 'removed' && <BlockDiscussion page={page} block={block} />}
    </div>
  );
}
