import { adminCommand } from './admin-command';
import { type Command, parseInvocation, UsageError } from './command';
import { backupCommand, restoreCommand } from './backup/commands';
import { doctorCommand } from './doctor-command';
import { exportCommand } from './export-command';
import { importCommand } from './import-command';
import { keysCommand } from './operate/keys-command';
import { serviceCommands } from './operate/service-commands';
import { loginCommand, logoutCommand } from './login-command';
import { logsCommand } from './logs-command';
import { provisionCommand } from './provision-command';
import { publishCommand } from './publish-command';
import { secretsCommand } from './secrets-command';
import { statusCommand } from './status-command';
import { stopCommand } from './stop-command';
import { tokenCommand } from './token-command';

const COMMANDS: Record<string, Command> = {
  import: importCommand,
  export: exportCommand,
  publish: publishCommand,
  status: statusCommand,
  logs: logsCommand,
  stop: stopCommand,
  doctor: doctorCommand,
  login: loginCommand,
  logout: logoutCommand,
  token: tokenCommand,
  admin: adminCommand,
  provision: provisionCommand,
  secrets: secretsCommand,
  ...serviceCommands,
  keys: keysCommand,
  backup: backupCommand,
  restore: restoreCommand,
};

/** `npm run bindery -- <command>`: runs one command; what fails is one clear line and exit code 1. */
export async function main([name = '--help', ...args]: string[]): Promise<void> {
  if (['--help', '-h', 'help'].includes(name)) return console.log(overview());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (!command) throw new UsageError(`There is no command "${name}"`);
    const invocation = parseInvocation(command, args);
    if (!invocation) return console.log(helpOf(name, command));
    await command.run(invocation);
  } catch (error) {
    console.error(`✗ ${(error as Error).message}`);
    if (error instanceof UsageError) console.error(`\n${command ? helpOf(name, command) : overview()}`);
    process.exitCode = 1;
  }
}

function overview(): string {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`);
  return ['npm run bindery -- <command>', '', ...commands, '', 'Each command shows its options with --help.'].join(
    '\n',
  );
}

function helpOf(name: string, { usage, summary, help }: Command): string {
  return [
    `npm run bindery -- ${name} ${usage}`.trimEnd(),
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    '',
    ...help.map((line) => `  ${line}`),
  ].join('\n');
}
