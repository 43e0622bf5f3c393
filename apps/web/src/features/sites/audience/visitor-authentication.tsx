import { useState } from 'react';
import type { AnswerOf } from '../../../api/contracts';
import { useAction, useList, useOperation } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { CopyButton } from '../../../ui/copy-button';
import { SelectField, TextField } from '../../../ui/field';
import { useNotices } from '../../../ui/notices';
import { Failure, Loading } from '../../../ui/states';
import { useChangedFields } from '../../../ui/use-changed-fields';

interface SectionProps {
  params: { organizationId: string; siteId: string };
}

type PublishingAuth = AnswerOf<'getSitePublishingAuthById'>;
const own = '';

/** The authentication of visitors: the key that signs their tokens, and where those without one are sent. */
export function VisitorAuthentication({ params }: SectionProps) {
  const auth = useOperation('getSitePublishingAuthById', { params });
  return (
    <section className="section" aria-label="Visitor authentication">
      <h2>Visitor authentication</h2>
      <p className="muted">
        Your login sends readers to the site with a JSON Web Token in <code>jwt_token</code>, signed with this key
        (HS256). Readers without a good token are sent to the URL below.
      </p>
      {auth.error && <Failure error={auth.error} />}
      {auth.isPending && <Loading lines={2} />}
      {auth.data && (
        <>
          <SigningKey auth={auth.data} params={params} />
          <BackEnd auth={auth.data} params={params} />
        </>
      )}
    </section>
  );
}

function SigningKey({ auth, params }: SectionProps & { auth: PublishingAuth }) {
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const regenerate = useAction('regenerateSitePublishingAuthById', ['getSitePublishingAuthById']);
  const notices = useNotices();
  return (
    <>
      <TextField
        label="Signing key"
        readOnly
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        value={auth.privateKey}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button small aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <CopyButton text={auth.privateKey} label="Copy the signing key" />
        <Button small onClick={() => setAsking(true)}>
          Make a new key
        </Button>
      </div>
      <ConfirmDialog
        title="Make a new signing key?"
        description="Tokens signed with the current key stop working: visitors sign in again, and your login needs the new key."
        action="Make a new key"
        isOpen={isAsking}
        isBusy={regenerate.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          regenerate.mutate(
            { params },
            { ...notices.outcome('There is a new signing key.'), onSettled: () => setAsking(false) },
          )
        }
      />
    </>
  );
}

function BackEnd({ auth, params }: SectionProps & { auth: PublishingAuth }) {
  const integrations = useList('listSiteIntegrations', { params });
  const update = useAction('updateSitePublishingAuthById', ['getSitePublishingAuthById']);
  const [integration, setIntegration] = useState(auth.backend === 'integration' ? auth.integration : own);
  const [fallback, setFallback] = useState(auth.fallbackURL ?? '');
  const notices = useNotices();
  const signingIn = integrations.items.filter(({ scopes }) => scopes.includes('site:visitor:auth'));
  const { changed, begin } = useChangedFields({ integration, fallbackURL: fallback || null });
  const save = () => {
    const backEnd = integration ? { backend: 'integration' as const, integration } : { backend: 'custom' as const };
    const { integration: other, ...rest } = changed;
    const body = { ...(other !== undefined && backEnd), ...rest };
    update.mutate({ params, body }, notices.outcome('Visitor authentication is changed.', begin));
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <SelectField
        label="Visitors sign in with"
        options={[
          { value: own, label: 'A login of your own' },
          ...signingIn.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        value={integration}
        onChange={(event) => setIntegration(event.target.value)}
      />
      <TextField
        label="Where readers sign in"
        type="url"
        placeholder="https://example.com/login"
        hint="Readers without a valid token are redirected here."
        value={fallback}
        onChange={(event) => setFallback(event.target.value)}
      />
      {update.error && <Failure error={update.error} />}
      <div className="form-actions">
        <Button type="submit" disabled={update.isPending || Object.keys(changed).length === 0}>
          Save
        </Button>
      </div>
    </form>
  );
}
