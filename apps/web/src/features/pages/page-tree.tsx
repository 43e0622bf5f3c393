import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight, ExternalLink, FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { emojiCharacter } from '../spaces/emoji';
import { pagePath, type PagePlace } from './page-links';
import { PageMenu } from './page-menu';
import { TreeMovesContext, usePageMoves, useTreeMoves } from './page-tree-moves';

interface PageTreeProps {
  pages: readonly RevisionPage[];
  place: PagePlace;
  /** Pages of a change request can be added, moved and deleted. */
  canEdit?: boolean;
}

type PageMenuPlace = PagePlace & { changeRequestId: string };

interface PageListProps extends PageTreeProps {
  /** The page above. */
  parent?: string;
}

/** Pages as a tree in which only what is open is drawn, so that large spaces stay quick. */
export function PageTree({ pages, place, canEdit = false }: PageTreeProps) {
  if (pages.length === 0) return <p className="muted nav-link">There are no pages yet.</p>;
  const { changeRequestId } = place;
  if (!canEdit || !changeRequestId) return <PageList pages={pages} place={place} canEdit={canEdit} />;
  return <MovablePages pages={pages} place={{ ...place, changeRequestId }} />;
}

function MovablePages({ pages, place }: { pages: readonly RevisionPage[]; place: PageMenuPlace }) {
  return (
    <TreeMovesContext value={usePageMoves(pages, place)}>
      <PageList pages={pages} place={place} canEdit />
    </TreeMovesContext>
  );
}

function PageList({ pages, place, canEdit, parent }: PageListProps) {
  const { changeRequestId } = place;
  return (
    <ul className="nav-list">
      {pages.map((page, index) => {
        const menu =
          canEdit && changeRequestId ? (
            <PageMenu
              page={page}
              place={{ ...place, changeRequestId }}
              parent={parent}
              index={index}
              siblings={pages.length}
            />
          ) : null;
        const shared = { place, canEdit, menu };
        return page.type === 'group' ? (
          <Group key={page.id} group={page} {...shared} />
        ) : (
          <PageNode key={page.id} page={page} {...shared} />
        );
      })}
    </ul>
  );
}

interface NodeProps extends Omit<PageTreeProps, 'pages'> {
  menu: ReactNode;
}

function Group({ group, place, canEdit, menu }: NodeProps & { group: Extract<RevisionPage, { type: 'group' }> }) {
  const { rowOf } = useTreeMoves();
  return (
    <li>
      <div className="nav-row" {...rowOf(group)}>
        <div className="nav-group label">{group.title}</div>
        {menu}
      </div>
      <PageList pages={group.pages} place={place} canEdit={canEdit} parent={group.id} />
    </li>
  );
}

function PageNode({ page, place, canEdit, menu }: NodeProps & { page: Exclude<RevisionPage, { type: 'group' }> }) {
  const path = page.type === 'document' ? page.path : undefined;
  const children = page.type === 'document' ? page.pages : [];
  const { pathname } = useLocation();
  const address = path === undefined ? undefined : pagePath(place, path);
  const isAround = address !== undefined && decodeURI(pathname).startsWith(`${address}/`);
  const [isToggled, setToggled] = useState<boolean>();
  const isOpen = isToggled ?? isAround;
  const icon = (page.emoji && emojiCharacter(page.emoji)) || undefined;
  const { rowOf } = useTreeMoves();
  return (
    <li>
      <div className="nav-row" {...rowOf(page)}>
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
            draggable={false}
            activeOptions={{ exact: true }}
            onClick={() => setToggled(children.length > 0 ? true : undefined)}
          >
            {icon ? <span aria-hidden="true">{icon}</span> : <FileText aria-hidden="true" />}
            <span className="label">{page.title}</span>
          </Link>
        )}
        {menu}
      </div>
      {isOpen && children.length > 0 && <PageList pages={children} place={place} canEdit={canEdit} parent={page.id} />}
    </li>
  );
}
