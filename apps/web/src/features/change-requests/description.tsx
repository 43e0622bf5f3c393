import type { Ref } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Failure } from '../../ui/states';
import { Blocks } from '../documents/blocks';
import { plainDocument, plainText, plainTextHint } from '../documents/plain-text';
import { useEditedInPlace } from './use-edited-in-place';
import { useRequestField } from './use-request-field';

type Request = AnswerOf<'getChangeRequestById'>;

const textOf = (description: Request['description']): string => (description ? plainText(description) : '');

/** The description of a change request, which can be changed in place. */
export function Description({ request, canEdit }: { request: Request; canEdit: boolean }) {
  const { isEdited, form, takesFocus, open, close } = useEditedInPlace(request.id);
  if (isEdited) return <DescriptionForm ref={form} request={request} onClose={close} />;
  const isDescribed = textOf(request.description) !== '';
  return (
    <div className="stack">
      {request.description && isDescribed && (
        <div className="document">
          <Blocks nodes={request.description.nodes} />
        </div>
      )}
      {canEdit && request.status !== 'merged' && (
        <div>
          <Button small look="ghost" className="flush" autoFocus={takesFocus} onClick={open}>
            {isDescribed ? 'Change the description' : 'Add a description'}
          </Button>
        </div>
      )}
    </div>
  );
}

interface DescriptionFormProps {
  ref: Ref<HTMLFormElement>;
  request: Request;
  onClose(): void;
}

function DescriptionForm({ ref, request, onClose }: DescriptionFormProps) {
  const field = useRequestField(request, 'description', {
    textOf,
    valueOf: (text) => (text.trim() === '' ? undefined : plainDocument(text)),
    onClose,
  });
  return (
    <form ref={ref} className="form" onSubmit={field.submit}>
      <TextArea
        label="Description"
        hint={plainTextHint(field.begun)}
        rows={4}
        autoFocus
        value={field.text}
        onChange={(event) => field.change(event.target.value)}
      />
      {field.save.error && <Failure error={field.save.error} />}
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={field.save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
