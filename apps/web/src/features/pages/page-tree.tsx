import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight, ExternalLink, FileText } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { emojiCharacter } from '../spaces/emoji';
import { pagePath, type PagePlace } from './page-links';
import { PageMenu } from './page-menu';
import type { PageInTree } from './page-position';
import { DragContext, usePageDrag } from './use-page-drag';

interface PageTreeProps {
  pages: readonly RevisionPage[];
  place: PagePlace;
  /** Pages of a change request can be added, moved and deleted. */
  canEdit?: boolean;
}

interface PageListProps extends PageTreeProps {
  /** The page above. */
  parent?: PageInTree;
}

/** Pages as a tree in which only what is open is drawn, so that large spaces stay quick. */
export function PageTree({ pages, place, canEdit = false }: PageTreeProps) {
  const dragging = useRef<PageInTree>(undefined);
  if (pages.length === 0) return <p className="muted nav-link">There are no pages yet.</p>;
  return (
    <DragContext value={dragging}>
      <PageList pages={pages} place={place} canEdit={canEdit} />
    </DragContext>
  );
}

function PageList({ pages, place, canEdit, parent }: PageListProps) {
  return (
    <ul className="nav-list">
      {pages.map((page, index) => {
        const shared = { place, canEdit, position: { page, parent, index, siblings: pages } };
        return page.type === 'group' ? (
          <Group key={page.id} group={page} {...shared} />
        ) : (
          <PageNode key={page.id} page={page} {...shared} />
        );
      })}
    </ul>
  );
}

/** The row of a page; in a change request it can be dragged, and has a menu. */
function Row({ place, canEdit, position, children }: NodeProps & { children: ReactNode }) {
  const { changeRequestId } = place;
  if (!canEdit || !changeRequestId) return <div className="nav-row">{children}</div>;
  return (
    <EditableRow place={{ ...place, changeRequestId }} position={position}>
      {children}
    </EditableRow>
  );
}

function EditableRow({ place, position, children }: EditableRowProps) {
  return (
    <div className="nav-row" {...usePageDrag(place, position)}>
      {children}
      <PageMenu place={place} position={position} />
    </div>
  );
}

interface EditableRowProps {
  place: PagePlace & { changeRequestId: string };
  position: PageInTree;
  children: ReactNode;
}

interface NodeProps extends Omit<PageTreeProps, 'pages'> {
  position: PageInTree;
}

function Group({ group, place, canEdit, position }: NodeProps & { group: Extract<RevisionPage, { type: 'group' }> }) {
  return (
    <li>
      <Row place={place} canEdit={canEdit} position={position}>
        <div className="nav-group label">{group.title}</div>
      </Row>
      <PageList pages={group.pages} place={place} canEdit={canEdit} parent={position} />
    </li>
  );
}

function PageNode({ page, place, canEdit, position }: NodeProps & { page: Exclude<RevisionPage, { type: 'group' }> }) {
  const path = page.type === 'document' ? page.path : undefined;
  const children = page.type === 'document' ? page.pages : [];
  const { pathname } = useLocation();
  const address = path === undefined ? undefined : pagePath(place, path);
  const isAround = address !== undefined && decodeURI(pathname).startsWith(`${address}/`);
  const [isToggled, setToggled] = useState<boolean>();
  const isOpen = isToggled ?? isAround;
  const icon = (page.emoji && emojiCharacter(page.emoji)) || undefined;
  return (
    <li>
      <Row place={place} canEdit={canEdit} position={position}>
        {children.length > 0 ? (
          <button
            type="button"
            className="nav-toggle"
            aria-expanded={isOpen}
            aria-label={`Pages below ${page.title}`}
            onClick={() => setToggled(!isOpen)}
          >
            <ChevronRight />
          </button>
        ) : (
          <span className="nav-toggle" aria-hidden="true" />
        )}
        {address === undefined ? (
          <span className="nav-link muted">
            <ExternalLink aria-hidden="true" /> <span className="label">{page.title}</span>
          </span>
        ) : (
          <Link
            className={`nav-link${'hidden' in page && page.hidden ? ' hidden-page' : ''}`}
            to={address}
            activeOptions={{ exact: true }}
            onClick={() => setToggled(children.length > 0 ? true : undefined)}
          >
            {icon ? <span aria-hidden="true">{icon}</span> : <FileText aria-hidden="true" />}
            <span className="label">{page.title}</span>
          </Link>
        )}
      </Row>
      {isOpen && children.length > 0 && <PageList pages={children} place={place} canEdit={canEdit} parent={position} />}
    </li>
  );
}
