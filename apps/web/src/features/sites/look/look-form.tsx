import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import { ColorField } from './color-field';
import { FaviconFields } from './favicon-fields';
import { fontFamilies, monospaceFamilies } from './fonts';
import { FontDialog } from './font-dialog';
import { FooterFields } from './footer-fields';
import { HeaderFields } from './header-fields';
import { ThemedUrlFields } from './themed-url-fields';
import type { Look } from './use-look';

interface LookFormProps {
  look: Look;
  organizationId: string;
  onChange(look: Look): void;
}

const themes = [
  { value: 'clean', label: 'Clean' },
  { value: 'muted', label: 'Muted' },
  { value: 'bold', label: 'Bold' },
  { value: 'gradient', label: 'Gradient' },
];
const corners = [
  { value: 'straight', label: 'Straight' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'circular', label: 'Round' },
];

/** The settings of a look, the most used first. */
export function LookForm({ look, organizationId, onChange }: LookFormProps) {
  const change = (part: Partial<Look>) => onChange({ ...look, ...part });
  return (
    <>
      <details open>
        <summary>Name and logo</summary>
        <div className="form">
          <TextField
            label="Title that readers see"
            minLength={2}
            maxLength={128}
            value={look.title ?? ''}
            placeholder="As the site is called"
            onChange={(event) => change({ title: event.target.value || undefined })}
          />
          <ThemedUrlFields
            label="Logo"
            value={look.header.logo}
            onChange={(logo) => change({ header: { ...look.header, logo } })}
          />
          <FaviconFields favicon={look.favicon} onChange={(favicon) => change({ favicon })} />
        </div>
      </details>
      <Colors look={look} onChange={change} />
      <Fonts look={look} organizationId={organizationId} onChange={change} />
      <HeaderFields header={look.header} onChange={(header) => change({ header })} />
      <FooterFields footer={look.footer} onChange={(footer) => change({ footer })} />
      <Announcement look={look} onChange={change} />
      <Extras look={look} onChange={change} />
    </>
  );
}

interface PartProps {
  look: Look;
  onChange(part: Partial<Look>): void;
}

function Colors({ look, onChange }: PartProps) {
  const { styling } = look;
  const style = (part: Partial<Look['styling']>) => onChange({ styling: { ...styling, ...part } });
  return (
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
        <SelectField
          label="Corners"
          options={corners}
          value={styling.corners}
          onChange={(event) => style({ corners: event.target.value })}
        />
        <SelectField
          label="Shown first"
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={look.themes.default}
          onChange={(event) => onChange({ themes: { ...look.themes, default: event.target.value } })}
        />
        <CheckField
          label="Readers may switch between light and dark"
          checked={look.themes.toggeable}
          onChange={(event) => onChange({ themes: { ...look.themes, toggeable: event.target.checked } })}
        />
      </div>
    </details>
  );
}

function Fonts({ look, organizationId, onChange }: PartProps & { organizationId: string }) {
  const own = useList('listCustomFonts', { params: { organizationId } });
  const [isAdding, setAdding] = useState(false);
  const { styling } = look;
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

const announcementStyles = ['info', 'success', 'warning', 'danger'].map((value) => ({
  value,
  label: value[0]!.toUpperCase() + value.slice(1),
}));

function Announcement({ look, onChange }: PartProps) {
  const value = look.announcement ?? { enabled: false, message: '', style: 'info' };
  const set = (part: Partial<typeof value>) => onChange({ announcement: { ...value, ...part } });
  return (
    <details>
      <summary>Announcement</summary>
      <div className="form">
        <CheckField
          label="Show an announcement above each page"
          checked={value.enabled}
          onChange={(event) =>
            // An announcement has words from the start; without them the API takes none.
            set({ enabled: event.target.checked, message: value.message || 'Something new' })
          }
        />
        {value.enabled && (
          <>
            <TextField
              label="What it says"
              required
              minLength={2}
              maxLength={128}
              value={value.message}
              onChange={(event) => set({ message: event.target.value })}
            />
            <SelectField
              label="Colour of the announcement"
              options={announcementStyles}
              value={value.style}
              onChange={(event) => set({ style: event.target.value })}
            />
          </>
        )}
      </div>
    </details>
  );
}

function Extras({ look, onChange }: PartProps) {
  return (
    <details>
      <summary>On each page</summary>
      <div className="stack">
        <CheckField
          label="Ask readers whether the page helped"
          checked={look.feedback.enabled}
          onChange={(event) => onChange({ feedback: { enabled: event.target.checked } })}
        />
        <CheckField
          label="Link to the next and the previous page"
          checked={look.pagination.enabled}
          onChange={(event) => onChange({ pagination: { enabled: event.target.checked } })}
        />
        <CheckField
          label="Offer the page as a PDF"
          checked={look.pdf.enabled}
          onChange={(event) => onChange({ pdf: { enabled: event.target.checked } })}
        />
        <CheckField
          label="Offer the page as Markdown"
          checked={look.pageActions.markdown}
          onChange={(event) => onChange({ pageActions: { ...look.pageActions, markdown: event.target.checked } })}
        />
        <CheckField
          label="Link to the source of the page in Git"
          checked={look.git.showEditLink}
          onChange={(event) => onChange({ git: { showEditLink: event.target.checked } })}
        />
      </div>
    </details>
  );
}
