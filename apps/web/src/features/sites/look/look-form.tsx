import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { capitalized } from '../../../ui/capitalized';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import { ColorFields } from './color-fields';
import { FaviconFields } from './favicon-fields';
import { fontFamilies, monospaceFamilies } from './fonts';
import { FontDialog } from './font-dialog';
import { FooterFields } from './footer-fields';
import { HeaderFields } from './header-fields';
import { OwnFonts } from './own-fonts';
import { PageFields } from './page-fields';
import { ReaderFields } from './reader-fields';
import { ShapeFields } from './shape-fields';
import { ThemedUrlFields } from './themed-url-fields';
import type { Look } from './use-look';

interface LookFormProps {
  look: Look;
  organizationId: string;
  onChange(look: Look): void;
}

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
      <ColorFields look={look} onChange={change} />
      <ShapeFields styling={look.styling} onChange={(part) => change({ styling: { ...look.styling, ...part } })} />
      <Fonts look={look} organizationId={organizationId} onChange={change} />
      <HeaderFields header={look.header} onChange={(header) => change({ header })} />
      <FooterFields footer={look.footer} onChange={(footer) => change({ footer })} />
      <AnnouncementFields look={look} onChange={change} />
      <PageFields look={look} onChange={change} />
      <ReaderFields look={look} onChange={change} />
    </>
  );
}

interface PartProps {
  look: Look;
  onChange(part: Partial<Look>): void;
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

const announcementStyles = ['info', 'success', 'warning', 'danger'].map((value) => ({
  value,
  label: capitalized(value),
}));

type Announcement = NonNullable<Look['announcement']>;

function AnnouncementFields({ look, onChange }: PartProps) {
  const value: Announcement = look.announcement ?? { enabled: false, message: '', style: 'info' };
  const set = (part: Partial<Announcement>) => onChange({ announcement: { ...value, ...part } });
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
            <AnnouncementLink link={value.link} onChange={(link) => set({ link })} />
          </>
        )}
      </div>
    </details>
  );
}

interface AnnouncementLinkProps {
  link: Announcement['link'];
  onChange(link: Announcement['link']): void;
}

/** Where an announcement leads: an address, or nowhere. A link to content of the platform stays until it is taken away. */
function AnnouncementLink({ link, onChange }: AnnouncementLinkProps) {
  const url = link?.to.kind === 'url' ? link.to.url : '';
  return (
    <>
      <CheckField
        label="It leads somewhere"
        checked={link !== undefined}
        onChange={(event) =>
          onChange(event.target.checked ? { title: 'Read more', to: { kind: 'url', url: '' } } : undefined)
        }
      />
      {link && (
        <TextField
          label="Words of the link"
          required
          maxLength={64}
          value={link.title}
          onChange={(event) => onChange({ ...link, title: event.target.value })}
        />
      )}
      {link?.to.kind === 'url' && (
        <TextField
          label="Address of the link"
          type="url"
          required
          placeholder="https://example.com"
          value={url}
          onChange={(event) => onChange({ ...link, to: { kind: 'url', url: event.target.value } })}
        />
      )}
    </>
  );
}
