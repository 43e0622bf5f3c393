import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useNotices } from '../../ui/notices';

interface PublicationProps {
  organizationId: string;
  integration: AnswerOf<'getIntegrationByName'>;
}

const audiences: Record<string, string> = {
  public: 'Every organization can install it.',
  unlisted: 'Organizations that know its name can install it.',
  private: 'Only the organization that publishes it can install it.',
};

/** The version of an integration that is published, for those who publish it. */
export function Publication({ organizationId, integration }: PublicationProps) {
  const [isAsking, setAsking] = useState(false);
  const unpublish = useAction('unpublishIntegration', [
    'listOrganizationInstallations',
    'listOrganizationIntegrations',
  ]);
  const navigate = useNavigateFromHere();
  const notices = useNotices();
  const { name, title, version, visibility } = integration;
  return (
    <section className="section" aria-label="Publication">
      <h2>Publication</h2>
      <p className="muted">
        Version {version}. {audiences[visibility]} New versions are published with the command line @gitbook/cli.
      </p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Unpublish
        </Button>
      </div>
      <ConfirmDialog
        title={`Unpublish ${title}?`}
        description="It is uninstalled everywhere at once, with its configurations. Publishing it again brings back neither."
        action="Unpublish"
        isOpen={isAsking}
        isBusy={unpublish.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          unpublish.mutate(
            { params: { integrationName: name } },
            {
              onSuccess: () => {
                notices.success(`${title} is unpublished.`);
                void navigate({ to: '/o/$organizationId/integrations', params: { organizationId } });
              },
              onError: notices.error,
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </section>
  );
}
