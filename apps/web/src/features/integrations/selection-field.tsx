import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { SelectField } from '../../ui/field';
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
    <SelectField
      label="It acts on"
      options={[
        { value: 'selected', label: `the ${noun}s below` },
        { value: 'all', label: `all ${noun}s, also those that are made later` },
      ]}
      value={installation[name]}
      disabled={update.isPending}
      onChange={({ target }) =>
        update.mutate(
          {
            params: { integrationName, installationId: installation.id },
            body: { [name]: target.value as Installation[typeof name] },
          },
          notices.outcome(
            target.value === 'all' ? `It acts on all ${noun}s now.` : `It acts only on the ${noun}s that are named.`,
          ),
        )
      }
    />
  );
}
