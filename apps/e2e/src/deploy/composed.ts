import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { composeSecrets } from '@bindery/command-line';
import { root } from './rendered';

export interface ComposeService {
  image: string;
  build?: { dockerfile: string; args: { APP: string } };
  command?: string[];
  environment?: Record<string, string | number | null>;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  networks?: string[] | Record<string, { aliases?: string[] } | null>;
  healthcheck?: { test: string[] };
  profiles?: string[];
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  labels?: Record<string, string>;
  hostname?: string;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
}

interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>;
  volumes: Record<string, null>;
}

/** A compose file of docker, read. */
export const compose = (file: string): Compose =>
  parse(readFileSync(join(root, 'docker', file), 'utf8'), { merge: true }) as Compose;

/** The variables in the text of docker/.env. */
export const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );

/** As `secrets compose` writes them. */
export const secrets = variablesIn(composeSecrets());

/** A value as compose puts variables into it, from the innermost on. Throws where a variable is neither set nor has a default. */
function filled(value: string | number, variables: Record<string, string> = secrets): string {
  const text = String(value).replace(
    /\$\{(\w+)(?::([-?])([^${}]*))?\}/g,
    (_, name: string, kind: string, other: string) => {
      const known = variables[name] || (kind === '-' ? other : undefined);
      if (known === undefined) throw new Error(`Nothing sets ${name}`);
      return known;
    },
  );
  return text === String(value) ? text : filled(text, variables);
}

/** The environment of a service's process: a variable without a value is that of docker/.env, or absent. */
export function environmentOf(
  { environment = {} }: ComposeService,
  variables: Record<string, string> = secrets,
): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    const given = value === null ? variables[name] : filled(value, variables);
    return given === undefined ? [] : [[name, given]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Runs to its end, as a migration does. */
export const once = ({ restart }: ComposeService): boolean => restart === 'no';

export const networksOf = ({ networks = [] }: ComposeService): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);
