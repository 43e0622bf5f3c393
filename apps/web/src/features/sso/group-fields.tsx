import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button';
import { TextField } from '../../ui/field';

/** Teams by the groups that the provider names in an attribute. */
export interface Groups {
  attribute: string;
  teams: { group: string; team: string }[];
}

interface GroupFieldsProps {
  groups: Groups;
  teams: readonly { id: string; title: string }[];
  onChange(groups: Groups): void;
}

/** The team of each group of the provider; members come into it when they sign in. */
export function GroupFields({ groups, teams, onChange }: GroupFieldsProps) {
  const replace = (index: number, part: Partial<Groups['teams'][number]>) =>
    onChange({ ...groups, teams: groups.teams.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <fieldset className="choices whole">
      <legend className="field-label">Teams by group</legend>
      {groups.teams.length > 0 && (
        <TextField
          label="Attribute with the groups"
          required
          maxLength={256}
          value={groups.attribute}
          onChange={(event) => onChange({ ...groups, attribute: event.target.value })}
        />
      )}
      {groups.teams.map(({ group, team }, index) => (
        <div key={index} className="row">
          <input
            className="input flexible"
            aria-label={`Group ${index + 1}`}
            placeholder="Group of the provider"
            required
            maxLength={256}
            value={group}
            onChange={(event) => replace(index, { group: event.target.value })}
          />
          <select
            className="input fitting"
            aria-label={`Team of group ${index + 1}`}
            required
            value={team}
            onChange={(event) => replace(index, { team: event.target.value })}
          >
            <option value="">Team…</option>
            {teams.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          <IconButton
            label={`Remove group ${index + 1}`}
            onClick={() => onChange({ ...groups, teams: groups.teams.filter((_, at) => at !== index) })}
          >
            <Trash2 size={15} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          small
          disabled={teams.length === 0}
          onClick={() => onChange({ ...groups, teams: [...groups.teams, { group: '', team: '' }] })}
        >
          <Plus aria-hidden="true" /> Add a group
        </Button>
      </div>
    </fieldset>
  );
}
