import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { FontDialog } from './font-dialog';
import { fontFamilies, monospaceFamilies } from './fonts';
import { OwnFonts } from './own-fonts';
import type { Customization } from './use-customization';

interface FontFieldsProps {
  customization: Customization;
  organizationId: string;
  onChange(part: Partial<Customization>): void;
}

/** The fonts of text and code: those that come with Bindery, and those of the organization. */
export function FontFields({ customization, organizationId, onChange }: FontFieldsProps) {
  const own = useList('listCustomFonts', { params: { organizationId } });
  const [isAdding, setAdding] = useState(false);
  const { styling } = customization;
  const font = typeof styling.font === 'string' ? styling.font : styling.font.id;
  const choose = (value: string) => {
    const uploaded = own.items.find(({ id }) => id === value);
    if (uploaded) chooseOwn(uploaded);
    else onChange({ styling: { ...styling, font: value } });
  };
  const chooseOwn = ({ id, custom, fontFamily, fontFaces }: (typeof own.items)[number]) =>
    onChange({ styling: { ...styling, font: { id, custom, fontFamily, fontFaces } } });
  return (
    <details>
      <summary>Fonts</summary>
      <div className="form">
        <SelectField
          label="Text"
          options={[...fontFamilies, ...own.items.map(({ id, fontFamily }) => ({ value: id, label: fontFamily }))]}
          value={font}
          onChange={(event) => choose(event.target.value)}
        />
        <OwnFonts organizationId={organizationId} fonts={own.items} current={font} />
        <div>
          <Button small onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" /> Add a font of your own
          </Button>
        </div>
        {isAdding && (
          <FontDialog organizationId={organizationId} onAdded={chooseOwn} onClose={() => setAdding(false)} />
        )}
        <SelectField
          label="Code"
          options={monospaceFamilies}
          value={styling.monospaceFont}
          onChange={(event) => onChange({ styling: { ...styling, monospaceFont: event.target.value as never } })}
        />
      </div>
    </details>
  );
}
