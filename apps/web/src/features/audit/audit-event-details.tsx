import { useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';

interface AuditEventDetailsProps {
  organizationId: string;
  eventId: string;
  /** Is told the id of what was changed, to narrow the log to it. */
  onTarget(id: string): void;
}

/** The details of one entry of the log. */
export function AuditEventDetails({ organizationId, eventId, onTarget }: AuditEventDetailsProps) {
  const event = useOperation('getAuditEventInOrganizationById', {
    params: { organizationId, auditEventId: eventId },
  });
  if (event.error) return <Failure error={event.error} />;
  if (!event.data) return <Loading lines={2} />;
  const { action, createdAt, target, token, payload } = event.data;
  const rows = [
    ['Operation', action],
    ['Time', new Date(createdAt).toLocaleString()],
    ['Target', target.id],
    ['Token', token],
    ...Object.entries(payload),
  ];
  return (
    <div className="full stack">
      <dl className="details">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button small onClick={() => onTarget(target.id)}>
          Show all of this target
        </Button>
      </div>
    </div>
  );
}
