import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { ConfirmSelect } from '../../ui/confirm-select';
import { useNotices } from '../../ui/notices';

type Installation = AnswerOf<'getIntegrationInstallationById'>;

interface SelectionFieldProps {
  noun: 'space' | 'site';
  integrationName: string;
  installation: Installation;
}

/** Whether an integration acts on all spaces or sites of the organization, those to come included, or on those that are named. */
export function SelectionField({ noun, integrationName, installation }: SelectionFieldProps) {
  const update = useAction('updateIntegrationInstallation', ['listIntegrationInstallations']);
  const notices = useNotices();
  const name = `${noun}_selection` as const;
  return (
    <ConfirmSelect
      look="field"
      label="It acts on"
      options={[
        { value: 'selected' as const, label: `the ${noun}s below` },
        { value: 'all' as const, label: `all ${noun}s, also those that are made later` },
      ]}
      value={installation[name]}
      isBusy={update.isPending}
      onConfirm={(chosen) =>
        update.mutate(
          {
            params: { integrationName, installationId: installation.id },
            body: { [name]: chosen },
          },
          notices.outcome(
            chosen === 'all' ? `It acts on all ${noun}s now.` : `It acts only on the ${noun}s that are named.`,
          ),
        )
      }
    />
  );
}
