import { userItems } from '../../api/user-items';

/** Begins the keys under which this browser keeps text of pages that is not saved. */
export const draftPrefix = 'bindery-draft:';

const keys = (): string[] =>
  userItems(localStorage)
    .keys()
    .filter((key) => key.startsWith(draftPrefix));

/** The space, the change request and the page of a key, without the part of the page and the tab. */
const pageOf = (key: string): string => key.slice(draftPrefix.length).split(/[/:]/, 3).join('/');

/** The number of pages of which this browser keeps unsaved text of the user. */
export const countUnsavedPages = (): number => new Set(keys().map(pageOf)).size;
