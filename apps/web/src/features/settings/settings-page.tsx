import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, callWithTag } from '../../api/client';
import type { Document, Organization } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { useSavedValue } from '../../api/use-saved-value';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { useNotices } from '../../ui/notices';
import { useChangedFields } from '../../ui/use-changed-fields';
import { Failure, Loading } from '../../ui/states';
import { plainDocument, plainText, plainTextHint } from '../documents/plain-text';
import { MergeRulesFields } from '../merge-rules/merge-rules-fields';
import { OrganizationBar } from '../organizations/organization-bar';
import { GeneralSettings } from './general-settings';
import { SettingsTabs } from './settings-tabs';

/** The settings of an organization. */
export default function SettingsPage() {
  const { organizationId } = useParams({ from: '/o/$organizationId/settings' });
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  const { data } = organization;
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Settings' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Settings</h1>
        </div>
        <SettingsTabs organizationId={organizationId} />
        {organization.error && <Failure error={organization.error} />}
        {organization.isPending && <Loading />}
        {data && !data.permissions.admin && (
          <p className="section muted">Only administrators change the settings of the organization.</p>
        )}
        {data?.permissions.admin && (
          <>
            <GeneralSettings organization={data} />
            <MergeRules organization={data} />
            <AgentInstructions organizationId={organizationId} />
            <Deletion organization={data} />
          </>
        )}
      </div>
    </>
  );
}

function MergeRules({ organization }: { organization: Organization }) {
  const [value, setValue] = useState(organization.mergeRules);
  const params = { organizationId: organization.id };
  const { save, isChanged } = useSavedValue({
    value: organization.mergeRules,
    read: async () => {
      const { answer, tag } = await callWithTag('getOrganizationById', { params });
      return { value: answer.mergeRules, tag };
    },
    write: async (mergeRules, ifMatch) =>
      (await call('updateOrganizationById', { params, body: { mergeRules }, ifMatch })).mergeRules,
    changes: ['getOrganizationById'],
  });
  const notices = useNotices();
  return (
    <form
      className="section form"
      aria-label="Merge rules"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(value, { onSuccess: () => notices.success('The merge rules are saved.') });
      }}
    >
      <h2>Merge rules</h2>
      <p className="muted">They hold for all spaces that do not have rules of their own.</p>
      <MergeRulesFields
        organizationId={organization.id}
        value={value}
        onChange={(rules) => rules.type !== 'inherit' && setValue(rules)}
      />
      {save.error && <Failure error={save.error} />}
      <div className="form-actions">
        <Button type="submit" disabled={save.isPending || !isChanged(value)}>
          Save merge rules
        </Button>
      </div>
    </form>
  );
}

function AgentInstructions({ organizationId }: { organizationId: string }) {
  const params = { organizationId };
  const instructions = useOperation('getOrganizationAgentInstructions', { params });
  return (
    <section className="section" aria-label="Agents">
      <h2>Agents</h2>
      {instructions.error && <Failure error={instructions.error} />}
      {instructions.isPending && <Loading lines={2} />}
      {instructions.data && <InstructionsForm stored={instructions.data.instructions} params={params} />}
    </section>
  );
}

function InstructionsForm({ stored, params }: { stored: Document; params: { organizationId: string } }) {
  const [text, setText] = useState(() => plainText(stored));
  const { changed, begin } = useChangedFields({ text });
  const { save } = useSavedValue({
    value: stored,
    read: async () => {
      const { answer, tag } = await callWithTag('getOrganizationAgentInstructions', { params });
      return { value: answer.instructions, tag };
    },
    write: async (instructions, ifMatch) =>
      (await call('updateOrganizationAgentInstructions', { params, body: { instructions }, ifMatch })).instructions,
    changes: ['getOrganizationAgentInstructions'],
  });
  const notices = useNotices();
  const saved = () => {
    begin();
    notices.success('The instructions are saved.');
  };
  return (
    <form
      className="form"
      aria-label="Agent instructions"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(plainDocument(text), { onSuccess: saved });
      }}
    >
      <TextArea
        label="Instructions for every agent of the organization"
        hint={plainTextHint(stored, 'Your style, the words that you use, and content that must not be changed.')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {save.error && <Failure error={save.error} />}
      <div className="form-actions">
        <Button type="submit" disabled={save.isPending || changed.text === undefined}>
          Save instructions
        </Button>
      </div>
    </form>
  );
}

function Deletion({ organization }: { organization: Organization }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useAction('deleteOrganizationById', ['listOrganizationsForAuthenticatedUser']);
  const navigate = useNavigate();
  return (
    <section className="section" aria-label="Delete">
      <h2>Delete</h2>
      <p className="muted">The organization is deleted with all that it holds. After seven days it is gone for good.</p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete organization
        </Button>
      </div>
      {isAsking && (
        <FormDialog
          title={`Delete ${organization.title}?`}
          description="All its spaces, sites and members are gone from it. An operator can bring it back within seven days."
          action="Delete organization"
          isBusy={remove.isPending}
          isIncomplete={typed !== organization.title}
          error={remove.error}
          onSubmit={() =>
            remove.mutate(
              { params: { organizationId: organization.id } },
              { onSuccess: () => void navigate({ to: '/' }) },
            )
          }
          onClose={() => setAsking(false)}
        >
          <TextField
            label={`Type “${organization.title}” to continue`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </FormDialog>
      )}
    </section>
  );
}
