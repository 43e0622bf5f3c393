import { capitalized } from '../../../ui/capitalized';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import type { Customization } from './use-customization';

const announcementStyles = ['info', 'success', 'warning', 'danger'].map((value) => ({
  value,
  label: capitalized(value),
}));

type Announcement = NonNullable<Customization['announcement']>;

interface AnnouncementFieldsProps {
  customization: Customization;
  onChange(part: Partial<Customization>): void;
}

/** The line above each page, with its link. */
export function AnnouncementFields({ customization, onChange }: AnnouncementFieldsProps) {
  const value: Announcement = customization.announcement ?? { enabled: false, message: '', style: 'info' };
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
              label="Text"
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

/** Where an announcement leads: a URL, or nowhere. A link to content of the platform stays until it is taken away. */
function AnnouncementLink({ link, onChange }: AnnouncementLinkProps) {
  const url = link?.to.kind === 'url' ? link.to.url : '';
  return (
    <>
      <CheckField
        label="With a link"
        checked={link !== undefined}
        onChange={(event) =>
          onChange(event.target.checked ? { title: 'Read more', to: { kind: 'url', url: '' } } : undefined)
        }
      />
      {link && (
        <TextField
          label="Text of the link"
          required
          maxLength={64}
          value={link.title}
          onChange={(event) => onChange({ ...link, title: event.target.value })}
        />
      )}
      {link?.to.kind === 'url' && (
        <TextField
          label="URL of the link"
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
