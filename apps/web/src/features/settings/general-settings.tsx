import { useState } from 'react';
import type { Organization } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { useChangedFields } from '../../ui/use-changed-fields';
import { Failure } from '../../ui/states';
import { roles, type Role } from '../members/roles';

const guest = '';

/** The name, the logo and the addresses of an organization, and how its members come to it. */
export function GeneralSettings({ organization }: { organization: Organization }) {
  const [title, setTitle] = useState(organization.title);
  const [logo, setLogo] = useState(organization.urls.logo ?? '');
  const [hostname, setHostname] = useState(organization.hostname ?? '');
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
  const fields = useChangedFields({
    title,
    logo: logo || null,
    hostname: hostname || undefined,
    ...flags,
    emailDomains: domains.split(/[\s,;]+/).filter(Boolean),
    defaultRole: role === guest ? null : (role as Role),
    tokenLifetimeDays: Number(days),
  });
  const save = () =>
    update.mutate(
      { params: { organizationId: organization.id }, body: fields.changed },
      notices.outcome('The settings are saved.', fields.begin),
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
        label="URL of the logo"
        type="url"
        placeholder="https://example.com/logo.png"
        hint="A square picture, shown beside the name."
        value={logo}
        onChange={(event) => setLogo(event.target.value)}
      />
      <TextField
        label="Host name"
        minLength={3}
        maxLength={32}
        required={Boolean(organization.hostname)}
        pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
        title="Lowercase letters, digits and dashes"
        placeholder="example"
        hint="Members may type it to sign in with the provider of the organization."
        value={hostname}
        onChange={(event) => setHostname(event.target.value)}
      />
      <TextField
        label="Mail domains whose users may join"
        placeholder="example.com, example.org"
        hint="Users with a verified e-mail address in one of them join without an invitation."
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
        label="Maximum lifetime of API tokens, in days"
        type="number"
        required
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
