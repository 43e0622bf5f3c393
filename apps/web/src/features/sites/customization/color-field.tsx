import { useId } from 'react';

interface ThemedColor {
  light: string;
  dark: string;
}

interface ColorFieldProps {
  label: string;
  value: ThemedColor;
  onChange(value: ThemedColor): void;
}

/** A colour for light and one for dark. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId();
  return (
    <fieldset className="color-field">
      <legend className="field-label">{label}</legend>
      {(['light', 'dark'] as const).map((theme) => (
        <span key={theme} className="row">
          <input
            id={`${id}-${theme}`}
            type="color"
            value={longHex(value[theme])}
            onChange={(event) => onChange({ ...value, [theme]: event.target.value })}
          />
          <label htmlFor={`${id}-${theme}`}>{theme === 'light' ? 'In light' : 'In dark'}</label>
        </span>
      ))}
    </fieldset>
  );
}

/** Colour inputs take six digits only. */
const longHex = (color: string): string =>
  color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color;
