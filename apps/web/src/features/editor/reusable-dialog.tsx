import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { RequestError } from '../../api/client';
import type { AnswerOf, Block } from '../../api/contracts';
import { SelectField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Loading } from '../../ui/states';
import { ReferenceContext } from '../documents/references';
import { readContent } from '../pages/edit-content';

type ReusableContents = AnswerOf<'getRevisionOfChangeRequestById'>['reusableContents'];

interface ReusableDialogProps {
  /** The one that the block shows already. */
  before?: string;
  onSave(block: Block): void;
  onClose(): void;
}

/** Asks which reusable content of the space is shown. */
export function ReusableDialog({ before, onSave, onClose }: ReusableDialogProps) {
  const place = use(ReferenceContext)?.place;
  const listed = useQuery<ReusableContents, RequestError>({
    queryKey: ['list of reusable content', place?.spaceId ?? '', place?.changeRequestId ?? ''],
    staleTime: 0,
    queryFn: async () => (await readContent(place!)).reusableContents,
  });
  const items = listed.data ?? [];
  const [chosen, setChosen] = useState(before);
  const id = chosen ?? items[0]?.id;
  return (
    <FormDialog
      title="Reusable content"
      description="A text that is shown on several pages."
      action={before ? 'Save' : 'Insert'}
      isIncomplete={!id}
      error={listed.error}
      onClose={onClose}
      onSubmit={() => id && onSave(reusableBlock(id))}
    >
      {listed.isPending && <Loading lines={2} />}
      {listed.data && items.length === 0 && (
        <p>The space has none yet. Select blocks and press “Make reusable” above the text to make one.</p>
      )}
      {items.length > 0 && (
        <SelectField
          label="Content"
          value={id}
          options={items.map(({ id: value, title }) => ({ value, label: title }))}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

export const reusableBlock = (reusableContent: string): Block => ({
  object: 'block',
  type: 'reusable-content',
  isVoid: true,
  data: { ref: { kind: 'reusable-content', reusableContent } },
});
