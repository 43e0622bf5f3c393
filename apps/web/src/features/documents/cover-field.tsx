import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { useFileURL, type Reference } from './references';

interface CoverFieldProps {
  label?: string;
  value: Reference | undefined;
  /** Uploads an image and answers its id. */
  upload(file: File, onProgress: (part: number) => void): Promise<string>;
  onChange(value: Reference | undefined): void;
}

/** A field for an image, such as the one above a card or a page. */
export function CoverField({ label = 'Cover', value, upload, onChange }: CoverFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState('');
  const src = useFileURL(value);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setState('Uploading…');
    try {
      onChange({
        kind: 'file',
        file: await upload(file, (part) => setState(`Uploading… ${Math.round(part * 100)} %`)),
      });
      setState('');
    } catch (error) {
      setState(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="field" role="group" aria-label={label}>
      <span className="field-label">{label}</span>
      {src && <img className="cover-preview" src={src} alt="" />}
      <div className="row">
        <Button small onClick={() => input.current?.click()}>
          {value ? 'Choose another image' : 'Choose an image'}
        </Button>
        {value && (
          <Button small look="ghost" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
        <span className="muted" role="status">
          {state}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          void send(target.files?.[0]);
          // The browser says nothing where the file that it holds is chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
