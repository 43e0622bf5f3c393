import { Trash2 } from 'lucide-react';
import type { Organization, Space } from '../../api/contracts';
import { useList } from '../../api/queries';
import { Button, IconButton } from '../../ui/button';
import { CheckField } from '../../ui/field';

export type MergeRules = Organization['mergeRules'] | Space['mergeRules'];
type Rules = Extract<MergeRules, { type: 'rules' }>['rules'];
type Rule = Rules[number];

const plainRules = [
  { rule: 'require_at_least_one_review', label: 'Somebody has approved it' },
  { rule: 'require_all_reviews_approved', label: 'Nobody asks for changes' },
  { rule: 'require_agent_review', label: 'An agent has reviewed it' },
  { rule: 'require_up_to_date_change_request', label: 'It is up to date with the space' },
  { rule: 'require_change_request_subject', label: 'It has a subject' },
  { rule: 'require_change_request_description', label: 'It has a description' },
] as const;
const reviewerRules = [
  { rule: 'require_specific_reviewers', label: 'All of these have approved it' },
  { rule: 'require_one_of_specific_reviewers', label: 'One of these has approved it' },
  { rule: 'allow_bypass', label: 'These may merge in spite of the rules' },
] as const;

interface MergeRulesFieldsProps {
  organizationId: string;
  value: MergeRules;
  onChange(value: MergeRules): void;
}

/** The rules that a change request has to pass before it is merged. */
export function MergeRulesFields({ organizationId, value, onChange }: MergeRulesFieldsProps) {
  const rules = value.type === 'rules' ? value.rules : [];
  const set = (changed: Rules) => onChange(changed.length > 0 ? { type: 'rules', rules: changed } : { type: 'none' });
  const has = (name: string) => rules.some(({ rule }) => rule === name);
  const toggle = (added: Rule) =>
    set(has(added.rule) ? rules.filter(({ rule }) => rule !== added.rule) : [...rules, added]);
  return (
    <fieldset className="choices whole">
      <legend className="field-label">A change request is merged only when</legend>
      {plainRules.map(({ rule, label }) => (
        <CheckField key={rule} label={label} checked={has(rule)} onChange={() => toggle({ rule })} />
      ))}
      {reviewerRules.map(({ rule, label }) => (
        <ReviewerRule
          key={rule}
          organizationId={organizationId}
          label={label}
          users={usersOf(rules, rule)}
          onChange={(users) => set([...rules.filter((one) => one.rule !== rule), ...(users ? [{ rule, users }] : [])])}
        />
      ))}
      {rules.map((one, index) =>
        one.rule === 'custom' ? (
          <div key={index} className="row">
            <input
              className="input flexible"
              aria-label="A rule of your own"
              required
              maxLength={1024}
              value={one.expression}
              onChange={({ target }) =>
                set(rules.map((rule, at) => (at === index ? { ...one, expression: target.value } : rule)))
              }
            />
            <IconButton label="Remove the rule" onClick={() => set(rules.filter((_, at) => at !== index))}>
              <Trash2 size={15} />
            </IconButton>
          </div>
        ) : null,
      )}
      <div>
        <Button
          small
          onClick={() => set([...rules, { rule: 'custom', expression: 'size(changeRequest.description) > 0' }])}
        >
          Add a rule of your own
        </Button>
      </div>
    </fieldset>
  );
}

const usersOf = (rules: Rules, name: string): string[] | undefined => {
  const found = rules.find(({ rule }) => rule === name);
  return found && 'users' in found ? found.users : undefined;
};

interface ReviewerRuleProps {
  organizationId: string;
  label: string;
  /** Those whom the rule names; undefined where there is no such rule. */
  users?: string[];
  onChange(users?: string[]): void;
}

function ReviewerRule({ organizationId, label, users, onChange }: ReviewerRuleProps) {
  const members = useList('listMembersInOrganizationById', { params: { organizationId }, query: { limit: 1000 } });
  const toggle = (id: string) => onChange(users!.includes(id) ? users!.filter((user) => user !== id) : [...users!, id]);
  return (
    <>
      <CheckField label={label} checked={users !== undefined} onChange={() => onChange(users ? undefined : [])} />
      {users && (
        <div className="choices" role="group" aria-label={label}>
          {members.items.map(({ user }) => (
            <CheckField
              key={user.id}
              label={user.displayName}
              checked={users.includes(user.id)}
              onChange={() => toggle(user.id)}
            />
          ))}
        </div>
      )}
    </>
  );
}
