import { useState } from 'react';
import { TextField } from '../../../ui/field';

interface ThemedUrl {
  light: string;
  dark: string;
}

interface ThemedUrlFieldsProps {
  label: string;
  value?: ThemedUrl;
  /** Is told undefined where there is to be no picture. */
  onChange(value?: ThemedUrl): void;
}

/** The URL of a picture, and of another one for dark where that differs. */
export function ThemedUrlFields({ label, value, onChange }: ThemedUrlFieldsProps) {
  const [light, setLight] = useState(value?.light ?? '');
  const [dark, setDark] = useState(value && value.dark !== value.light ? value.dark : '');
  const set = (next: ThemedUrl) => {
    setLight(next.light);
    setDark(next.dark);
    const chosen = next.light || next.dark;
    if (!chosen) onChange(undefined);
    else if (URL.canParse(chosen)) onChange({ light: next.light || next.dark, dark: next.dark || next.light });
  };
  return (
    <>
      <TextField
        label={label}
        type="url"
        placeholder="https://example.com/logo.svg"
        hint="The URL of a picture."
        value={light}
        onChange={(event) => set({ light: event.target.value, dark })}
      />
      <TextField
        label={`${label} in dark`}
        type="url"
        placeholder="The same"
        value={dark}
        onChange={(event) => set({ light, dark: event.target.value })}
      />
    </>
  );
}
