import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Organization } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { plainDocument, plainText } from '../documents/plain-text';
import { roles, type Role } from '../members/roles';
import { MergeRulesFields } from '../merge-rules/merge-rules-fields';
import { OrganizationBar } from '../organizations/organization-bar';
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
            <General organization={data} />
            <MergeRules organization={data} />
            <AgentInstructions organizationId={organizationId} />
            <Deletion organization={data} />
          </>
        )}
      </div>
    </>
  );
}

const guest = '';

function General({ organization }: { organization: Organization }) {
  const [title, setTitle] = useState(organization.title);
  const [domains, setDomains] = useState(organization.emailDomains.join(', '));
  const [role, setRole] = useState<string>(organization.defaultRole ?? guest);
  const [days, setDays] = useState(String(organization.tokenLifetimeDays ?? ''));
  const [flags, setFlags] = useState({
    inviteLinks: organization.inviteLinks,
    ai: organization.ai ?? false,
    agents: organization.agents ?? false,
  });
  const update = useAction('updateOrganizationById', ['getOrganizationById', 'listOrganizationsForAuthenticatedUser']);
  const notices = useNotices();
  const save = () =>
    update.mutate(
      {
        params: { organizationId: organization.id },
        body: {
          title,
          ...flags,
          emailDomains: domains.split(/[\s,;]+/).filter(Boolean),
          defaultRole: role === guest ? null : (role as Role),
          ...(days && { tokenLifetimeDays: Number(days) }),
        },
      },
      notices.outcome('The settings are saved.'),
    );
  const flag = (name: keyof typeof flags, label: string) => (
    <CheckField
      label={label}
      checked={flags[name]}
      onChange={(event) => setFlags({ ...flags, [name]: event.target.checked })}
    />
  );
  return (
    <form
      className="section form"
      aria-label="General"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label="Name"
        required
        minLength={2}
        maxLength={255}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label="Mail domains whose users may join"
        placeholder="example.com, example.org"
        hint="Users with a verified address in one of them join without an invitation."
        value={domains}
        onChange={(event) => setDomains(event.target.value)}
      />
      <SelectField
        label="Role of those who join"
        options={[{ value: guest, label: 'Guest: only what is shared with them' }, ...roles]}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      <TextField
        label="Longest life of API tokens, in days"
        type="number"
        min={1}
        max={3650}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      {flag('inviteLinks', 'Members may be invited by link')}
      {flag('ai', 'Questions and translations may use a model')}
      {flag('agents', 'Members may let OAuth clients act for them')}
      {update.error && <Failure error={update.error} />}
      <div className="form-actions">
        <Button type="submit" disabled={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function MergeRules({ organization }: { organization: Organization }) {
  const [value, setValue] = useState(organization.mergeRules);
  const update = useAction('updateOrganizationById', ['getOrganizationById']);
  const notices = useNotices();
  return (
    <form
      className="section form"
      aria-label="Merge rules"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate(
          { params: { organizationId: organization.id }, body: { mergeRules: value } },
          notices.outcome('The merge rules are saved.'),
        );
      }}
    >
      <h2>Merge rules</h2>
      <p className="muted">They hold for all spaces that do not have rules of their own.</p>
      <MergeRulesFields
        organizationId={organization.id}
        value={value}
        onChange={(rules) => rules.type !== 'inherit' && setValue(rules)}
      />
      {update.error && <Failure error={update.error} />}
      <div className="form-actions">
        <Button type="submit" disabled={update.isPending}>
          Save merge rules
        </Button>
      </div>
    </form>
  );
}

function AgentInstructions({ organizationId }: { organizationId: string }) {
  const params = { organizationId };
  const instructions = useOperation('getOrganizationAgentInstructions', { params });
  const update = useAction('updateOrganizationAgentInstructions', ['getOrganizationAgentInstructions']);
  const [edited, setEdited] = useState<string>();
  const notices = useNotices();
  const text = edited ?? (instructions.data ? plainText(instructions.data.instructions) : '');
  return (
    <form
      className="section form"
      aria-label="Agent instructions"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate(
          { params, body: { instructions: plainDocument(text) } },
          notices.outcome('Agents are told this now.'),
        );
      }}
    >
      <h2>Agents</h2>
      <TextArea
        label="What every agent of the organization is told"
        hint="How you write, what words you use, what is not to be touched."
        disabled={instructions.isPending}
        value={text}
        onChange={(event) => setEdited(event.target.value)}
      />
      {(instructions.error ?? update.error) && <Failure error={(instructions.error ?? update.error)!} />}
      <div className="form-actions">
        <Button type="submit" disabled={update.isPending || edited === undefined}>
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
          isBusy={remove.isPending || typed !== organization.title}
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
            label={`Type “${organization.title}” to go on`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </FormDialog>
      )}
    </section>
  );
}
