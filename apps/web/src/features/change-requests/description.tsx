import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Failure } from '../../ui/states';
import { Blocks } from '../documents/blocks';
import { plainDocument, plainText, plainTextHint } from '../documents/plain-text';

/** The description of a change request, which can be changed in place. */
export function Description({ request, canEdit }: { request: AnswerOf<'getChangeRequestById'>; canEdit: boolean }) {
  const [text, setText] = useState<string>();
  const update = useAction('updateChangeRequestById', ['getChangeRequestById']);
  const said = request.description ? plainText(request.description) : '';
  const mayChange = canEdit && request.status !== 'merged';
  if (text === undefined)
    return (
      <div className="stack">
        {request.description && said && (
          <div className="document">
            <Blocks nodes={request.description.nodes} />
          </div>
        )}
        {mayChange && (
          <div>
            <Button small look="ghost" className="flush" onClick={() => setText(said)}>
              {said ? 'Change the description' : 'Add a description'}
            </Button>
          </div>
        )}
      </div>
    );
  const save = () => {
    // A description of which nothing was changed keeps its look.
    if (text === said) return setText(undefined);
    update.mutate(
      {
        params: { spaceId: request.space, changeRequestId: request.id },
        body: { description: text.trim() === '' ? null : plainDocument(text) },
      },
      // Text that was typed while it was saved stays.
      { onSuccess: () => setText((now) => (now === text ? undefined : now)) },
    );
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        label="Description"
        hint={plainTextHint(request.description)}
        rows={4}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {update.error && <Failure error={update.error} />}
      <div className="form-actions">
        <Button onClick={() => setText(undefined)}>Cancel</Button>
        <Button look="primary" type="submit" disabled={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
