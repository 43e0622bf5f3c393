import './changes.css';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FilePen, FilePlus, FileX, MoveRight, Paperclip } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { Button } from '../../ui/button';
import { pagePath, type PagePlace } from '../pages/page-links';
import { nameOfAttribute, told } from './attributes';
import { LookSwitch } from './look-switch';
import { PageDiff, type DiffLook, type Versions } from './page-diff';
import type { SourceChange } from './source-diff';
import { SourceDiffView } from './source-diff-view';

export type Change = AnswerOf<'getChangeRequestChanges'>['changes'][number];

const looks: Record<string, { icon: typeof FilePen; label: string }> = {
  page_created: { icon: FilePlus, label: 'New page' },
  page_edited: { icon: FilePen, label: 'Edited' },
  page_deleted: { icon: FileX, label: 'Deleted' },
  page_moved: { icon: MoveRight, label: 'Moved' },
  file_created: { icon: Paperclip, label: 'New file' },
  file_edited: { icon: Paperclip, label: 'Other file' },
  file_deleted: { icon: Paperclip, label: 'Deleted file' },
  reusable_content_created: { icon: FilePlus, label: 'New reusable content' },
  reusable_content_edited: { icon: FilePen, label: 'Edited reusable content' },
  reusable_content_deleted: { icon: FileX, label: 'Deleted reusable content' },
  variables_edited: { icon: FilePen, label: 'Variables' },
};

/** Changes that are open at first; each open one reads two versions of a page. */
const openAtFirst = 10;

interface ChangeListProps {
  changes: readonly Change[];
  /** Where the pages are as they became. */
  place: PagePlace;
  versions: Versions;
  /** How many changes are left out. */
  more?: number;
  onMore?(): void;
  /** Says that there is nothing. */
  empty: string;
  /** The actions for a page, such as to restore it. */
  action?(page: string): ReactNode;
}

/** The changes between two revisions, page by page. */
export function ChangeList({ changes, more = 0, onMore, empty, ...rest }: ChangeListProps) {
  const [look, setLook] = useState<DiffLook>('rendered');
  if (changes.length === 0) return <p className="muted">{empty}</p>;
  return (
    <>
      <div className="changes-head">
        <span className="muted">{summaryOf(changes, more)}</span>
        <LookSwitch look={look} onChange={setLook} />
      </div>
      {changes.map((change, index) => (
        <ChangeDetails key={index} change={change} look={look} isOpenAtFirst={index < openAtFirst} {...rest} />
      ))}
      {more > 0 && onMore && (
        <p>
          <Button onClick={onMore}>Show {more} more</Button>
        </p>
      )}
    </>
  );
}

function summaryOf(changes: readonly Change[], more: number): string {
  const count = changes.length + more;
  return count === 1 ? '1 change' : `${count} changes`;
}

interface ChangeDetailsProps extends Pick<ChangeListProps, 'place' | 'versions' | 'action'> {
  change: Change;
  look: DiffLook;
  isOpenAtFirst: boolean;
}

function ChangeDetails({ change, place, versions, look, isOpenAtFirst, action }: ChangeDetailsProps) {
  const body = bodyOf(change, place, versions, look);
  const [isOpen, setOpen] = useState(isOpenAtFirst && body !== undefined);
  const { icon: Icon, label } = looks[change.type] ?? { icon: FilePen, label: change.type.replaceAll('_', ' ') };
  const page = 'page' in change ? change.page : undefined;
  const name = page?.title ?? ('file' in change ? change.file.name : titleOf(change));
  const heading = (
    <>
      <Icon size={17} aria-hidden="true" />
      <span className="grow title">{name}</span>
      <span className="badge">{label}</span>
    </>
  );
  const isThere = page?.path && change.type !== 'page_deleted';
  const actions = (
    <>
      {isThere && (
        <Link className="button small" to={pagePath(place, page.path)}>
          Open {name}
        </Link>
      )}
      {page && change.type !== 'page_created' && action?.(page.id)}
    </>
  );
  if (body === undefined)
    return (
      <div className="change-line">
        {heading}
        {actions}
      </div>
    );
  return (
    <details className="change" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={15} className="chevron" aria-hidden="true" />
        {heading}
      </summary>
      {isOpen && (
        <div className="change-body">
          {body}
          {/* Not in the summary, which is a button itself. */}
          <div className="row">{actions}</div>
        </div>
      )}
    </details>
  );
}

const titleOf = (change: Change): string => {
  if ('reusableContent' in change) return change.reusableContent.title;
  return change.type === 'variables_edited' ? Object.keys(change.variables).join(', ') : '';
};

/** Undefined where there is nothing to show but the name. */
function bodyOf(change: Change, place: PagePlace, versions: Versions, look: DiffLook): ReactNode {
  const facts = factsOf(change);
  const hasText = 'page' in change && change.page.type === 'document' && isTextChange(change);
  const blocks = 'blocks' in change && !('moreBlocks' in change && change.moreBlocks) ? change.blocks : undefined;
  if (facts.length === 0 && !hasText && !('reusableContent' in change)) return undefined;
  return (
    <>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ name, before, after }) => (
            <Fact key={name} name={name} before={before} after={after} />
          ))}
        </dl>
      )}
      {hasText && (
        <PageDiff
          organizationId={place.organizationId}
          spaceId={place.spaceId}
          page={change.page.id}
          versions={{
            ...(change.type !== 'page_created' && { before: versions.before }),
            ...(change.type !== 'page_deleted' && { after: versions.after }),
          }}
          look={look}
          blocks={blocks as SourceChange[] | undefined}
        />
      )}
      {'reusableContent' in change && blocks && <SourceDiffView changes={blocks as SourceChange[]} />}
    </>
  );
}

const isTextChange = (change: Change): boolean =>
  change.type === 'page_created' ||
  change.type === 'page_deleted' ||
  (change.type === 'page_edited' && change.attributes.document !== undefined);

interface FactChange {
  name: string;
  before?: string;
  after?: string;
}

/** The changes besides the text. */
function factsOf(change: Change): FactChange[] {
  if (change.type === 'page_moved') {
    const { before, after } = change.parent;
    const place = before?.id === after?.id ? 'Order' : 'Below';
    return [{ name: place, before: before?.title ?? 'The top', after: after?.title ?? 'The top' }];
  }
  if (change.type === 'variables_edited')
    return Object.entries(change.variables).map(([name, { before, after }]) => ({
      name,
      before: told(before),
      after: told(after),
    }));
  if (change.type !== 'page_edited' && change.type !== 'file_edited') return [];
  return Object.entries(change.attributes as Record<string, { before?: unknown; after?: unknown }>)
    .filter(([name]) => name !== 'document')
    .map(([name, { before, after }]) => ({
      name: nameOfAttribute(name),
      ...(name !== 'downloadURL' && { before: told(before), after: told(after) }),
    }));
}

function Fact({ name, before, after }: FactChange) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {before === undefined && after === undefined && 'changed'}
        {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
      </dd>
    </>
  );
}
