/** The services that own data: each has one Postgres schema and one NATS user, and may have a process of its own. */
export const SERVICES = ['identity', 'content', 'change-requests', 'sites', 'integrations', 'ai-jobs'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Every process of the platform. The gateway owns no data. */
export const PROCESSES = ['gateway', ...SERVICES] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** The name of a program: a process, or all of them in one. */
export type ProgramName = ProcessName | 'bindery';

/** The name of a service where hyphens are not allowed, such as that of its schema. */
export function snakeCase(name: ProcessName): string {
  return name.replaceAll('-', '_');
}
