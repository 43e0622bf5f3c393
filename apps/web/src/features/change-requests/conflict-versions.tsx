import { use } from 'react';
import type { Document, RevisionPage } from '../../api/contracts';
import { Button } from '../../ui/button';
import { nameOfAttribute, told } from '../changes/attributes';
import { Blocks } from '../documents/blocks';
import { ReferenceContext } from '../documents/references';
import { findBlock, type Conflict, type Side } from './conflict-decisions';

interface ConflictVersionsProps {
  conflict: Conflict;
  /** The page in the change request, which holds both versions of its blocks. */
  document: Document;
  sides: readonly Side[];
  /** Absent where the user may not decide. */
  onDecide?(side: Side): void;
}

const names: Record<Side, string> = { draft: 'This change request', main: 'The main content' };
const actions: Record<Side, string> = {
  draft: 'Keep the version of the change request',
  main: 'Use the version of main',
};

/** Both versions of what is in conflict, and a button for each. */
export function ConflictVersions({ conflict, document, sides, onDecide }: ConflictVersionsProps) {
  return (
    <>
      {conflict.reason === 'slug-taken' ? (
        <p>
          Another page of the main content has got the slug “{String(conflict.main)}”. This page has the slug “
          {String(conflict.draft)}” now; its settings change it.
        </p>
      ) : (
        (['draft', 'main'] as const).map((side) => (
          <div key={side} className="conflict-version">
            <strong>{names[side]}</strong>
            <Version conflict={conflict} side={side} document={document} />
          </div>
        ))
      )}
      {onDecide && (
        <div className="row">
          {sides.map((side) => (
            <Button key={side} onClick={() => onDecide(side)}>
              {actions[side]}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function Version({ conflict, side, document }: Omit<ConflictVersionsProps, 'sides' | 'onDecide'> & { side: Side }) {
  const { id, reason, deletedIn, attribute, block, draftVersion } = conflict;
  const pages = use(ReferenceContext)?.pages;
  if (reason === 'deleted' && block === undefined)
    return <em>{aboutPage(deletedIn === side, titlesBelow(pages?.get(id)))}</em>;
  if (deletedIn === side) return <em>The block is deleted.</em>;
  if (block !== undefined) {
    const shown = findBlock(document, side === 'draft' && !deletedIn ? (draftVersion ?? block) : block);
    return <div className="document">{shown && <Blocks nodes={[shown]} />}</div>;
  }
  const value = attribute === 'parent' ? nameOfParent(conflict[side], pages) : conflict[side];
  return (
    <p>
      <span className="muted">{nameOfAttribute(attribute ?? 'text')}: </span>
      {told(value) || 'none'}
    </p>
  );
}

/** A deletion moves the pages below, which have decisions of their own. */
function aboutPage(isDeleted: boolean, below: string): string {
  if (below === '') return isDeleted ? 'The page is deleted.' : 'The page stays.';
  return isDeleted
    ? `The page is deleted. The pages below it stay, one level higher: ${below}.`
    : `The page stays, with the pages below it: ${below}.`;
}

const titlesBelow = (page: RevisionPage | undefined): string =>
  page && 'pages' in page ? page.pages.map(({ title }) => `“${title}”`).join(', ') : '';

function nameOfParent(id: unknown, pages: ReadonlyMap<string, RevisionPage> | undefined): string {
  if (!id) return 'no page, it is at the top';
  const page = pages?.get(String(id));
  return page ? `“${page.title}”` : 'a page that is not in this change request';
}
