import { useLocation } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { pageAt, pagePath, type PagePlace } from './page-links';
import { TreeRowView } from './page-tree-row';
import { usePageMoves } from './page-tree-moves';
import { firstPage } from './use-page';
import { countPages, effectOfKey, matchingRows, openRows, pagesAbove } from './tree-rows';
import { useRowFocus } from './use-row-focus';
import { useVisibleRows } from './use-visible-rows';

interface PageTreeProps {
  pages: readonly RevisionPage[];
  place: PagePlace;
  /** The pages that can be changed, moved and deleted; absent where none can. */
  stored?: readonly RevisionPage[];
}

const none: readonly RevisionPage[] = [];

/** Trees with fewer pages are seen at a glance. */
const searchedFrom = 30;

/** Pages as a tree of which only the rows in view are drawn, so that spaces of any size stay quick. */
export function PageTree(props: PageTreeProps) {
  const { pages } = props;
  const [text, setText] = useState('');
  const searched = useDeferredValue(text.trim());
  const canSearch = useMemo(() => countPages(pages) >= searchedFrom, [pages]);
  if (pages.length === 0) return <p className="muted nav-link">There are no pages yet.</p>;
  return (
    <>
      {canSearch && (
        <input
          className="input tree-search"
          type="search"
          aria-label="Find a page by its title"
          placeholder="Find a page"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Rows {...props} searched={canSearch ? searched : ''} />
    </>
  );
}

function Rows({ pages, place, stored = none, searched }: PageTreeProps & { searched: string }) {
  const path = useOpenPath(place, pages);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const toggle = useCallback(
    (id: string, isOpen: boolean) => setToggled((before) => new Map(before).set(id, isOpen)),
    [],
  );
  // As text, so that rows stay the same objects where another page beside is opened.
  const above = useMemo(() => pagesAbove(pages, path).join(' '), [pages, path]);
  const rows = useMemo(() => {
    if (searched !== '') return matchingRows(pages, searched);
    const opened = new Set(above.split(' '));
    return openRows(pages, ({ id }) => toggled.get(id) ?? opened.has(id));
  }, [pages, searched, toggled, above]);
  const current = useMemo(
    () => rows.findIndex(({ page }) => page.type === 'document' && page.path === path),
    [rows, path],
  );
  const focus = useRowFocus(rows, current);
  const visible = useVisibleRows(rows, focus.at, current);
  // Positions count stored pages alone, as those of changes do.
  const places = useMemo(() => new Map(openRows(stored, () => true).map((row) => [row.page.id, row])), [stored]);
  const moves = usePageMoves(stored, place, (page, above) => {
    if (above) toggle(above, true);
    focus.on(page);
  });

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOnRow = event.target === event.currentTarget;
    if (event.key === 'Enter' && isOnRow) return event.currentTarget.querySelector<HTMLElement>('a')?.click();
    const effect = effectOfKey(rows, at, event.key, visible.perScreen);
    if (!effect) return;
    event.preventDefault();
    if ('toggle' in effect) toggle(effect.toggle, effect.isOpen);
    else focus.on(rows[effect.focus]!.page.id);
  };

  if (rows.length === 0) return <p className="muted nav-link">No page has this in its title.</p>;
  return (
    <div ref={visible.tree} className="page-tree" role="tree" aria-label="Pages" style={{ height: visible.height }}>
      {visible.items.map(({ index, top }) => {
        const row = rows[index]!;
        return (
          <TreeRowView
            key={row.page.id}
            row={row}
            top={top}
            place={place}
            stored={places.get(row.page.id)}
            isActive={index === focus.at}
            isCurrent={index === current}
            moves={places.has(row.page.id) ? moves(row.page) : {}}
            onFocus={() => focus.follow(row.page.id)}
            onKey={(event) => onKeyDown(event, index)}
            onToggle={toggle}
          />
        );
      })}
    </div>
  );
}

/** The path of the page that is open in a place, which is the first one where none is named; empty where none is open. */
function useOpenPath(place: PagePlace, pages: readonly RevisionPage[]): string {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (pathname === pagePath(place) && !place.changeRequestId) return firstPage(pages)?.path ?? '';
  return pageAt(place, pathname);
}
