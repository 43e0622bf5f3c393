import { useRef, useState, type FormEvent } from 'react';
import { call, callWithTag } from '../../api/client';
import type { BodyOf, ChangeRequest } from '../../api/contracts';
import { useSavedValue } from '../../api/use-saved-value';

interface RequestFieldOptions<V> {
  textOf(value: V): string;
  valueOf(text: string): V;
  /** Closes the form, once its text is saved. */
  onClose(): void;
}

/** The text in the form of one field of a change request. Only a changed text is saved, and only over the value with which the form began. */
export function useRequestField<F extends 'subject' | 'description'>(
  request: ChangeRequest,
  field: F,
  { textOf, valueOf, onClose }: RequestFieldOptions<ChangeRequest[F]>,
) {
  const [begun] = useState(() => ({ value: request[field], text: textOf(request[field]) }));
  const [text, setText] = useState(begun.text);
  const latest = useRef(text);
  const params = { spaceId: request.space, changeRequestId: request.id };
  const { save, isChanged } = useSavedValue<ChangeRequest[F]>({
    value: begun.value,
    read: async () => {
      const { answer, tag } = await callWithTag('getChangeRequestById', { params });
      return { value: answer[field], tag };
    },
    write: async (value, ifMatch) => {
      const body = { [field]: value ?? null } as BodyOf<'updateChangeRequestById'>;
      return (await call('updateChangeRequestById', { params, body, ifMatch }))[field];
    },
    changes: ['getChangeRequestById', 'listChangeRequestsForSpace'],
  });
  return {
    /** The value with which the form began. */
    begun: begun.value,
    text,
    save,
    change: (next: string) => {
      latest.current = next;
      setText(next);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      // The same text is the same value, with its formatting.
      const value = text === begun.text ? begun.value : valueOf(text);
      if (!isChanged(value)) return onClose();
      // Text that was typed while it was saved stays.
      save.mutate(value, { onSuccess: () => latest.current === text && onClose() });
    },
  };
}
