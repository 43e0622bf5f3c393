import { PROCESSES } from '@bindery/launcher';
import { storagePolicies } from './storage-policies';

interface Statement {
  Sid: string;
  Action: string[];
  Resource: string[];
}

const policies = JSON.parse(storagePolicies('bucket/docs')) as Record<string, { Statement: Statement[] }>;
const resources = (name: string, sid: string) =>
  policies[name]!.Statement.filter(({ Sid }) => Sid === sid).flatMap(({ Resource }) => Resource);

it('has a policy for each process, which names its own folders alone', () => {
  expect(Object.keys(policies).sort()).toEqual([...PROCESSES].sort());
  expect(resources('sites', 'Read')).toEqual(['arn:aws:s3:::bucket/docs/bodies/sites/*']);
  expect(resources('sites', 'Write')).toEqual([]);
  expect(resources('content', 'Write')).toContain('arn:aws:s3:::bucket/docs/files/*');
  expect(resources('integrations', 'Read').join()).not.toContain('/files/');
});
