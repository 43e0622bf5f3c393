import { useList } from '../../api/queries';
import type { QueryOf } from '../../api/contracts';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';

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

interface AuditFiltersProps {
  organizationId: string;
  actions: readonly { id: string; title: string }[];
  filter: AuditFilter;
  onChange(filter: AuditFilter): void;
}

/** Narrows the log by what was done, by whom, to what and when. */
export function AuditFilters({ organizationId, actions, filter, onChange }: AuditFiltersProps) {
  const members = useList('listMembersInOrganizationById', { params: { organizationId }, query: { limit: 1000 } });
  const set = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <div className="filters" role="group" aria-label="Filters">
      <SelectField
        label="Action"
        options={[
          { value: '', label: 'All actions' },
          ...actions.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={filter.action}
        onChange={(event) => set({ action: event.target.value })}
      />
      <SelectField
        label="By"
        options={[
          { value: '', label: 'Everybody' },
          ...members.items.map(({ user }) => ({ value: user.id, label: user.displayName })),
        ]}
        value={filter.actor}
        onChange={(event) => set({ actor: event.target.value })}
      />
      <TextField
        label="From"
        type="date"
        max={filter.to || undefined}
        value={filter.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        min={filter.from || undefined}
        value={filter.to}
        onChange={(event) => set({ to: event.target.value })}
      />
      {filter.target && (
        <Button small onClick={() => set({ target: '' })}>
          Show all targets again
        </Button>
      )}
    </div>
  );
}
