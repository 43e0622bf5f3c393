/** A page that was opened in this browser. */
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
    return JSON.parse(localStorage.getItem(prefix + organizationId) ?? '[]') as RecentPage[];
  } catch {
    return [];
  }
}

/** Puts a page before those that were opened earlier. */
export function rememberPage(organizationId: string, page: RecentPage): void {
  const others = recentPages(organizationId).filter(({ to }) => to !== page.to);
  try {
    localStorage.setItem(prefix + organizationId, JSON.stringify([page, ...others].slice(0, most)));
  } catch {
    // The storage is full or blocked: the list stays as it is.
  }
}

/** For the next user of this browser. */
export function forgetPages(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
