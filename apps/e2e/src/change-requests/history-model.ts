import type { ChangeRequest } from '@bindery/contracts';

/** A change request of one page, as one step after the other makes it. */
export interface Draft {
  id: string;
  page: string;
  status: ChangeRequest['status'];
  /** The text of the draft's page, null without one, and the text of main when the draft last took it. */
  text: string | null;
  ancestor: string | null;
  /** Both versions stand in the draft, until an edit decides. */
  conflicting: boolean;
}

/** A sequential model of change requests on pages of one paragraph, and of the answer to each call. */
export class HistoryModel {
  readonly drafts: Draft[] = [];
  /** The space is deleted. */
  hidden = false;

  constructor(readonly main: Map<string, string | null>) {}

  propose(id: string, page: string): void {
    const text = this.main.get(page)!;
    this.drafts.push({ id, page, status: 'draft', text, ancestor: text, conflicting: false });
  }

  /** Answers the status of an edit to this text, or of a deletion of the page. */
  edit(draft: Draft, text: string | null): number {
    if (this.hidden) return 404;
    if (!isActive(draft)) return 409;
    if (draft.text === null) return 404;
    draft.text = text;
    // An edit of a page decides what was in conflict about it.
    draft.conflicting = false;
    return 200;
  }

  become(draft: Draft, status: ChangeRequest['status']): number {
    if (this.hidden) return 404;
    if (draft.status === 'merged') return 409;
    draft.status = status;
    return 200;
  }

  bringTogether(draft: Draft, action: 'merge' | 'update'): { status: number; result?: string } {
    if (this.hidden) return { status: 404 };
    if (!isActive(draft)) return { status: 409 };
    const { text, ancestor, page } = draft;
    const main = this.main.get(page)!;
    if (draft.conflicting) {
      if (action === 'update') draft.ancestor = main;
      return { status: 200, result: 'conflicts' };
    }
    if (text !== ancestor && main !== ancestor && text !== main) {
      draft.conflicting = true;
      draft.ancestor = main;
      // Of a deletion and an edit, the edit stays; of two edits both stay.
      draft.text = text ?? main;
      return { status: 200, result: 'conflicts' };
    }
    if (text === ancestor) draft.text = main;
    if (action === 'update') {
      draft.ancestor = main;
      return { status: 200, result: 'update' };
    }
    draft.status = 'merged';
    this.main.set(page, draft.text);
    return { status: 200, result: 'merge' };
  }
}

const isActive = ({ status }: Draft): boolean => status === 'draft' || status === 'open';
