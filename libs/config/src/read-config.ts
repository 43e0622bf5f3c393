/** Reads one variable: the value, or what is wrong with it ("must be a whole number"). */
export interface Setting<T> {
  /** What it is for, as the error message and the documentation say it. */
  about: string;
  parse: (text: string) => T;
  fallback?: T;
}

type Settings = Record<string, Setting<unknown>>;
export type ConfigOf<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Everything that is wrong with the environment, at once, each line naming the variable and the remedy. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

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

export const integer = (about: string, fallback?: number): Setting<number> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^\d+$/.test(value)) throw new Error('must be a whole number');
    return Number(value);
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

export const address = (about: string, fallback?: string): Setting<string> => ({
  about,
  fallback,
  parse: (value) => {
    if (!URL.canParse(value)) throw new Error('must be an address');
    return value.replace(/\/+$/, '');
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
  parse: (value) => {
    if (!values.includes(value as T)) throw new Error(`must be one of ${values.join(', ')}`);
    return value as T;
  },
});

/**
 * Proxies whose `X-Forwarded-For` and `-Proto` are believed: how many stand in front (`true` is one), or their addresses
 * and networks with commas between. What clients wrote there themselves stands further left and is never believed.
 */
export const proxies = (about: string): Setting<number | string[] | false> => ({
  about,
  fallback: false,
  parse: (value) => {
    if (/^(false|0|off|no)$/i.test(value)) return false;
    if (/^(true|on|yes)$/i.test(value)) return 1;
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const addresses = value.split(',').map((item) => item.trim());
    if (addresses.every((item) => /^[\da-f.:]+(\/\d{1,3})?$/i.test(item))) return addresses;
    throw new Error('must be a number of proxies, or their addresses and networks');
  },
});

/** A key of at least 32 bytes in base64url. */
export const secret = (about: string): Setting<Buffer> => ({ about, parse: keyOf });

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
