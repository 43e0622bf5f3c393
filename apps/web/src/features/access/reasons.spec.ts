import { reasonOf } from './reasons';

it('says why somebody has a role', () => {
  const teams = new Map([['t1', 'Writers']]);
  const say = (source: object) => reasonOf(source as never, 'here', teams);
  expect([
    say({ type: 'organization', role: 'admin' }),
    say({ type: 'default', role: 'read' }),
    say({ type: 'user', role: 'edit', target: 'here' }),
    say({ type: 'team', role: 'review', target: 'above', team: 't1' }),
    say({ type: 'team', role: 'review', target: 'here', team: 'unknown' }),
  ]).toEqual([
    'Administrator in the organization',
    'Reader, as all members',
    'Editor, given here',
    'Reviewer, through the team Writers on a collection above',
    'Reviewer, through the team that was given it here',
  ]);
});
