import { useState } from 'react';
import type { Inline } from '../../api/contracts';
import { SelectField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { IconField } from '../../ui/icon-field';
import type { Reference } from '../documents/references';
import { emojiCharacter, emojiCodes } from '../spaces/emoji';
import { TargetPicker } from './target-picker';

type Data = Inline['data'];

export type ShortInline = 'emoji' | 'icon' | 'inline-math';

interface ShortForm {
  title: string;
  hint: string;
  /** The text for what stands already. */
  textOf(data: Data): unknown;
  /** The data for a text; undefined for one that is none. */
  dataOf(text: string): Data | undefined;
}

/** Inlines that are said with one text. */
const forms: Record<ShortInline, ShortForm> = {
  emoji: {
    title: 'Emoji',
    hint: 'One emoji, such as 🚀.',
    textOf: ({ code }) => emojiCharacter(String(code)),
    dataOf: (text) => {
      const code = emojiCodes(text);
      return code === undefined ? undefined : { code };
    },
  },
  icon: {
    title: 'Icon',
    hint: 'The name of a Font Awesome icon, such as rocket.',
    textOf: ({ icon }) => icon,
    dataOf: (text) => (/^[\w-]+$/.test(text) ? { icon: text } : undefined),
  },
  'inline-math': {
    title: 'Formula',
    hint: 'In the language of TeX.',
    textOf: ({ formula }) => formula,
    dataOf: (text) => ({ formula: text }),
  },
};

interface InlineDialogProps {
  before?: Data;
  onSave(inline: Inline): void;
  onClose(): void;
}

const inlineOf = (type: string, data: Data): Inline => ({ object: 'inline', type, isVoid: true, data });

/** Asks for an emoji, an icon or a formula of the text. */
export function ShortInlineDialog({ type, before, onSave, onClose }: InlineDialogProps & { type: ShortInline }) {
  const { title, hint, textOf, dataOf } = forms[type];
  const [text, setText] = useState(() => String((before && textOf(before)) ?? ''));
  const data = dataOf(text.trim());
  return (
    <FormDialog
      title={title}
      action={before ? 'Save' : 'Insert'}
      isIncomplete={text.trim() === '' || !data}
      onClose={onClose}
      onSubmit={() => data && onSave(inlineOf(type, { ...before, ...data }))}
    >
      {type === 'icon' ? (
        <IconField hint={hint} value={text} autoFocus onChange={setText} />
      ) : (
        <TextField label={title} hint={hint} value={text} autoFocus onChange={(event) => setText(event.target.value)} />
      )}
    </FormDialog>
  );
}

const kinds = [
  { value: 'primary', label: 'Filled' },
  { value: 'secondary', label: 'Outlined' },
];

/** Asks for the words of a button, and for where it leads. */
export function ButtonDialog({ before, onSave, onClose }: InlineDialogProps) {
  const [label, setLabel] = useState(String(before?.label ?? ''));
  const [kind, setKind] = useState(before?.kind === 'secondary' ? 'secondary' : 'primary');
  const [ref, setRef] = useState(before?.ref as Reference | undefined);
  return (
    <FormDialog
      title="Button"
      action={before ? 'Save' : 'Insert'}
      isIncomplete={!ref}
      onClose={onClose}
      onSubmit={() => ref && onSave(inlineOf('button', { ...before, label: label.trim(), kind, ref }))}
    >
      <TextField
        label="Label"
        value={label}
        required
        autoFocus
        pattern=".*\S.*"
        onChange={(event) => setLabel(event.target.value)}
      />
      <SelectField
        label="Look"
        value={kind}
        options={kinds}
        onChange={(event) => setKind(event.target.value as typeof kind)}
      />
      <TargetPicker label="Page or URL" value={ref} onChange={setRef} />
    </FormDialog>
  );
}
