import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useList, type ListResult } from '../../api/queries';
import type { ItemOf } from '../../api/contracts';
import { LoadMore } from '../../ui/load-more';
import { pagePath, type PagePlace } from './page-links';
import { PageSign } from './page-sign';

type Location = ItemOf<'listSpacePageBacklinks'>;

/** The pages that link to a page; nothing where there are none. */
export function Backlinks({ place, page }: { place: PagePlace; page: string }) {
  const locations = useBacklinks(place, page);
  const linking = locations.items.filter((location) => location.kind === 'page');
  // A page may link several times.
  const byPath = new Map(
    linking.flatMap(({ page: from, space }) => {
      if (from.type !== 'document' || from.id === page) return [];
      const isHere = space.id === place.spaceId;
      const to = pagePath(isHere ? place : { organizationId: place.organizationId, spaceId: space.id }, from.path);
      return [[to, { from, where: isHere ? undefined : space.title }] as const];
    }),
  );
  if (byPath.size === 0) return null;
  return (
    <section className="section" aria-label="Linked from">
      <h2>Linked from</h2>
      <ul className="list">
        {[...byPath].map(([to, { from, where }]) => (
          <li key={to}>
            <PageSign page={from}>
              <FileText size={16} aria-hidden="true" />
            </PageSign>
            <div className="grow">
              <Link className="title" to={to}>
                {from.title}
              </Link>
              {where && <div className="meta">{where}</div>}
            </div>
          </li>
        ))}
      </ul>
      <LoadMore list={locations} />
    </section>
  );
}

function useBacklinks({ spaceId, changeRequestId = '' }: PagePlace, pageId: string): ListResult<Location> {
  const isInRequest = changeRequestId !== '';
  const query = { limit: 50 };
  const inSpace = useList('listSpacePageBacklinks', { params: { spaceId, pageId }, query, enabled: !isInRequest });
  const inRequest = useList('listChangeRequestPageBacklinks', {
    params: { spaceId, changeRequestId, pageId },
    query,
    enabled: isInRequest,
  });
  return isInRequest ? inRequest : inSpace;
}
