import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, callWithTag } from '../../api/client';
import type { Space } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { useSavedValue } from '../../api/use-saved-value';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { ConfirmSelect } from '../../ui/confirm-select';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { useChangedFields } from '../../ui/use-changed-fields';
import { Failure, Loading } from '../../ui/states';
import { MergeRulesFields, type MergeRules } from '../merge-rules/merge-rules-fields';
import { atTop, collectionPaths } from '../collections/collection-paths';
import { useCollections } from '../collections/use-collections';
import { languageOptions, type Language } from '../translations/languages';
import { DeleteSpaceDialog } from './delete-space-dialog';
import { emojiCharacter, emojiCodes, problemOfEmoji } from './emoji';
import { spaceLists } from './space-lists';
import { useMoveSpace } from './use-move-space';

/** The settings of a space. */
export default function SpaceSettingsPage() {
  const { organizationId, spaceId } = useParams({ from: '/o/$organizationId/s/$spaceId/~/settings' });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const { data } = space;
  return (
    <>
      <Bar
        crumbs={[{ label: data?.title || 'Untitled', to: `/o/${organizationId}/s/${spaceId}` }, { label: 'Settings' }]}
      />
      <div className="content">
        <div className="content-head">
          <h1>Settings</h1>
        </div>
        {space.error && <Failure error={space.error} />}
        {space.isPending && <Loading />}
        {data && !data.permissions.admin && (
          <p className="muted">Only administrators of the space change its settings.</p>
        )}
        {data?.deletedAt && <Restoration space={data} />}
        {data?.permissions.admin && !data.deletedAt && (
          <>
            <General key={data.id} space={data} organizationId={organizationId} />
            <Place space={data} organizationId={organizationId} />
            <Deletion space={data} />
          </>
        )}
      </div>
    </>
  );
}

interface SectionProps {
  space: Space;
  organizationId: string;
}

function General({ space, organizationId }: SectionProps) {
  const [title, setTitle] = useState(space.title);
  const [emoji, setEmoji] = useState((space.emoji && emojiCharacter(space.emoji)) ?? '');
  const [language, setLanguage] = useState<string>(space.language ?? '');
  const [isLive, setLive] = useState(space.editMode === 'live');
  const [mergeRules, setMergeRules] = useState<MergeRules>(space.mergeRules);
  const update = useAction('updateSpaceById', spaceLists);
  const notices = useNotices();
  const emojiProblem = problemOfEmoji(emoji);
  const fields = useChangedFields({
    title,
    emoji: emojiCodes(emoji.trim()) ?? null,
    editMode: isLive ? ('live' as const) : ('locked' as const),
    mergeRules,
    language: (language || undefined) as Language | undefined,
  });
  const params = { spaceId: space.id };
  // Unlike the other fields, the merge rules are many settings in one value.
  const rules = useSavedValue<MergeRules>({
    value: space.mergeRules,
    read: async () => {
      const { answer, tag } = await callWithTag('getSpaceById', { params });
      return { value: answer.mergeRules, tag };
    },
    write: async (value, ifMatch) => {
      const body = { ...fields.changed, mergeRules: value };
      return (await call('updateSpaceById', { params, body, ifMatch })).mergeRules;
    },
    changes: spaceLists,
  });
  const error = update.error ?? rules.save.error;
  const save = () => {
    const saved = notices.outcome('The settings are saved.', fields.begin);
    for (const attempt of [update, rules.save]) attempt.reset();
    if (fields.changed.mergeRules) rules.save.mutate(mergeRules, saved);
    else update.mutate({ params, body: fields.changed }, saved);
  };
  const inherits = mergeRules.type === 'inherit';
  return (
    <form
      className="form"
      aria-label="General"
      onSubmit={(event) => {
        event.preventDefault();
        if (!emojiProblem) save();
      }}
    >
      <TextField
        label="Title"
        required
        maxLength={50}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label="Emoji"
        maxLength={20}
        value={emoji}
        problem={emojiProblem}
        onChange={(event) => setEmoji(event.target.value)}
      />
      <SelectField
        label="Language"
        options={[...(language ? [] : [{ value: '', label: 'Not set' }]), ...languageOptions]}
        value={language}
        onChange={(event) => setLanguage(event.target.value)}
      />
      <CheckField
        label="Members edit the content itself, without change requests"
        checked={isLive}
        onChange={(event) => setLive(event.target.checked)}
      />
      <CheckField
        label="The merge rules of the organization apply"
        checked={inherits}
        onChange={() => setMergeRules(inherits ? { type: 'none' } : { type: 'inherit' })}
      />
      {!inherits && <MergeRulesFields organizationId={organizationId} value={mergeRules} onChange={setMergeRules} />}
      {error && <Failure error={error} />}
      <div className="form-actions">
        <Button type="submit" disabled={update.isPending || rules.save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Place({ space, organizationId }: SectionProps) {
  const collections = useCollections(organizationId);
  const { move, isPending, error } = useMoveSpace(space);
  return (
    <section className="section" aria-label="Place">
      <h2>Place</h2>
      <ConfirmSelect
        look="field"
        label="Collection"
        options={[{ value: atTop, label: 'In no collection' }, ...collectionPaths(collections.items)]}
        hint="A space can inherit the access of its collection."
        value={space.parent ?? atTop}
        isBusy={isPending}
        onConfirm={(collection) => move(collection === atTop ? null : collection)}
      />
      {error && <Failure error={error} />}
    </section>
  );
}

function Deletion({ space }: { space: Space }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="section" aria-label="Delete">
      <h2>Delete</h2>
      <p className="muted">The space can be restored here for seven days.</p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete space
        </Button>
      </div>
      <DeleteSpaceDialog space={space} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
}

/** Lists do not show deleted spaces, so this is where one is restored. */
function Restoration({ space }: { space: Space }) {
  const restore = useAction('restoreSpace', spaceLists);
  const notices = useNotices();
  return (
    <section className="section" aria-label="Deleted">
      <p>This space is deleted. After seven days it is gone for good.</p>
      <div>
        <Button
          look="primary"
          disabled={restore.isPending}
          onClick={() => restore.mutate({ params: { spaceId: space.id } }, notices.outcome('The space is restored.'))}
        >
          Restore space
        </Button>
      </div>
    </section>
  );
}
