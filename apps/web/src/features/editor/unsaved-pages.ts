/** Begins the keys under which this browser keeps text of pages that is not saved. */
export const draftPrefix = 'bindery-draft:';

const keys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix));

/** The number of pages of which this browser keeps unsaved text. A key ends with the tab that keeps it. */
export const countUnsavedPages = (): number => new Set(keys().map((key) => key.slice(0, key.lastIndexOf(':')))).size;

/** For the next user of this browser. */
export function forgetUnsavedPages(): void {
  for (const key of keys()) localStorage.removeItem(key);
}
