import { isIP } from 'node:net';

/** Reads one variable: the value, or what is wrong with it ("must be a whole number"). */
export interface Setting<T> {
  /** A sentence about the setting without its full stop, for error messages and the page of settings: "the port of the server". */
  about: string;
  parse: (text: string) => T;
  fallback?: T;
  /** The values that it takes, where they are a list. */
  values?: readonly string[];
  /** The default as the documentation says it, where that is not the fallback. */
  defaultText?: string;
}

type Settings = Record<string, Setting<unknown>>;
export type ConfigOf<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Everything that is wrong with the environment, at once: a line for each variable, with its name and the remedy. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** The exit code of a program that cannot run with its settings: `EX_CONFIG` of sysexits.h. */
export const configExitCode = 78;

/** Reads the settings from an environment. An empty value counts as absent. Throws `ConfigError`. */
export function readConfig<S extends Settings>(settings: S, env: NodeJS.ProcessEnv): ConfigOf<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { about, parse, fallback }] of Object.entries(settings)) {
    const text = env[name]?.trim();
    if (text) {
      try {
        values[name] = parse(text);
      } catch (error) {
        problems.push(`${name} ${(error as Error).message} (${about})`);
      }
    } else if (fallback === undefined) {
      problems.push(`${name} is missing: set it to ${about}`);
    } else values[name] = fallback;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as ConfigOf<S>;
}

export const text = (about: string, fallback?: string): Setting<string> => ({
  about,
  parse: (value) => value,
  fallback,
});

export const integer = (
  about: string,
  fallback?: number,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): Setting<number> => ({
  about,
  fallback,
  parse: (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new Error(`must be a whole number ${bounds}`);
  },
});

/** A number from 0 to 1. */
export const share = (about: string, fallback?: number): Setting<number> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^(0|1|0?\.\d+|1\.0+)$/.test(value)) throw new Error('must be a number from 0 to 1');
    return Number(value);
  },
});

export const flag = (about: string, fallback?: boolean): Setting<boolean> => ({
  about,
  fallback,
  parse: (value) => {
    if (/^(true|1|on|yes)$/i.test(value)) return true;
    if (/^(false|0|off|no)$/i.test(value)) return false;
    throw new Error('must be true or false');
  },
});

/** Of a server that speaks HTTP; answered without a slash at its end. */
export const address = (about: string, fallback?: string): Setting<string> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
      throw new Error('must be a URL that begins with http:// or https://');
    return value.replace(/\/+$/, '');
  },
});

/** Where a server listens: `127.0.0.1:9090`, `[::1]:9090`, or `:9090` for all addresses of the machine. */
interface ListenAddress {
  host?: string;
  port: number;
}

export const listenAddress = (about: string): Setting<ListenAddress | null> => ({
  about,
  fallback: null,
  parse: (value) => {
    const [, host, bracketed, port] = /^(?:([\w.-]+)|\[([\da-f:]+)\])?:(\d{1,5})$/i.exec(value) ?? [];
    if (port === undefined || Number(port) > 65_535)
      throw new Error('must be an IP address and a port, such as 127.0.0.1:9090');
    const listened = host ?? bracketed;
    return { ...(listened !== undefined && { host: listened }), port: Number(port) };
  },
});

export const list = (about: string, fallback: string[] = []): Setting<string[]> => ({
  about,
  fallback,
  parse: (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
});

export const oneOf = <const T extends string>(values: readonly T[], about: string, fallback?: T): Setting<T> => ({
  about,
  fallback,
  values,
  parse: (value) => {
    if (!values.includes(value as T)) throw new Error(`must be one of ${values.join(', ')}`);
    return value as T;
  },
});

/** HTTP headers as OpenTelemetry's settings write them: `name=value`, with commas between and percent codes in values. */
export const headers = (about: string): Setting<Record<string, string>> => ({
  about,
  fallback: {},
  parse: (value) => Object.fromEntries(list('').parse(value).map(headerOf)),
});

function headerOf(pair: string): [name: string, value: string] {
  const [name = '', ...value] = pair.split('=');
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim()) || value.length === 0)
    throw new Error(`has ${JSON.stringify(name.trim())}, which is not a header: write name=value`);
  try {
    return [name.trim(), decodeURIComponent(value.join('=').trim())];
  } catch {
    throw new Error('has a % that is not followed by a percent code: write it as %25');
  }
}

/** Origins of the web as browsers send them, or `*`. */
export const origins = (about: string, fallback: string[]): Setting<string[]> => ({
  about,
  fallback,
  parse: (value) => {
    const found = list('').parse(value);
    const wrong = found.find((item) => item !== '*' && !(URL.canParse(item) && new URL(item).origin === item));
    if (wrong)
      throw new Error(`has ${JSON.stringify(wrong)}, which is not an origin: write https://app.example.com, or *`);
    return found;
  },
});

/**
 * Proxies whose `X-Forwarded-For` and `-Proto` are believed: how many stand in front (`true` is one), or their addresses
 * and networks with commas between. Entries that clients add themselves stand further left and are never believed.
 */
export const proxies = (about: string): Setting<number | string[] | false> => ({
  about,
  fallback: false,
  parse: (value) => {
    if (/^(false|0|off|no)$/i.test(value)) return false;
    if (/^(true|on|yes)$/i.test(value)) return 1;
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const addresses = value.split(',').map((item) => item.trim());
    if (addresses.every(isNetwork)) return addresses;
    throw new Error('must be a number of proxies, or their addresses and networks');
  },
});

function isNetwork(item: string): boolean {
  const [host = '', bits = '0', ...more] = item.split('/');
  const largest = { 0: -1, 4: 32, 6: 128 }[isIP(host)] ?? -1;
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= largest;
}

/** An IP address of this machine, or `localhost`; empty where none is set. */
export const ipAddress = (about: string): Setting<string> => ({
  about,
  fallback: '',
  parse: (value) => {
    if (isIP(value) === 0 && value !== 'localhost')
      throw new Error('must be an IP address of this machine, such as 127.0.0.1');
    return value;
  },
});

/** A key of at least 32 bytes in base64url. */
export const secret = (about: string): Setting<Buffer> => ({ about, parse: keyOf });

/** Like `secret`; none where it is not set. */
export const optionalSecret = (about: string): Setting<Buffer | null> => ({
  about,
  fallback: null,
  parse: keyOf,
});

/** A list `<name>=<key like secret>` with commas between; a name may have several keys. */
export const namedSecrets = (about: string): Setting<ReadonlyMap<string, readonly Buffer[]>> => ({
  about,
  fallback: new Map(),
  parse: (value) => {
    const keys = new Map<string, Buffer[]>();
    for (const entry of value.split(',').map((item) => item.trim())) {
      const [, name, key = ''] = /^([a-z-]+)=(.+)$/.exec(entry) ?? [];
      if (!name) throw new Error('must be a list of <service>=<key> with commas between them');
      keys.set(name, [...(keys.get(name) ?? []), keyOf(key)]);
    }
    return keys;
  },
});

/** Keys like `secret`, with commas between. */
export const secrets = (about: string): Setting<Buffer[]> => ({
  about,
  fallback: [],
  parse: (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
      .map(keyOf),
});

function keyOf(text: string): Buffer {
  const key = Buffer.from(text, 'base64url');
  if (key.length < 32) throw new Error('must be at least 32 bytes in base64url');
  return key;
}
