import { type Command, connection, CONNECTION_HELP, UsageError } from './command';

export const tokenCommand: Command = {
  summary: 'create an API token for your user',
  usage: 'create --label L',
  help: [
    '--label L            the name of the token',
    ...CONNECTION_HELP,
    'Only the token goes to standard output. It is not shown again.',
  ],
  options: ['label', 'url', 'token'],
  arguments: [1, 1],
  async run(invocation) {
    if (invocation.args[0] !== 'create')
      throw new UsageError(`"${invocation.args[0]}" is not known; usage: token create --label L`);
    const { label } = invocation.options;
    if (!label) throw new UsageError('--label L is missing: the name of the token');
    const api = await connection(invocation);
    const { token } = await api.post<{ token: string }>('/user/tokens', { label });
    console.log(token);
  },
};
