import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerOf, Document, RevisionPage } from '../../api/contracts';
import { useOperation } from '../../api/queries';
import { isAway } from '../../api/request-error';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import { pagesById, ReferenceContext } from '../documents/references';
import type { PagePlace } from '../pages/page-links';
import { readContentAgain } from '../pages/read-content-again';
import { usePageChanges } from '../pages/use-page-changes';
import { documentOf } from '../pages/use-page';
import { usePages } from '../pages/use-pages';
import { useStoredContent } from '../pages/use-stored-pages';
import { ConflictVersions } from './conflict-versions';
import { decidedChange, inReadingOrder, sidesOf, type Conflict, type Decision, type Side } from './conflict-decisions';

interface RequestConflictsProps {
  organizationId: string;
  request: AnswerOf<'getChangeRequestById'>;
  conflicts: readonly Conflict[];
  canEdit: boolean;
}

/** The conflicts of a change request with main: each is shown with both versions until it is decided. */
export function RequestConflicts({ organizationId, request, conflicts, canEdit }: RequestConflictsProps) {
  const place = useMemo(
    () => ({ organizationId, spaceId: request.space, changeRequestId: request.id }),
    [organizationId, request.space, request.id],
  );
  const pages = usePages(place);
  const known = useMemo(() => pagesById(pages.data ?? []), [pages.data]);
  const references = useMemo(() => ({ place, pages: known }), [place, known]);
  const ofPages = conflicts.filter(({ object }) => object === 'page');
  const others = conflicts.filter(({ object }) => object !== 'page');
  const ids = [...new Set(ofPages.map(({ id }) => id))];
  return (
    <section className="section" aria-label="Conflicts">
      <h2>Conflicts</h2>
      <p className="muted">
        The main content has changed in the same places. Decide which version stays; then the change request can be
        merged.
      </p>
      <ReferenceContext value={references}>
        {ids.map((id) => (
          <PageConflicts
            key={id}
            place={place}
            page={id}
            revision={request.revision}
            title={known.get(id)?.title ?? 'A page'}
            conflicts={ofPages.filter((conflict) => conflict.id === id)}
            canEdit={canEdit}
          />
        ))}
      </ReferenceContext>
      {others.length > 0 && <OtherConflicts place={place} conflicts={others} undecided={ids} canEdit={canEdit} />}
    </section>
  );
}

interface PageConflictsProps {
  place: PagePlace & { changeRequestId: string };
  page: string;
  /** The content of the change request in which the conflicts are. */
  revision: string;
  title: string;
  conflicts: readonly Conflict[];
  canEdit: boolean;
}

function PageConflicts(props: PageConflictsProps) {
  const { place, page, revision, title, conflicts } = props;
  const params = { spaceId: place.spaceId, revisionId: revision, pageId: page };
  const read = useOperation('getPageInRevisionById', { params, query: { format: 'document', metadata: false } });
  // While the next revision is read, the page before stays, and with it what is decided already.
  const [shown, setShown] = useState<{ revision: string; page: RevisionPage }>();
  if (read.data && read.data !== shown?.page) setShown({ revision, page: read.data });
  const failure = read.error && <Failure error={read.error} onRetry={() => void read.refetch()} />;
  if (!shown) return failure ?? <Loading />;
  const document = documentOf(shown.page);
  return (
    <div className="thread" role="group" aria-label={`Conflicts in ${title}`}>
      {failure}
      <Decisions
        key={JSON.stringify([conflicts, document])}
        {...props}
        revision={shown.revision}
        conflicts={inReadingOrder(conflicts, document)}
        document={document}
      />
    </div>
  );
}

interface DecisionsProps extends PageConflictsProps {
  document: Document;
}

/** Asks about one conflict after the other, and writes the page when all are decided. */
function Decisions({ place, page, revision, title, conflicts, document, canEdit }: DecisionsProps) {
  const client = useQueryClient();
  const changes = usePageChanges(place);
  const group = useRef<HTMLDivElement>(null);
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const conflict = conflicts[decisions.length];
  // The pressed button is gone after a decision: the keyboard goes on at the next conflict.
  useEffect(() => {
    if (decisions.length > 0) group.current?.focus();
  }, [decisions.length]);
  if (!conflict) return <Loading lines={2} />;
  const decide = (side: Side) => {
    const all = [...decisions, { conflict, side }];
    setDecisions(all);
    if (all.length === conflicts.length)
      changes.mutate([decidedChange({ page, revision, document }, all)], {
        onError: (error) => {
          // The last decision is made again; all of them where they are refused, because any may be the cause.
          setDecisions(isAway(error) ? decisions : []);
          void readContentAgain(client, place.spaceId);
        },
      });
  };
  return (
    <div ref={group} tabIndex={-1} className="stack">
      <div className="row">
        <strong>{title}</strong>
        {conflicts.length > 1 && (
          <span className="muted">
            {decisions.length + 1} of {conflicts.length}
          </span>
        )}
      </div>
      {changes.error && <Failure error={changes.error} />}
      <ConflictVersions
        key={decisions.length}
        conflict={conflict}
        document={document}
        sides={sidesOf(conflict)}
        onDecide={canEdit ? decide : undefined}
      />
    </div>
  );
}

const nouns = { 'reusable-content': 'Reusable content', file: 'The file', variable: 'The variable', page: 'The page' };

interface OtherConflictsProps {
  place: PagePlace;
  conflicts: readonly Conflict[];
  /** The pages that have conflicts. */
  undecided: readonly string[];
  canEdit: boolean;
}

/** Conflicts of what is not edited in the app: the change request keeps its version. */
function OtherConflicts({ place, conflicts, undecided, canEdit }: OtherConflictsProps) {
  const changes = usePageChanges(place);
  const stored = useStoredContent(place);
  const failure = changes.error ?? stored.error;
  // Any edit accepts the versions of the change request: one of this page changes nothing, and settles no conflict of a page.
  const page = stored.data && [...pagesById(stored.data.pages).keys()].find((id) => !undecided.includes(id));
  return (
    <div className="thread">
      {conflicts.map(({ object, id }) => (
        <p key={object + id}>
          {nouns[object]} {id} was changed on both sides. The change request has its own version.
        </p>
      ))}
      {failure && <Failure error={failure} />}
      {canEdit && stored.data && !page && (
        <p className="muted">
          The next decision about a page, or edit of one, keeps the versions of the change request.
        </p>
      )}
      {canEdit && page && (
        <div className="row">
          <Button disabled={changes.isPending} onClick={() => changes.mutate([{ operation: 'update_page', page }])}>
            Keep the versions of the change request
          </Button>
        </div>
      )}
    </div>
  );
}
