import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { Button, IconButton } from '../../ui/button';
import { Failure } from '../../ui/states';

/** The subject, which can be changed in place. */
export function Subject({ request, canEdit }: { request: AnswerOf<'getChangeRequestById'>; canEdit: boolean }) {
  const [text, setText] = useState<string>();
  const update = useAction('updateChangeRequestById', ['getChangeRequestById', 'listChangeRequestsForSpace']);
  const params = { spaceId: request.space, changeRequestId: request.id };
  if (text === undefined)
    return (
      <div className="row">
        <h1>{request.subject || 'Untitled'}</h1>
        {canEdit && request.status !== 'merged' && (
          <IconButton label="Change the subject" onClick={() => setText(request.subject)}>
            <Pencil size={16} />
          </IconButton>
        )}
      </div>
    );
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        // Text that was typed while it was saved stays.
        const onSuccess = () => setText((now) => (now === text ? undefined : now));
        update.mutate({ params, body: { subject: text } }, { onSuccess });
      }}
    >
      <h1 className="visually-hidden">{request.subject || 'Untitled'}</h1>
      <input
        className="input"
        style={{ flex: 1 }}
        aria-label="Subject"
        value={text}
        maxLength={100}
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <Button onClick={() => setText(undefined)}>Cancel</Button>
      <Button look="primary" type="submit" disabled={update.isPending}>
        Save
      </Button>
      {update.error && <Failure error={update.error} />}
    </form>
  );
}
