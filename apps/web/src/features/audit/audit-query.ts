import type { QueryOf } from '../../api/contracts';

/** A filter of the log; a field is empty where it does not narrow. Days are those of the reader. */
export interface AuditFilter {
  action: string;
  actor: string;
  target: string;
  from: string;
  to: string;
}

const dayLength = 86_400_000;

/** The query of a filter: from the beginning of the first day to the end of the last. */
export function queryOf({
  action,
  actor,
  target,
  from,
  to,
}: AuditFilter): QueryOf<'listAuditEventsInOrganizationById'> {
  const startOf = (day: string) => new Date(`${day}T00:00`);
  return {
    action: action || undefined,
    actor: actor || undefined,
    target: target || undefined,
    from: from ? startOf(from).toISOString() : undefined,
    to: to ? new Date(startOf(to).getTime() + dayLength).toISOString() : undefined,
  };
}
