import { Pencil } from 'lucide-react';
import type { Ref } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { Button, IconButton } from '../../ui/button';
import { Failure } from '../../ui/states';
import { useEditedInPlace } from './use-edited-in-place';
import { useRequestField } from './use-request-field';

type Request = AnswerOf<'getChangeRequestById'>;

/** The subject, which can be changed in place. */
export function Subject({ request, canEdit }: { request: Request; canEdit: boolean }) {
  const { isEdited, form, takesFocus, open, close } = useEditedInPlace(request.id);
  if (isEdited) return <SubjectForm ref={form} request={request} onClose={close} />;
  return (
    <div className="row">
      <h1>{request.subject || 'Untitled'}</h1>
      {canEdit && request.status !== 'merged' && (
        <IconButton label="Change the subject" autoFocus={takesFocus} onClick={open}>
          <Pencil size={16} />
        </IconButton>
      )}
    </div>
  );
}

interface SubjectFormProps {
  ref: Ref<HTMLFormElement>;
  request: Request;
  onClose(): void;
}

function SubjectForm({ ref, request, onClose }: SubjectFormProps) {
  const same = (text: string) => text;
  const field = useRequestField(request, 'subject', { textOf: same, valueOf: same, onClose });
  return (
    <form ref={ref} className="row" onSubmit={field.submit}>
      <h1 className="visually-hidden">{request.subject || 'Untitled'}</h1>
      <input
        className="input"
        style={{ flex: 1 }}
        aria-label="Subject"
        value={field.text}
        maxLength={100}
        autoFocus
        onChange={(event) => field.change(event.target.value)}
      />
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" type="submit" disabled={field.save.isPending}>
        Save
      </Button>
      {field.save.error && <Failure error={field.save.error} />}
    </form>
  );
}
