import { useState } from 'react';
import { useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useNotices } from '../../ui/notices';

/** The key with which requests to an integration are signed, for those who publish it. */
export function SigningSecret({ integrationName }: { integrationName: string }) {
  const [isAsking, setAsking] = useState(false);
  const rotate = useAction('rotateIntegrationSigningSecret');
  const notices = useNotices();
  return (
    <section className="section" aria-label="Signing secret">
      <h2>Signing secret</h2>
      <p className="muted">
        Requests to the integration are signed, so that it knows whose they are. Its script gets the secret from
        Bindery; nobody else needs it. Make a new one where it may be known to others.
      </p>
      <div>
        <Button onClick={() => setAsking(true)}>Make a new secret</Button>
      </div>
      <ConfirmDialog
        title="Make a new signing secret?"
        description="For a day, requests are signed with the new secret and with the present one. After that the present one stops working. This cannot be undone."
        action="Make a new secret"
        isOpen={isAsking}
        isBusy={rotate.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          rotate.mutate(
            { params: { integrationName } },
            {
              ...notices.outcome('There is a new secret. The old one stays valid for one more day.'),
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </section>
  );
}
