import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf, User } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { RequestError } from '../../api/request-error';
import { CheckField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Failure, Loading } from '../../ui/states';
import { MemberSearch, useMemberChoice, type MemberChoice } from '../members/member-search';

interface AskForReviewProps {
  request: AnswerOf<'getChangeRequestById'>;
  /** The users who were asked already. */
  asked: readonly string[];
  onClose(): void;
}

/** Users that one call takes. */
const most = 20;

/** Asks members of the organization for a review. */
export function AskForReview({ request, asked, onClose }: AskForReviewProps) {
  const { space: spaceId, id: changeRequestId, createdBy } = request;
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  const mayList = organization.data?.permissions.listMembers;
  const members = useMemberChoice(organizationId, mayList ?? false);
  const [chosen, setChosen] = useState<readonly User[]>([]);
  const [sent, setSent] = useState<readonly User[]>([]);
  const ask = useAction('requestReviewersForChangeRequest', [
    'getRequestedReviewersByChangeRequestId',
    'getChangeRequestById',
  ]);
  const error = organization.error ?? members.error;
  return (
    <FormDialog
      title="Ask for a review"
      description="They get a mail. A draft becomes open."
      action="Ask"
      isBusy={ask.isPending}
      isIncomplete={chosen.length === 0}
      error={ask.error && named(ask.error, sent)}
      onSubmit={() => {
        setSent(chosen);
        const users = chosen.map(({ id }) => id);
        ask.mutate({ params: { spaceId, changeRequestId }, body: { users } }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      {error && <Failure error={error} />}
      {mayList === false && (
        <p className="muted">Guests do not see the members of the organization. Ask a member to request the review.</p>
      )}
      {mayList !== false && !error && (
        <Reviewers members={members} without={[createdBy.id, ...asked]} chosen={chosen} onChange={setChosen} />
      )}
      {chosen.length >= most && <p role="status">You can ask {most} users at a time.</p>}
    </FormDialog>
  );
}

/** Says by name which of the users that were sent cannot be asked. */
function named(error: RequestError, sent: readonly User[]): RequestError {
  const refused = sent.filter((_, index) => error.details?.some(({ field }) => field === `body.users[${index}]`));
  if (refused.length === 0) return error;
  const names = refused.map(({ displayName }) => displayName).join(', ');
  return new RequestError(error.code, `These users cannot see the space: ${names}`);
}

interface ReviewersProps {
  members: MemberChoice;
  /** The users who are not offered. */
  without: readonly string[];
  chosen: readonly User[];
  onChange(chosen: readonly User[]): void;
}

function Reviewers({ members, without, chosen, onChange }: ReviewersProps) {
  const isChosen = ({ id }: User) => chosen.some((user) => user.id === id);
  const toggle = (user: User) =>
    onChange(isChosen(user) ? chosen.filter(({ id }) => id !== user.id) : [...chosen, user]);
  const found = members.items
    .filter(({ disabled, user }) => !disabled && !without.includes(user.id))
    .map(({ user }) => user);
  // Users who are chosen stay while a search finds others.
  const shown = [...chosen.filter(({ id }) => !found.some((user) => user.id === id)), ...found];
  return (
    <>
      <MemberSearch members={members} />
      {shown.length > 0 && (
        <fieldset className="choices">
          <legend className="visually-hidden">Members of the organization</legend>
          {shown.map((user) => (
            <CheckField
              key={user.id}
              label={user.displayName}
              checked={isChosen(user)}
              disabled={chosen.length >= most && !isChosen(user)}
              onChange={() => toggle(user)}
            />
          ))}
        </fieldset>
      )}
      {members.isPending && <Loading />}
      {!members.isPending && found.length === 0 && (
        <p className="muted">
          {members.search ? 'No other member matches.' : 'The organization has no other members.'}
        </p>
      )}
    </>
  );
}
