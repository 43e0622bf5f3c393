import { ConfigError, type Setting } from './read-config';

/** The address of a Postgres database. */
export const postgresAddress = (about: string, fallback?: string): Setting<string> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^postgres(ql)?:\/\//i.test(value) || !URL.canParse(value))
      throw new Error('must be a URL such as postgres://user:password@host:5432/database');
    return value;
  },
});

const natsServer = /^((nats|tls):\/\/)?(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?\/?$/i;

/** Addresses of NATS servers, with commas between; users stand in settings of their own. */
export const natsAddresses = (about: string): Setting<string> => ({
  about,
  parse: (value) => {
    if (value.includes('@')) throw new Error('must not have a user: set NATS_USER and NATS_PASSWORD');
    if (!value.split(',').every((server) => natsServer.test(server.trim())))
      throw new Error('must be URLs such as nats://host:4222, with commas between them');
    return value;
  },
});

const reasons: Record<string, string> = {
  ECONNREFUSED: 'refuses connections: start the server there, or set the URL of one that runs',
  ENOTFOUND: 'is an unknown host: set the name or address of an existing host',
  EAI_AGAIN: 'is a host that cannot be looked up: set the name or address of an existing host',
  ECONNRESET: 'hangs up: set the URL of the server itself, with TLS if it requires that',
  ETIMEDOUT: 'does not answer: set the URL of a server that can be reached from here',
  EHOSTUNREACH: 'cannot be reached: set the URL of a server that can be reached from here',
  ENETUNREACH: 'cannot be reached: set the URL of a server that can be reached from here',
  // Of Postgres.
  '28P01': 'refuses the user or the password: set those that the server knows',
  '28000': 'refuses the user: set one that the server knows, and TLS where it asks for that',
  '3D000': 'has no such database: set the name of one that there is, or run the provisioning',
};

/** Names the problem of `HOST` or `PORT` where a server cannot listen there; else answers the error itself. */
export function portProblem({ HOST: host, PORT: port }: { HOST?: string; PORT: number }, error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'EADDRINUSE')
    return new ConfigError([`PORT is ${port}, on which another program listens: set another port`]);
  if (code === 'EACCES')
    return new ConfigError([`PORT is ${port}, which this user may not use: set a port above 1023`]);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
    return new ConfigError([
      `HOST is ${host}, which is not an address of this machine: set one, or leave HOST out to listen on all`,
    ]);
  return error;
}

/** Names the problem of a setting whose address cannot be connected to; undefined where the error says nothing of it. */
export function connectionProblem(setting: string, url: string, error: unknown): ConfigError | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const isSlow = /timeout exceeded when trying to connect|connection timeout|timeout expired/.test(message);
  const reason = reasons[isSlow ? 'ETIMEDOUT' : code];
  if (!reason || !URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  return new ConfigError([`${setting} names ${host}${code === '3D000' ? pathname : ''}, which ${reason}`]);
}
