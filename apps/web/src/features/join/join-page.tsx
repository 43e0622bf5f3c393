import { useParams } from '@tanstack/react-router';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { Empty, Failure } from '../../ui/states';

/** The target of an invite link: asks whether to join, and goes to the organization. */
export default function JoinPage() {
  const { organizationId, inviteId } = useParams({ from: '/join/$organizationId/$inviteId' });
  const join = useAction('joinOrganizationWithInvite', ['listOrganizationsForAuthenticatedUser']);
  const navigate = useNavigateFromHere();
  return (
    <main className="content">
      <Empty isScreen title="You are invited">
        <p>Join the organization to read and write what it shares with you.</p>
        {join.error && <Failure error={join.error} />}
        <Button
          look="primary"
          disabled={join.isPending}
          onClick={() =>
            join.mutate(
              { params: { organizationId, inviteId } },
              { onSuccess: () => void navigate({ to: '/o/$organizationId', params: { organizationId } }) },
            )
          }
        >
          Join
        </Button>
      </Empty>
    </main>
  );
}
