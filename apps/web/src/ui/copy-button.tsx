import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button';
import { useNotices } from './notices';

/** Puts a text into the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const notices = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      notices.error('The browser does not let the app copy. Select the text and copy it yourself.');
    }
  };
  return (
    <IconButton label={label} onClick={() => void copy()}>
      {isCopied ? <Check size={16} /> : <Copy size={16} />}
    </IconButton>
  );
}
