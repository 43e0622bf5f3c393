import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import type { ItemOf } from '../../api/contracts';
import { readAgain } from '../../api/queries';
import { useChange } from '../../api/use-change';
import { IconButton } from '../../ui/button';
import { ConfirmSelect } from '../../ui/confirm-select';
import { FormDialog } from '../../ui/form-dialog';
import { useChangedFields } from '../../ui/use-changed-fields';
import { languageOptions, nameOfLanguage } from './languages';

interface TermDialogProps {
  organizationId: string;
  /** The term to change; a new one when absent. */
  entry?: ItemOf<'listGlossaryEntries'>;
  onClose(): void;
}

/** One term in several languages. */
export function TermDialog({ organizationId, entry, onClose }: TermDialogProps) {
  const [terms, setTerms] = useState<Record<string, string>>({ ...(entry?.translations ?? { en: '' }) });
  const { changed } = useChangedFields(terms);
  const client = useQueryClient();
  /** All languages of the entry: those that were not changed here as they are stored now. */
  const merged = async (id: string, begun: object) => {
    const params = { organizationId, glossaryEntryId: id };
    const { translations } = await call('getGlossaryEntry', { params });
    const isRemoved = (language: string) => language in begun && !(language in terms);
    const others = Object.entries(translations).filter(([language]) => !isRemoved(language));
    return { ...Object.fromEntries(others), ...changed };
  };
  const update = useChange<void, void>(
    async () => {
      const operation = entry
        ? { type: 'update' as const, id: entry.id, translations: await merged(entry.id, entry.translations) }
        : { type: 'insert' as const, translations: terms };
      await call('updateGlossaryEntries', { params: { organizationId }, body: { operations: [operation] } });
    },
    () => readAgain(client, ['listGlossaryEntries']),
  );
  return (
    <FormDialog
      title={entry ? 'Edit term' : 'Add term'}
      action={entry ? 'Save' : 'Add'}
      isBusy={update.isPending}
      error={update.error}
      onSubmit={() => update.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {Object.entries(terms).map(([language, term]) => (
        <div key={language} className="field">
          <label htmlFor={`term-${language}`}>{nameOfLanguage(language)}</label>
          <span className="row">
            <input
              id={`term-${language}`}
              className="input flexible"
              required
              maxLength={255}
              value={term}
              onChange={(event) => setTerms({ ...terms, [language]: event.target.value })}
            />
            <IconButton
              label={`Remove ${nameOfLanguage(language)}`}
              disabled={Object.keys(terms).length === 1}
              onClick={() => setTerms(Object.fromEntries(Object.entries(terms).filter(([code]) => code !== language)))}
            >
              <Trash2 size={15} />
            </IconButton>
          </span>
        </div>
      ))}
      <ConfirmSelect
        look="wide"
        label="Add a language"
        action="Add language"
        options={[{ value: '', label: 'Add a language…' }, ...languageOptions.filter(({ value }) => !(value in terms))]}
        value=""
        onConfirm={(language) => setTerms({ ...terms, [language]: '' })}
      />
    </FormDialog>
  );
}
