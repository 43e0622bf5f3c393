import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { SelectField, TextArea, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { useChangedFields } from '../../ui/use-changed-fields';
import { GroupFields, type Groups } from './group-fields';
import { roles, type Role } from '../members/roles';

interface ProviderDialogProps {
  organizationId: string;
  /** The provider to change; a new one when absent. */
  provider?: ItemOf<'listSAMLProvidersInOrganizationById'>;
  onClose(): void;
}

const lists = ['listSAMLProvidersInOrganizationById'] as const;
const none = '';
const unset = 'about:blank';

/** Adds an identity provider, or changes one. A new one may be set up later, when its side is done. */
export function ProviderDialog({ organizationId, provider, onClose }: ProviderDialogProps) {
  const [label, setLabel] = useState(provider?.label ?? '');
  const [entityID, setEntityID] = useState(provider?.entityID ?? '');
  const [ssoURL, setSsoURL] = useState(provider && provider.ssoURL !== unset ? provider.ssoURL : '');
  const [certificate, setCertificate] = useState(provider?.certificate ?? '');
  const [next, setNext] = useState(provider?.nextCertificate ?? '');
  const [role, setRole] = useState<string>(provider?.defaultRole ?? none);
  const [team, setTeam] = useState(provider?.defaultTeam?.id ?? none);
  const [groups, setGroups] = useState<Groups>(provider?.groups ?? { attribute: 'groups', teams: [] });
  const teams = useList('listTeamsInOrganizationById', { params: { organizationId }, query: { limit: 1000 } });
  const create = useAction('createOrganizationSAMLProvider', lists);
  const update = useAction('updateOrganizationSAMLProvider', lists);
  const fields = {
    label,
    entityID: entityID || undefined,
    ssoURL: ssoURL || undefined,
    certificate: certificate || undefined,
    nextCertificate: next || null,
    defaultRole: role === none ? null : (role as Role),
    defaultTeam: team || null,
    groups: groups.teams.length > 0 ? groups : null,
  };
  const { changed } = useChangedFields(fields);
  const submit = () => {
    const done = { onSuccess: onClose };
    if (provider) {
      const params = { organizationId, samlProviderId: provider.id };
      update.mutate({ params, body: changed }, done);
    } else create.mutate({ params: { organizationId }, body: { ...fields, defaultTeam: team || undefined } }, done);
  };
  return (
    <FormDialog
      title={provider ? `Edit ${provider.label}` : 'Add an identity provider'}
      description="SAML 2.0. Enter the values of the provider; after saving you see those that it needs."
      action={provider ? 'Save' : 'Add'}
      isBusy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Label"
        required
        maxLength={30}
        placeholder="Company login"
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextField
        label="Entity ID of the provider"
        required={Boolean(provider?.entityID)}
        maxLength={1024}
        value={entityID}
        onChange={(event) => setEntityID(event.target.value)}
      />
      <TextField
        label="Sign-in URL"
        required={provider !== undefined && provider.ssoURL !== unset}
        type="url"
        placeholder="https://login.example.com/saml"
        value={ssoURL}
        onChange={(event) => setSsoURL(event.target.value)}
      />
      <TextArea
        label="Certificate"
        required={Boolean(provider?.certificate)}
        hint="X.509, as PEM."
        value={certificate}
        onChange={(event) => setCertificate(event.target.value)}
      />
      {provider && (
        <TextArea
          label="Next certificate"
          hint="It is accepted as well, so that nobody is locked out while the provider changes to it."
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      )}
      <SelectField
        label="Role of new members"
        options={[{ value: none, label: 'Guest: only what is shared with them' }, ...roles]}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      <SelectField
        label="Team of new members"
        options={[
          { value: none, label: 'No team' },
          ...teams.items.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={team}
        onChange={(event) => setTeam(event.target.value)}
      />
      <GroupFields groups={groups} teams={teams.items} onChange={setGroups} />
    </FormDialog>
  );
}
