import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../api/contracts';
import { useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { FontDialog } from './font-dialog';
import { fontFamilies, monospaceFamilies } from './fonts';
import { OwnFonts } from './own-fonts';
import type { Customization } from './use-customization';

type Styling = Customization['styling'];

interface FontFieldsProps {
  customization: Customization;
  organizationId: string;
  onChange(part: Partial<Customization>): void;
}

const definitionOf = ({ id, custom, fontFamily, fontFaces }: ItemOf<'listCustomFonts'>) => ({
  id,
  custom,
  fontFamily,
  fontFaces,
});

/** The fonts of text and code: those that come with Bindery, and those of the organization. */
export function FontFields({ customization, organizationId, onChange }: FontFieldsProps) {
  const own = useList('listCustomFonts', { params: { organizationId } });
  const [isAdding, setAdding] = useState(false);
  const { styling } = customization;
  const idOf = (font: Styling['font']) => (typeof font === 'string' ? font : font.id);
  const [font, monospaceFont] = [idOf(styling.font), idOf(styling.monospaceFont)];
  const choose = (field: 'font' | 'monospaceFont', value: string) => {
    const uploaded = own.items.find(({ id }) => id === value);
    onChange({ styling: { ...styling, [field]: uploaded ? definitionOf(uploaded) : value } });
  };
  const ofOrganization = own.items.map(({ id, fontFamily }) => ({ value: id, label: fontFamily }));
  return (
    <details>
      <summary>Fonts</summary>
      <div className="form">
        <SelectField
          label="Text"
          options={[...fontFamilies, ...ofOrganization]}
          value={font}
          onChange={(event) => choose('font', event.target.value)}
        />
        <OwnFonts organizationId={organizationId} fonts={own.items} current={[font, monospaceFont]} />
        <div>
          <Button small onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" /> Add a font of your own
          </Button>
        </div>
        {isAdding && (
          <FontDialog
            organizationId={organizationId}
            onAdded={(added) => onChange({ styling: { ...styling, font: definitionOf(added) } })}
            onClose={() => setAdding(false)}
          />
        )}
        <SelectField
          label="Code"
          options={[...monospaceFamilies, ...ofOrganization]}
          value={monospaceFont}
          onChange={(event) => choose('monospaceFont', event.target.value)}
        />
      </div>
    </details>
  );
}
