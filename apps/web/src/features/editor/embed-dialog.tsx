import { useState } from 'react';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';

interface EmbedDialogProps {
  /** The URL that is embedded already. */
  before?: string;
  onEmbed(url: string): void;
  onClose(): void;
}

/** Asks for the URL of what is embedded. */
export function EmbedDialog({ before, onEmbed, onClose }: EmbedDialogProps) {
  const [url, setUrl] = useState(before ?? '');
  return (
    <FormDialog
      title="Embed"
      description="A video, a design or another page, by its URL."
      action={before ? 'Save' : 'Embed'}
      onClose={onClose}
      onSubmit={() => onEmbed(url.trim())}
    >
      <TextField
        label="URL"
        type="url"
        placeholder="https://"
        pattern="https?://.+"
        title="A URL that begins with https://"
        value={url}
        required
        autoFocus
        onChange={(event) => setUrl(event.target.value)}
      />
    </FormDialog>
  );
}
