import { useState } from 'react';
import { SelectField, TextField } from '../../../ui/field';
import { emojiCharacter, emojiCodes, problemOfEmoji } from '../../spaces/emoji';
import { ThemedUrlFields } from './themed-url-fields';
import type { Customization } from './use-customization';

type Favicon = Customization['favicon'];

interface FaviconFieldsProps {
  favicon: Favicon;
  onChange(favicon: Favicon): void;
}

const kinds = [
  { value: 'none', label: 'None' },
  { value: 'emoji', label: 'An emoji' },
  { value: 'icon', label: 'A picture' },
];
const kindOf = ({ icon, emoji }: Favicon) => (icon ? 'icon' : emoji ? 'emoji' : 'none');

/** The icon of the browser tab: an emoji, or a picture. */
export function FaviconFields({ favicon, onChange }: FaviconFieldsProps) {
  const [kind, setKind] = useState(kindOf(favicon));
  const [text, setText] = useState((favicon.emoji && (emojiCharacter(favicon.emoji) ?? favicon.emoji)) ?? '');
  return (
    <>
      <SelectField
        label="Icon of the browser tab"
        options={kinds}
        value={kind}
        onChange={({ target }) => {
          setKind(target.value as typeof kind);
          setText('');
          onChange({});
        }}
      />
      {kind === 'emoji' && (
        <TextField
          label="Emoji of the tab"
          required
          maxLength={20}
          value={text}
          problem={problemOfEmoji(text)}
          onChange={({ target }) => {
            setText(target.value);
            const emoji = emojiCodes(target.value.trim());
            onChange(emoji ? { emoji } : {});
          }}
        />
      )}
      {kind === 'icon' && (
        <ThemedUrlFields
          label="Picture of the tab"
          value={favicon.icon}
          onChange={(icon) => onChange(icon ? { icon } : {})}
        />
      )}
    </>
  );
}
