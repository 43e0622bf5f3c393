import { useRef, useState } from 'react';

/** Whether a form stands in the place of what it changes, for a change request. The button that opens it takes the focus back. */
export function useEditedInPlace(changeRequestId: string) {
  // The screen stays while another change request is opened in it.
  const [edited, setEdited] = useState<string>();
  const [takesFocus, setTakesFocus] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  return {
    isEdited: edited === changeRequestId,
    form,
    /** Whether the button has the focus when it is drawn again. */
    takesFocus,
    open: () => setEdited(changeRequestId),
    close(): void {
      const { activeElement, body } = document;
      // The button that saves loses the focus while it is disabled. A user who has gone on elsewhere keeps it there.
      setTakesFocus(activeElement === body || form.current?.contains(activeElement) === true);
      setEdited(undefined);
    },
  };
}
