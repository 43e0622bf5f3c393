import { useState } from 'react';
import type { Space } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { CheckField, SelectField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { languageOptions, type Language } from './languages';

interface CreateTranslationDialogProps {
  organizationId: string;
  spaces: readonly Space[];
  onClose(): void;
}

/** Translates a space into a space of its own. */
export function CreateTranslationDialog({ organizationId, spaces, onClose }: CreateTranslationDialogProps) {
  const [spaceId, setSpaceId] = useState('');
  const [from, setFrom] = useState<string>('en');
  const [to, setTo] = useState('');
  const [automatic, setAutomatic] = useState(true);
  const create = useAction('createTranslation', ['listTranslations', 'listSpacesInOrganizationById']);
  const navigate = useNavigateFromHere();
  const submit = () => {
    const source = { space: spaceId, language: from as Language };
    create.mutate(
      { params: { organizationId }, body: { source, language: to as Language, automatic } },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate({
            to: '/o/$organizationId/translations/$translationId',
            params: { organizationId, translationId: id },
          });
        },
      },
    );
  };
  return (
    <FormDialog
      title="New translation"
      description="The translation is a space of its own, which you publish beside the source."
      action="Translate"
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Space"
        required
        options={[
          { value: '', label: 'Choose a space…' },
          ...spaces.map(({ id, title }) => ({ value: id, label: title || 'Untitled' })),
        ]}
        value={spaceId}
        onChange={(event) => {
          setSpaceId(event.target.value);
          setFrom(spaces.find(({ id }) => id === event.target.value)?.language ?? from);
        }}
      />
      <SelectField
        label="It is in"
        options={languageOptions}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <SelectField
        label="Translate into"
        required
        options={[{ value: '', label: 'Choose a language…' }, ...languageOptions.filter(({ value }) => value !== from)]}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <CheckField
        label="Translate again whenever the space changes"
        checked={automatic}
        onChange={(event) => setAutomatic(event.target.checked)}
      />
    </FormDialog>
  );
}
