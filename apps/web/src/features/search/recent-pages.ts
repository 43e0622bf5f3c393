import { userItems } from '../../api/user-items';

/** A page that the user opened in this browser. */
export interface RecentPage {
  title: string;
  emoji?: string;
  icon?: string;
  /** The space that it is in. */
  where: string;
  /** Its path in the app. */
  to: string;
}

const prefix = 'bindery-recent:';
const most = 8;

/** The pages of an organization that were opened last, the newest first. */
export function recentPages(organizationId: string): RecentPage[] {
  try {
    return JSON.parse(userItems(localStorage).getItem(prefix + organizationId) ?? '[]') as RecentPage[];
  } catch {
    return [];
  }
}

/** Puts a page before those that were opened earlier. */
export function rememberPage(organizationId: string, page: RecentPage): void {
  const others = recentPages(organizationId).filter(({ to }) => to !== page.to);
  try {
    userItems(localStorage).setItem(prefix + organizationId, JSON.stringify([page, ...others].slice(0, most)));
  } catch {
    // The storage is full or blocked: the list stays as it is.
  }
}
