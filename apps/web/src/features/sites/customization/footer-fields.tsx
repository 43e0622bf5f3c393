import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { LinkList, type EditedLink } from './link-list';
import { ThemedUrlFields } from './themed-url-fields';
import type { Customization } from './use-customization';

interface FooterFieldsProps {
  footer: Customization['footer'];
  onChange(footer: Customization['footer']): void;
}

type Group = Customization['footer']['groups'][number];

/** The footer of a site: groups of links, and what stands below them. */
export function FooterFields({ footer, onChange }: FooterFieldsProps) {
  const { groups } = footer;
  const setGroups = (changed: Group[]) => onChange({ ...footer, groups: changed });
  const replace = (index: number, group: Group) => setGroups(groups.map((one, at) => (at === index ? group : one)));
  return (
    <details>
      <summary>Footer</summary>
      <div className="form">
        <TextField
          label="Copyright"
          maxLength={300}
          value={footer.copyright ?? ''}
          placeholder="© 2026 Example"
          onChange={(event) => onChange({ ...footer, copyright: event.target.value || undefined })}
        />
        <ThemedUrlFields
          label="Logo of the footer"
          value={footer.logo}
          onChange={(logo) => onChange({ ...footer, logo })}
        />
        {groups.map((group, index) => (
          <fieldset key={index} className="footer-group">
            <legend className="field-label">Footer group {index + 1}</legend>
            <TextField
              label="Title of the group"
              required
              maxLength={64}
              value={group.title}
              onChange={(event) => replace(index, { ...group, title: event.target.value })}
            />
            <LinkList
              noun={`link of group ${index + 1}`}
              links={group.links as EditedLink[]}
              blank={() => ({ title: '', to: { kind: 'url', url: '' } })}
              onChange={(links) => replace(index, { ...group, links: links as Group['links'] })}
            />
            <Button small look="ghost" onClick={() => setGroups(groups.filter((_, at) => at !== index))}>
              Remove the group
            </Button>
          </fieldset>
        ))}
        <div>
          <Button small onClick={() => setGroups([...groups, { title: '', links: [] }])}>
            <Plus aria-hidden="true" /> Add a group of links
          </Button>
        </div>
      </div>
    </details>
  );
}
