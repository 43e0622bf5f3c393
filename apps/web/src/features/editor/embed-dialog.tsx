import { useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';

/** Asks for the address of what is embedded. */
export function EmbedDialog({ onClose, onEmbed }: { onClose(): void; onEmbed(url: string): void }) {
  const [url, setUrl] = useState('');
  return (
    <Dialog title="Embed" description="A video, a design or another page, by its address." isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onEmbed(url.trim());
          onClose();
        }}
      >
        <TextField
          label="Address"
          type="url"
          placeholder="https://"
          pattern="https?://.+"
          title="An address that begins with https://"
          value={url}
          required
          autoFocus
          onChange={(event) => setUrl(event.target.value)}
        />
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Embed
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
