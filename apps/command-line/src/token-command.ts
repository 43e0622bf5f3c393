import { type Command, connection, CONNECTION_HELP, UsageError } from './command';

export const tokenCommand: Command = {
  summary: 'make an API token of your own user',
  usage: 'create --label L',
  help: [
    '--label L            what the token is for',
    ...CONNECTION_HELP,
    'The token alone goes to standard output; it is shown this once.',
  ],
  options: ['label', 'url', 'token'],
  arguments: [1, 1],
  async run(invocation) {
    if (invocation.args[0] !== 'create')
      throw new UsageError(`"${invocation.args[0]}" is not known: token create --label L`);
    const { label } = invocation.options;
    if (!label) throw new UsageError('--label L is missing: what the token is for');
    const api = await connection(invocation);
    const { token } = await api.post<{ token: string }>('/user/tokens', { label });
    console.log(token);
  },
};
