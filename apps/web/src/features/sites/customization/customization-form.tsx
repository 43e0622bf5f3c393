import { TextField } from '../../../ui/field';
import { AnnouncementFields } from './announcement-fields';
import { ColorFields } from './color-fields';
import { FaviconFields } from './favicon-fields';
import { FontFields } from './font-fields';
import { FooterFields } from './footer-fields';
import { HeaderFields } from './header-fields';
import { PageFields } from './page-fields';
import { ReaderFields } from './reader-fields';
import { ShapeFields } from './shape-fields';
import { ThemedUrlFields } from './themed-url-fields';
import type { Customization } from './use-customization';

interface CustomizationFormProps {
  customization: Customization;
  organizationId: string;
  onChange(customization: Customization): void;
}

/** The settings of a customization, the most used first. */
export function CustomizationForm({ customization, organizationId, onChange }: CustomizationFormProps) {
  const change = (part: Partial<Customization>) => onChange({ ...customization, ...part });
  return (
    <>
      <details open>
        <summary>Name and logo</summary>
        <div className="form">
          <TextField
            label="Title that readers see"
            minLength={2}
            maxLength={128}
            value={customization.title ?? ''}
            placeholder="The title of the site"
            onChange={(event) => change({ title: event.target.value || undefined })}
          />
          <ThemedUrlFields
            label="Logo"
            value={customization.header.logo}
            onChange={(logo) => change({ header: { ...customization.header, logo } })}
          />
          <FaviconFields favicon={customization.favicon} onChange={(favicon) => change({ favicon })} />
        </div>
      </details>
      <ColorFields customization={customization} onChange={change} />
      <ShapeFields
        styling={customization.styling}
        onChange={(part) => change({ styling: { ...customization.styling, ...part } })}
      />
      <FontFields customization={customization} organizationId={organizationId} onChange={change} />
      <HeaderFields header={customization.header} onChange={(header) => change({ header })} />
      <FooterFields footer={customization.footer} onChange={(footer) => change({ footer })} />
      <AnnouncementFields customization={customization} onChange={change} />
      <PageFields customization={customization} onChange={change} />
      <ReaderFields customization={customization} onChange={change} />
    </>
  );
}
