/** The name of a process as the variables begin that are its own alone: `CHANGE_REQUESTS`. */
export const variablePrefix = (name: string): string => name.replaceAll('-', '_').toUpperCase();

/**
 * The settings of one service where several are in one process: `CONTENT_DATABASE_URL` is the `DATABASE_URL` of content, and
 * what no service has for itself is that of all.
 */
export function environmentOf(name: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const prefix = `${variablePrefix(name)}_`;
  const own = Object.entries(env).filter(([variable]) => variable.startsWith(prefix));
  return { ...env, ...Object.fromEntries(own.map(([variable, value]) => [variable.slice(prefix.length), value])) };
}

/**
 * One environment for several services in one process. A variable that not all of them have with the same value begins with the
 * name of its service, so that no other service reads it.
 */
export function sharedEnvironment(environments: Iterable<readonly [string, NodeJS.ProcessEnv]>): NodeJS.ProcessEnv {
  const all = [...environments];
  const isSame = (variable: string) => new Set(all.map(([, env]) => env[variable])).size === 1;
  const entries = all.flatMap(([name, env]) =>
    Object.entries(env).map(([variable, value]) => [
      isSame(variable) ? variable : `${variablePrefix(name)}_${variable}`,
      value,
    ]),
  );
  return Object.fromEntries(entries) as NodeJS.ProcessEnv;
}
