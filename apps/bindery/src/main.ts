import 'reflect-metadata';
import { environmentOf } from '@bindery/config';
import { OperatorError, runCommand, runProgram } from '@bindery/service';
import { definitionOf, isService, serviceNames, startPlatform } from './index';

/** All services in one process. Settings of one of them alone begin with its name, such as `CONTENT_DATABASE_URL`. */
async function start(env: NodeJS.ProcessEnv) {
  const { gateway, close } = await startPlatform((name) => environmentOf(name, env));
  return { metrics: gateway.metrics, close };
}

/** `migrate` does so for all services; the other commands are those of one service, whose name comes first. */
async function command(words: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [first = '', ...rest] = words;
  const chosen = first === 'migrate' ? serviceNames : [first].filter(isService);
  if (chosen.length === 0)
    throw new OperatorError(
      `There is no command ${first}; there are migrate, and <service> <command> for the services ${serviceNames.join(', ')}`,
    );
  for (const name of chosen) {
    const own = environmentOf(name, env);
    await runCommand(await definitionOf(name, own), first === 'migrate' ? words : rest, own);
  }
}

void runProgram(start, command);
