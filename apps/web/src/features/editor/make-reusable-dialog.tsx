import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditorView } from 'prosemirror-view';
import { use, useState } from 'react';
import type { RequestError } from '../../api/client';
import type { Document } from '../../api/contracts';
import { useRepeatableCall } from '../../api/use-repeatable-call';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { useNotices } from '../../ui/notices';
import { ReferenceContext } from '../documents/references';
import { editContent } from '../pages/edit-content';
import { reusableBlock } from './reusable-dialog';
import { blocksIn, holdSelected, replaceHeld, selectedRange } from './selected-blocks';

/** Asks for a title, and makes the selected blocks a reusable content that stands in their place. */
export function MakeReusableDialog({ view, onClose }: { view: EditorView; onClose(): void }) {
  const [title, setTitle] = useState('');
  const make = useMakeReusable(view, onClose);
  return (
    <FormDialog
      title="Make reusable"
      description="The selected blocks become a text that other pages can show as well."
      action="Make reusable"
      isBusy={make.isPending}
      error={make.error}
      onClose={onClose}
      onSubmit={() => make.mutate(title.trim())}
    >
      <TextField
        label="Title"
        value={title}
        autoFocus
        required
        maxLength={1000}
        pattern=".*\S.*"
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  );
}

function useMakeReusable(view: EditorView, onMade: () => void) {
  const client = useQueryClient();
  const notices = useNotices();
  const place = use(ReferenceContext)?.place;
  const send = useRepeatableCall();
  return useMutation<string, RequestError, string>({
    mutationFn: async (title) => {
      const document: Document = { object: 'document', data: {}, nodes: blocksIn(selectedRange(view.state)!) };
      view.dispatch(holdSelected(view.state));
      const changes = [{ operation: 'insert_reusable_content' as const, title, document }] as never;
      return (await editContent(place!, changes, {}, send)).insertedReusableContents![0]!.id;
    },
    onSuccess: async (id, title) => {
      await client.invalidateQueries({ queryKey: ['list of reusable content'] });
      const replacing = view.isDestroyed ? undefined : replaceHeld(view.state, reusableBlock(id));
      if (replacing) view.dispatch(replacing);
      else
        notices.error(
          `The blocks were changed in the meantime and stay as they are. You can find “${title}” in the menu of blocks.`,
        );
      onMade();
    },
  });
}
