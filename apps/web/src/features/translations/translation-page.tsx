import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { call, callWithTag } from '../../api/client';
import type { AnswerOf, Document } from '../../api/contracts';
import { readAgain, useAction, useOperation } from '../../api/queries';
import { useChange } from '../../api/use-change';
import { useSavedValue } from '../../api/use-saved-value';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CheckField, TextArea } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { useChangedFields } from '../../ui/use-changed-fields';
import { plainDocument, plainText, plainTextHint } from '../documents/plain-text';
import { OrganizationBar } from '../organizations/organization-bar';
import { nameOfLanguage } from './languages';
import { RunList } from './run-list';

type Translation = AnswerOf<'getTranslation'>;
type Params = { organizationId: string; translationId: string };
const changed = ['getTranslation', 'listTranslations', 'listTranslationRuns'] as const;

/** One translation: its runs, and what the translator is told. */
export default function TranslationPage() {
  const params = useParams({ from: '/o/$organizationId/translations/$translationId' });
  const { organizationId } = params;
  const translation = useOperation('getTranslation', { params });
  const { data } = translation;
  const source = useOperation('getSpaceById', {
    params: { spaceId: data?.source.space ?? '' },
    enabled: data !== undefined,
  });
  const run = useAction('runTranslation', changed);
  const notices = useNotices();
  const title = data ? `${source.data?.title ?? '…'} in ${nameOfLanguage(data.language)}` : '…';
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'Translations', to: `/o/${organizationId}/translations` }, { label: title }]}
      />
      <div className="content">
        {translation.error && <Failure error={translation.error} />}
        {translation.isPending && <Loading />}
        {data && (
          <>
            <div className="content-head">
              <h1>{title}</h1>
              <div className="row">
                {data.result && (
                  <Link
                    className="button"
                    to="/o/$organizationId/s/$spaceId"
                    params={{ organizationId, spaceId: data.result.space }}
                  >
                    Open the translated space
                  </Link>
                )}
                {data.permissions.edit && (
                  <Button
                    look="primary"
                    disabled={run.isPending || data.status === 'running'}
                    onClick={() => run.mutate({ params }, notices.outcome('The translation is started.'))}
                  >
                    <Play aria-hidden="true" /> Run now
                  </Button>
                )}
              </div>
            </div>
            <p className="muted">
              {data.stats.totalWords.toLocaleString('en')} words on {data.stats.totalPages} pages in {data.stats.runs}{' '}
              {data.stats.runs === 1 ? 'run' : 'runs'}.
            </p>
            <RunList params={params} />
            {data.permissions.edit && <Instructions key={data.id} translation={data} params={params} />}
            {data.permissions.edit && <Deletion title={title} params={params} />}
          </>
        )}
      </div>
    </>
  );
}

function Instructions({ translation, params }: { translation: Translation; params: Params }) {
  const [text, setText] = useState(plainText(translation.instructions));
  const [automatic, setAutomatic] = useState(translation.automatic);
  const notices = useNotices();
  const client = useQueryClient();
  const { changed: edits, begin } = useChangedFields({ text, automatic });
  const read = async () => {
    const { answer, tag } = await callWithTag('getTranslation', { params });
    return { value: answer.instructions, tag };
  };
  const write = async (instructions: Document, ifMatch: string | undefined) => {
    const body = { instructions, automatic: edits.automatic };
    return (await call('updateTranslation', { params, body, ifMatch })).instructions;
  };
  const { save } = useSavedValue({ value: translation.instructions, read, write, changes: changed });
  // The API always takes the instructions: those whose text was not changed are sent as they are stored now.
  const keep = useChange(
    async () => {
      const { value, tag } = await read();
      await write(value, tag ?? undefined);
    },
    () => readAgain(client, changed),
  );
  const error = save.error ?? keep.error;
  const saved = {
    onSuccess: () => {
      begin();
      notices.success('The instructions are saved.');
    },
  };
  return (
    <section className="section" aria-label="Instructions">
      <h2>Instructions</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          for (const attempt of [save, keep]) attempt.reset();
          if (edits.text === undefined) keep.mutate(undefined, saved);
          else save.mutate(plainDocument(text), saved);
        }}
      >
        <TextArea
          label="Instructions for the translator"
          hint={plainTextHint(translation.instructions, 'Tone, form of address, terms that must not be translated.')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <CheckField
          label="Translate again whenever the space changes"
          checked={automatic}
          onChange={(event) => setAutomatic(event.target.checked)}
        />
        {error && <Failure error={error} />}
        <div className="form-actions">
          <Button type="submit" disabled={save.isPending || keep.isPending || Object.keys(edits).length === 0}>
            Save
          </Button>
        </div>
      </form>
    </section>
  );
}

function Deletion({ title, params }: { title: string; params: Params }) {
  const remove = useAction('deleteTranslation', ['listTranslations']);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigateFromHere();
  const notices = useNotices();
  return (
    <section className="section" aria-label="Delete">
      <h2>Delete</h2>
      <p className="muted">The translated space stays as it is, and follows its source no longer.</p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete translation
        </Button>
      </div>
      <ConfirmDialog
        title={`Delete “${title}”?`}
        description="The translated space stays as it is. It no longer follows its source."
        action="Delete"
        isOpen={isAsking}
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () =>
                void navigate({
                  to: '/o/$organizationId/translations',
                  params: { organizationId: params.organizationId },
                }),
              onError: notices.error,
              onSettled: () => setAsking(false),
            },
          )
        }
      />
    </section>
  );
}
