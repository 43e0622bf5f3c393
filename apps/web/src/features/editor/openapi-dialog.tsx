import { use, useState } from 'react';
import type { Block } from '../../api/contracts';
import { useList } from '../../api/queries';
import { SelectField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { ReferenceContext } from '../documents/references';
import { partsOf, type SpecificationPart } from '../openapi/specification-parts';
import { useSpecificationContent } from '../openapi/use-specification-content';
import { blockOf, choiceOf, keyIn, keyOf, specIn } from './openapi-choice';

interface OpenAPIDialogProps {
  /** The data of the block that is changed. */
  before?: Block['data'];
  onSave(block: Block): void;
  onClose(): void;
}

/** Asks for a specification, and for the operation, webhook or model of it that the page shows. */
export function OpenAPIDialog({ before, onSave, onClose }: OpenAPIDialogProps) {
  const organizationId = use(ReferenceContext)?.place.organizationId ?? '';
  const specifications = useList('listOpenAPISpecs', { params: { organizationId }, query: { limit: 100 } });
  const [given, setSpecification] = useState(specIn(before));
  const slug = given ?? specifications.items[0]?.slug;
  const content = useSpecificationContent(organizationId, slug);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(keyIn(before));
  const { found, part } = choiceOf(partsOf(content.data), text, chosen);
  const save = () => {
    if (!slug || !part) return;
    const isChanged = slug !== specIn(before) || keyOf(part) !== keyIn(before);
    if (isChanged) onSave(blockOf(slug, part));
    else onClose();
  };
  const shown = found.slice(0, 500);
  // A browser would mark the first option where the choice is none of them.
  const others = part && shown.includes(part) ? [] : [part];
  const isEmpty = !specifications.isPending && specifications.items.length === 0;
  return (
    <FormDialog
      title="OpenAPI"
      description="An operation, a webhook or a model of a specification."
      action={before ? 'Save' : 'Insert'}
      isIncomplete={!slug || !part}
      error={specifications.error ?? content.error}
      onClose={onClose}
      onSubmit={save}
    >
      {isEmpty ? (
        <p>The organization has no specification yet. Add one under “OpenAPI” in the menu on the left.</p>
      ) : (
        <>
          <SelectField
            label="Specification"
            value={slug ?? ''}
            options={specifications.items.map((one) => ({ value: one.slug, label: one.slug }))}
            onChange={(event) => {
              setSpecification(event.target.value);
              setChosen(undefined);
            }}
          />
          <TextField
            label="Search"
            hint="By path, method or summary."
            value={text}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
          <SelectField
            label="Show"
            size={8}
            value={part ? keyOf(part) : ''}
            options={[...others, ...shown].map((one) => ({
              value: one ? keyOf(one) : '',
              label: one ? labelOf(one) : 'Choose…',
            }))}
            onChange={(event) => setChosen(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

const labelOf = ({ kind, name, method, summary }: SpecificationPart): string =>
  [kind === 'schema' ? `Model ${name}` : `${method!.toUpperCase()} ${name}`, kind === 'webhook' && 'webhook', summary]
    .filter(Boolean)
    .join(' · ');
