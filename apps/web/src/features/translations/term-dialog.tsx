import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { IconButton } from '../../ui/button';
import { ConfirmSelect } from '../../ui/confirm-select';
import { FormDialog } from '../../ui/form-dialog';
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
  const update = useAction('updateGlossaryEntries', ['listGlossaryEntries']);
  const submit = () => {
    const operation = entry ? ({ type: 'update', id: entry.id } as const) : ({ type: 'insert' } as const);
    const operations = [{ ...operation, translations: terms }];
    update.mutate({ params: { organizationId }, body: { operations } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={entry ? 'Edit term' : 'Add term'}
      action={entry ? 'Save' : 'Add'}
      isBusy={update.isPending}
      error={update.error}
      onSubmit={submit}
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
