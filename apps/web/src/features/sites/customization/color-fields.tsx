import { CheckField, SelectField } from '../../../ui/field';
import { ColorField } from './color-field';
import type { Customization } from './use-customization';

interface ColorFieldsProps {
  customization: Customization;
  onChange(part: Partial<Customization>): void;
}

const themes = [
  { value: 'clean', label: 'Clean' },
  { value: 'muted', label: 'Muted' },
  { value: 'bold', label: 'Bold' },
  { value: 'gradient', label: 'Gradient' },
];
const hints = [
  ['infoColor', 'Hints'],
  ['successColor', 'Hints about success'],
  ['warningColor', 'Warnings'],
  ['dangerColor', 'Hints about danger'],
] as const;

/** The colours of a site, and which of light and dark is shown first. */
export function ColorFields({ customization, onChange }: ColorFieldsProps) {
  const { styling } = customization;
  const style = (part: Partial<Customization['styling']>) => onChange({ styling: { ...styling, ...part } });
  return (
    <>
      <details open>
        <summary>Colours</summary>
        <div className="form">
          <SelectField
            label="Theme"
            options={themes}
            value={styling.theme}
            onChange={(event) => style({ theme: event.target.value })}
          />
          <ColorField
            label="Main colour"
            value={styling.primaryColor}
            onChange={(primaryColor) => style({ primaryColor })}
          />
          <CheckField
            label="Tint text and background"
            checked={styling.tint !== undefined}
            onChange={(event) => style({ tint: event.target.checked ? { color: styling.primaryColor } : undefined })}
          />
          {styling.tint && (
            <ColorField label="Tint" value={styling.tint.color} onChange={(color) => style({ tint: { color } })} />
          )}
          <SelectField
            label="Shown first"
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={customization.themes.default}
            onChange={(event) => onChange({ themes: { ...customization.themes, default: event.target.value } })}
          />
          <CheckField
            label="Readers may switch between light and dark"
            checked={customization.themes.toggeable}
            onChange={(event) => onChange({ themes: { ...customization.themes, toggeable: event.target.checked } })}
          />
        </div>
      </details>
      <details>
        <summary>Colours of hints</summary>
        <div className="form">
          {hints.map(([name, label]) => (
            <ColorField key={name} label={label} value={styling[name]} onChange={(color) => style({ [name]: color })} />
          ))}
        </div>
      </details>
    </>
  );
}
