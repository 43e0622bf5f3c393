import { useState } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { CheckField, TextArea, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { IconField } from '../../ui/icon-field';
import { CoverField } from '../documents/cover-field';
import { ReferenceContext, type Reference } from '../documents/references';
import { uploadTo } from '../editor/content-files';
import { emojiCharacter, emojiCodes, problemOfEmoji } from '../spaces/emoji';
import type { PagePlace } from './page-links';
import { usePageChanges } from './use-page-changes';

interface PageSettingsDialogProps {
  page: RevisionPage;
  place: PagePlace;
  onClose(): void;
}

interface Settings {
  title: string;
  emoji: string;
  icon: string;
  slug: string;
  description: string;
  hidden: boolean;
  noIndex: boolean;
  cover?: Reference;
}

/** The title, look and slug of a page that is edited, and where it is listed. */
export function PageSettingsDialog({ page, place, onClose }: PageSettingsDialogProps) {
  // A page that is read again meanwhile may hold the change of another user, which is not to be taken back.
  const [before] = useState(() => settingsOf(page));
  const [settings, setSettings] = useState(before);
  const changes = usePageChanges(place);
  const [upload] = useState(() => uploadTo(place));
  const [references] = useState({ place, pages: new Map<string, RevisionPage>() });
  const set = (changed: Partial<Settings>) => setSettings((now) => ({ ...now, ...changed }));
  const { title, emoji, icon, slug, description, hidden, noIndex } = settings;
  const emojiProblem = problemOfEmoji(emoji);
  const save = () => {
    if (emojiProblem) return;
    const changed = { ...changedOf(before, settings), ...coverChange(page, before, settings) };
    if (Object.keys(changed).length === 0) return onClose();
    changes.mutate([{ operation: 'update_page', page: page.id, ...changed } as never], { onSuccess: onClose });
  };
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
        value={title}
        required
        maxLength={1000}
        onChange={(e) => set({ title: e.target.value })}
      />
      <TextField
        label="Emoji"
        value={emoji}
        maxLength={20}
        problem={emojiProblem}
        onChange={(event) => set({ emoji: event.target.value })}
      />
      <IconField
        hint="The name of a Font Awesome icon, such as rocket. It is shown where there is no emoji."
        value={icon}
        maxLength={50}
        onChange={(changed) => set({ icon: changed })}
      />
      {'slug' in page && (
        <TextField
          label="Slug"
          hint="The last part of the URL of the page. Readers of the old URL are led to the new one."
          value={slug}
          required
          maxLength={100}
          pattern="[^\s\/?#\\]+"
          title="A slug without spaces and without / ? # \"
          onChange={(event) => set({ slug: event.target.value })}
        />
      )}
      {page.type === 'document' && (
        <ReferenceContext value={references}>
          <CoverField value={settings.cover} upload={upload} onChange={(cover) => set({ cover })} />
        </ReferenceContext>
      )}
      {page.type === 'document' && (
        <TextArea
          label="Description"
          rows={2}
          value={description}
          maxLength={10_000}
          onChange={(event) => set({ description: event.target.value })}
        />
      )}
      {page.type !== 'computed' && (
        <CheckField
          label="Hide from the navigation"
          checked={hidden}
          onChange={(event) => set({ hidden: event.target.checked })}
        />
      )}
      {page.type === 'document' && (
        <CheckField
          label="Leave out of search"
          checked={noIndex}
          onChange={(event) => set({ noIndex: event.target.checked })}
        />
      )}
    </FormDialog>
  );
}

const settingsOf = (page: RevisionPage): Settings => ({
  title: page.title,
  emoji: (page.emoji && emojiCharacter(page.emoji)) ?? '',
  icon: page.icon ?? '',
  slug: 'slug' in page ? page.slug : '',
  description: page.type === 'document' ? (page.description ?? '') : '',
  hidden: 'hidden' in page && page.hidden === true,
  noIndex: 'noIndex' in page && page.noIndex === true,
  cover: coverOf(page)?.ref as unknown as Reference | undefined,
});

const coverOf = (page: RevisionPage) => (page.type === 'document' ? page.cover : undefined);

/** The change of the cover, which keeps its place and height. */
function coverChange(page: RevisionPage, before: Settings, { cover }: Settings): object {
  if (JSON.stringify(cover) === JSON.stringify(before.cover)) return {};
  return { cover: cover ? { yPos: 0, ...coverOf(page), ref: cover, refDark: undefined } : null };
}

/** The fields that differ, as the API takes them, without the cover. */
function changedOf(before: Settings, after: Settings): object {
  const trimmed = { ...after, title: after.title.trim(), emoji: after.emoji.trim(), icon: after.icon.trim() };
  const names = (Object.keys(trimmed) as (keyof Settings)[]).filter(
    (name) => name !== 'cover' && trimmed[name] !== before[name],
  );
  return Object.fromEntries(
    names.map((name) => [name, name === 'emoji' ? (emojiCodes(trimmed.emoji) ?? '') : trimmed[name]]),
  );
}
