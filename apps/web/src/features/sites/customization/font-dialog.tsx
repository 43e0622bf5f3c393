import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestError } from '../../../api/client';
import type { AnswerOf } from '../../../api/contracts';
import { useRepeatableCall } from '../../../api/use-repeatable-call';
import { useUploads } from '../../../api/use-uploads';
import { TextField } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';

type CustomFont = AnswerOf<'createCustomFont'>;

interface FontDialogProps {
  organizationId: string;
  onAdded(font: CustomFont): void;
  onClose(): void;
}

/** Adds a font to the organization: a file for regular, and one for bold where there is one. */
export function FontDialog({ organizationId, onAdded, onClose }: FontDialogProps) {
  const [fontFamily, setFontFamily] = useState('');
  const [files, setFiles] = useState<Record<number, File>>({});
  const upload = useUploads(organizationId, 'customization_font');
  const send = useRepeatableCall();
  const client = useQueryClient();
  const add = useMutation<CustomFont, RequestError>({
    mutationFn: async () => {
      const faces = Object.entries(files).map(async ([weight, file]) => {
        const type = file.name.endsWith('.woff') ? 'font/woff' : 'font/woff2';
        return { weight: Number(weight), storageKey: await upload(file, type) };
      });
      const body = { fontFamily, fontFaces: await Promise.all(faces) };
      return send('createCustomFont', { params: { organizationId }, body });
    },
    onSuccess: async (font) => {
      await client.invalidateQueries({ queryKey: ['list', 'listCustomFonts'] });
      onAdded(font);
      onClose();
    },
  });
  const file = (weight: number, label: string, required: boolean) => (
    <TextField
      label={label}
      type="file"
      accept=".woff2,.woff"
      required={required}
      onChange={(event) => {
        const chosen = event.target.files?.[0];
        if (chosen) setFiles({ ...files, [weight]: chosen });
      }}
    />
  );
  return (
    <FormDialog
      title="Add a font"
      description="WOFF2 or WOFF. All sites of the organization can use it."
      action="Add"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name of the family"
        required
        maxLength={50}
        value={fontFamily}
        onChange={(event) => setFontFamily(event.target.value)}
      />
      {file(400, 'Regular', true)}
      {file(700, 'Bold', false)}
    </FormDialog>
  );
}
