import 'reflect-metadata';
import { withSetup } from './setup';

/** The ids and token of a first start, which scripts read from `.bindery/dev.json`. */
interface Seed {
  token: string;
  organization: string;
  secondOrganization: string;
  secondUserToken: string;
}

/**
 * Creates two organizations, an administrator of both and a user of the second only, each with a new token. Existing ones are
 * kept: users are recognised by e-mail address, organizations by title.
 */
const seed = (env: NodeJS.ProcessEnv): Promise<Seed> =>
  withSetup(env, async (setup) => {
    const { id: admin } = await setup.user('admin@bindery.local', 'Administrator');
    const { id: second } = await setup.user('second@bindery.local', 'Second user');
    const { id: organization } = await setup.organization('My organization', admin);
    const { id: secondOrganization } = await setup.organization('Second organization', admin);
    await setup.addEditor(secondOrganization, second);
    return {
      token: await setup.token(admin, 'First start'),
      organization,
      secondOrganization,
      secondUserToken: await setup.token(second, 'First start'),
    };
  });

seed(process.env).then(
  (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  (error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exitCode = 1;
  },
);
