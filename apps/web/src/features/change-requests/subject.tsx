import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { Button, IconButton } from '../../ui/button';
import { Failure } from '../../ui/states';
import { useRequestField } from './use-request-field';

type Request = AnswerOf<'getChangeRequestById'>;

/** The subject, which can be changed in place. */
export function Subject({ request, canEdit }: { request: Request; canEdit: boolean }) {
  // The screen stays while another change request is opened in it.
  const [edited, setEdited] = useState<string>();
  if (edited === request.id) return <SubjectForm request={request} onClose={() => setEdited(undefined)} />;
  return (
    <div className="row">
      <h1>{request.subject || 'Untitled'}</h1>
      {canEdit && request.status !== 'merged' && (
        <IconButton label="Change the subject" onClick={() => setEdited(request.id)}>
          <Pencil size={16} />
        </IconButton>
      )}
    </div>
  );
}

function SubjectForm({ request, onClose }: { request: Request; onClose(): void }) {
  const same = (text: string) => text;
  const field = useRequestField(request, 'subject', { textOf: same, valueOf: same, onClose });
  return (
    <form className="row" onSubmit={field.submit}>
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
