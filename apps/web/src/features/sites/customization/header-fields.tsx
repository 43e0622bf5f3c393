import { SelectField } from '../../../ui/field';
import { ColorField } from './color-field';
import { LinkList, type EditedLink } from './link-list';
import type { Customization } from './use-customization';

interface HeaderFieldsProps {
  header: Customization['header'];
  onChange(header: Customization['header']): void;
}

const presets = [
  { value: 'default', label: 'Plain' },
  { value: 'bold', label: 'In the main colour' },
  { value: 'contrast', label: 'In contrast' },
  { value: 'custom', label: 'In colours of your own' },
  { value: 'none', label: 'No header' },
];
const styles = [
  { value: 'link', label: 'A link' },
  { value: 'button-primary', label: 'A button in the main colour' },
  { value: 'button-secondary', label: 'A plain button' },
];

/** The header of a site: its colour and its links. */
export function HeaderFields({ header, onChange }: HeaderFieldsProps) {
  return (
    <details>
      <summary>Header</summary>
      <div className="form">
        <SelectField
          label="Style of the header"
          options={presets}
          value={header.preset}
          onChange={(event) => onChange({ ...header, preset: event.target.value })}
        />
        {header.preset === 'custom' && (
          <>
            <ColorField
              label="Background of the header"
              value={header.backgroundColor ?? { light: '#ffffff', dark: '#16181d' }}
              onChange={(backgroundColor) => onChange({ ...header, backgroundColor })}
            />
            <ColorField
              label="Links of the header"
              value={header.linkColor ?? { light: '#1c1d21', dark: '#eceef2' }}
              onChange={(linkColor) => onChange({ ...header, linkColor })}
            />
          </>
        )}
        <LinkList
          noun="header link"
          links={header.links}
          blank={() => ({ title: '', to: { kind: 'url', url: '' }, links: [] })}
          onChange={(links) => onChange({ ...header, links })}
          more={(link, name, change) => (
            <>
              <select
                className="input"
                aria-label={`Style of ${name}`}
                value={link.style ?? 'link'}
                onChange={(event) => change({ style: event.target.value })}
              >
                {styles.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <details className="sublinks">
                <summary>Links below it ({link.links.length})</summary>
                <LinkList
                  noun={`link below ${name}`}
                  links={link.links as EditedLink[]}
                  blank={() => ({ title: '', to: { kind: 'url', url: '' } })}
                  onChange={(links) => change({ links: links as typeof link.links })}
                />
              </details>
            </>
          )}
        />
      </div>
    </details>
  );
}
