import { useNavigate } from '@tanstack/react-router';
import { ChevronRight, ExternalLink, FileText } from 'lucide-react';
import {
  lazy,
  memo,
  Suspense,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
} from 'react';
import { base } from '../../api/client';
import { opensElsewhere } from '../../ui/opens-elsewhere';
import { pagePath, type PagePlace } from './page-links';
import { PageSign } from './page-sign';
import type { TreeRow } from './tree-rows';

/** For writers alone, so that readers do not wait for it. */
const PageMenu = lazy(() => import('./page-menu'));

interface TreeRowViewProps {
  row: TreeRow;
  /** Pixels from the top of the tree. */
  top: number;
  place: PagePlace;
  /** The row among the pages that can be edited; absent where the page cannot. */
  stored: TreeRow | undefined;
  /** It is the row of the tree that the Tab key reaches. */
  isActive: boolean;
  /** Its page is open. */
  isCurrent: boolean;
  /** The handlers that move the row. */
  moves: HTMLAttributes<HTMLDivElement>;
  onFocus(): void;
  onKey(event: KeyboardEvent): void;
  onToggle(page: string, isOpen: boolean): void;
}

/** A page in the tree, with its menu where the focus or the pointer is. */
export function TreeRowView(props: TreeRowViewProps) {
  const { row, top, place, stored, isActive, isCurrent, moves, onFocus, onKey, onToggle } = props;
  const { page, level, indent, index, siblings, isOpen } = row;
  const [isHovered, setHovered] = useState(false);
  return (
    <div
      {...moves}
      className={`nav-row tree-row${page.type === 'group' ? ' group' : ''}`}
      style={{ transform: `translateY(${top}px)`, ...{ '--indent': indent } }}
      data-page={page.id}
      role="treeitem"
      aria-label={page.title}
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onKeyDown={(event) => {
        // A dialog of the menu is below the row for React, and a key that the menu took is not for the tree.
        if (event.defaultPrevented || !isInside(event)) return;
        moves.onKeyDown?.(event);
        if (!event.defaultPrevented) onKey(event);
      }}
    >
      <RowContent row={row} place={place} isCurrent={isCurrent} onToggle={onToggle} />
      {stored && (isActive || isHovered) && (
        <Suspense>
          <PageMenu page={page} place={place} parent={stored.parent} index={stored.index} siblings={stored.siblings} />
        </Suspense>
      )}
    </div>
  );
}

const isInside = ({ currentTarget, target }: SyntheticEvent): boolean => currentTarget.contains(target as Node);

type RowContentProps = Pick<TreeRowViewProps, 'row' | 'place' | 'isCurrent' | 'onToggle'>;

/** Drawn anew only when the page changes, as rows move with each scroll. */
const RowContent = memo(function RowContent({ row, place, isCurrent, onToggle }: RowContentProps) {
  const { page, isOpen } = row;
  if (page.type === 'group')
    return (
      <div className="nav-group label">
        <PageSign page={page} /> {page.title}
      </div>
    );
  return (
    <>
      {isOpen === undefined ? (
        <span className="nav-toggle" aria-hidden="true" />
      ) : (
        <button
          type="button"
          className="nav-toggle"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`Pages below ${page.title}`}
          onClick={() => onToggle(page.id, !isOpen)}
        >
          <ChevronRight />
        </button>
      )}
      <RowLink row={row} place={place} isCurrent={isCurrent} onToggle={onToggle} />
    </>
  );
});

/** No link of the router, each of which is drawn anew with every navigation. */
function RowLink({ row: { page, isOpen }, place, isCurrent, onToggle }: RowContentProps) {
  const navigate = useNavigate();
  const look = `nav-link${'hidden' in page && page.hidden ? ' hidden-page' : ''}`;
  const label = <span className="label">{page.title}</span>;
  if (page.type === 'document') {
    const to = pagePath(place, page.path);
    const open = (event: MouseEvent) => {
      if (isOpen === false) onToggle(page.id, true);
      if (opensElsewhere(event)) return;
      event.preventDefault();
      void navigate({ to });
    };
    return (
      <a
        className={look}
        href={`${base}/app${to}`}
        tabIndex={-1}
        draggable={false}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={open}
      >
        <PageSign page={page}>
          <FileText aria-hidden="true" />
        </PageSign>
        {label}
      </a>
    );
  }
  const href = page.type === 'link' && /^https?:/.test(page.href ?? '') ? page.href : undefined;
  const content = (
    <>
      <PageSign page={page}>
        <ExternalLink aria-hidden="true" />
      </PageSign>
      {label}
    </>
  );
  if (!href) return <span className={`${look} muted`}>{content}</span>;
  return (
    <a className={look} href={href} target="_blank" rel="noreferrer" tabIndex={-1} draggable={false}>
      {content}
    </a>
  );
}
