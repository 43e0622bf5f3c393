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
      <FontFields look={look} organizationId={organizationId} onChange={change} />
      <HeaderFields header={look.header} onChange={(header) => change({ header })} />
      <FooterFields footer={look.footer} onChange={(footer) => change({ footer })} />
      <AnnouncementFields look={look} onChange={change} />
      <PageFields look={look} onChange={change} />
      <ReaderFields look={look} onChange={change} />
    </>
  );
}
