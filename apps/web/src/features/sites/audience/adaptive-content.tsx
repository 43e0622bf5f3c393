import { useState } from 'react';
import { call, callWithTag } from '../../../api/client';
import type { AnswerOf, BodyOf, Site } from '../../../api/contracts';
import { useAction, useOperation } from '../../../api/queries';
import { useSavedValue } from '../../../api/use-saved-value';
import { Button } from '../../../ui/button';
import { CheckField, TextArea } from '../../../ui/field';
import { useNotices } from '../../../ui/notices';
import { Failure, Loading } from '../../../ui/states';
import { readJson } from './read-json';

interface AdaptiveContentProps {
  site: Site;
  params: { organizationId: string; siteId: string };
  canEdit: boolean;
}

/** Whether conditions decide what a visitor sees, and the claims that they may name. */
export function AdaptiveContent({ site, params, canEdit }: AdaptiveContentProps) {
  const update = useAction('updateSiteById', ['getSiteById', 'listSites']);
  const { enabled } = site.adaptiveContent;
  const schema = useOperation('getSiteAdaptiveSchema', { params, enabled });
  const notices = useNotices();
  return (
    <section className="section" aria-label="Adaptive content">
      <h2>Adaptive content</h2>
      <CheckField
        label="Show sections, pages and blocks by the claims of the visitor"
        checked={enabled}
        disabled={!canEdit || update.isPending}
        onChange={() =>
          update.mutate(
            { params, body: { adaptiveContent: { enabled: !enabled } } },
            notices.outcome(enabled ? 'Conditions no longer hide anything.' : 'Conditions decide what visitors see.'),
          )
        }
      />
      {schema.error && <Failure error={schema.error} onRetry={() => void schema.refetch()} />}
      {enabled && schema.isPending && <Loading lines={2} />}
      {enabled && schema.data && <Claims schema={schema.data} params={params} canEdit={canEdit} />}
    </section>
  );
}

interface ClaimsProps extends Omit<AdaptiveContentProps, 'site'> {
  schema: AnswerOf<'getSiteAdaptiveSchema'>;
}

function Claims({ schema, params, canEdit }: ClaimsProps) {
  const [text, setText] = useState(() => JSON.stringify(schema.jsonSchema, null, 2));
  const { save, isChanged } = useSavedValue<unknown>({
    value: schema.jsonSchema,
    read: async () => {
      const { answer, tag } = await callWithTag('getSiteAdaptiveSchema', { params });
      return { value: answer.jsonSchema, tag };
    },
    write: async (jsonSchema, ifMatch) => {
      const body = { jsonSchema } as BodyOf<'updateSiteAdaptiveSchema'>;
      return (await call('updateSiteAdaptiveSchema', { params, body, ifMatch })).jsonSchema;
    },
    changes: ['getSiteAdaptiveSchema'],
  });
  const notices = useNotices();
  const read = readJson(text);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!read.problem) save.mutate(read.value, { onSuccess: () => notices.success('The claims are saved.') });
      }}
    >
      <TextArea
        label="Claims of visitors"
        className="input code"
        rows={10}
        readOnly={!canEdit}
        spellCheck={false}
        hint="A JSON Schema. Claims below “unsigned” do not need a signature: visitors can set them themselves."
        problem={read.problem}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {save.error && <Failure error={save.error} />}
      {canEdit && (
        <div className="form-actions">
          <Button type="submit" disabled={save.isPending || !isChanged(read.value)}>
            Save claims
          </Button>
        </div>
      )}
    </form>
  );
}
