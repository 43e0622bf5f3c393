import { useState } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { CheckField, TextArea, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import type { PagePlace } from './page-links';
import { usePageChanges } from './use-page-changes';

interface PageSettingsProps {
  page: RevisionPage;
  place: PagePlace & { changeRequestId: string };
  onClose(): void;
}

/** The metadata of a page in a change request: its name, address, icon and visibility. */
export function PageSettingsDialog({ page, place, onClose }: PageSettingsProps) {
  const before = settingsOf(page);
  const [settings, setSettings] = useState(before);
  const changes = usePageChanges(place);
  const set = (values: Partial<typeof settings>) => setSettings({ ...settings, ...values });
  const save = () => {
    const changed = Object.entries(settings).filter(([name, value]) => value !== before[name as keyof typeof before]);
    if (changed.length === 0) return onClose();
    const change = { operation: 'update_page', page: page.id, ...Object.fromEntries(changed) };
    changes.mutate([change as never], { onSuccess: onClose });
  };
  const isDocument = page.type === 'document';
  return (
    <FormDialog
      title={`Settings of “${page.title}”`}
      action="Save"
      isBusy={changes.isPending}
      error={changes.error}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Title"
        value={settings.title}
        required
        maxLength={1000}
        autoFocus
        onChange={(event) => set({ title: event.target.value })}
      />
      {page.type !== 'link' && (
        <TextField
          label="Slug"
          hint="The last part of the address. Readers of the old address are led to the new one."
          value={settings.slug}
          required
          maxLength={100}
          pattern="[^\s\/?#\\]+"
          onChange={(event) => set({ slug: event.target.value })}
        />
      )}
      {isDocument && (
        <TextArea
          label="Description"
          hint="Shown below the title, and to search engines."
          value={settings.description}
          rows={2}
          maxLength={10_000}
          onChange={(event) => set({ description: event.target.value })}
        />
      )}
      <TextField
        label="Icon"
        hint="The name of a Font Awesome icon, such as rocket or book-open."
        value={settings.icon}
        maxLength={50}
        onChange={(event) => set({ icon: event.target.value })}
      />
      <CheckField
        label="Hide from the navigation"
        checked={settings.hidden}
        onChange={(event) => set({ hidden: event.target.checked })}
      />
      {isDocument && (
        <CheckField
          label="Hide from search engines"
          checked={settings.noRobotsIndex}
          onChange={(event) => set({ noRobotsIndex: event.target.checked })}
        />
      )}
    </FormDialog>
  );
}

const settingsOf = (page: RevisionPage) => {
  const { slug = '', description = '', icon = '', hidden = false, noRobotsIndex = false } = page as Settings;
  return { title: page.title, slug, description, icon, hidden, noRobotsIndex };
};

interface Settings {
  slug?: string;
  description?: string;
  icon?: string;
  hidden?: boolean;
  noRobotsIndex?: boolean;
}
