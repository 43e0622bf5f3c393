import { SelectField } from '../../../ui/field';
import { ColorField } from './color-field';
import { LinkList } from './link-list';
import type { Look } from './use-look';

interface HeaderFieldsProps {
  header: Look['header'];
  onChange(header: Look['header']): void;
}

const presets = [
  { value: 'default', label: 'Plain' },
  { value: 'bold', label: 'In the main colour' },
  { value: 'contrast', label: 'In contrast' },
  { value: 'custom', label: 'In colours of your own' },
  { value: 'none', label: 'No header' },
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
        />
      </div>
    </details>
  );
}
