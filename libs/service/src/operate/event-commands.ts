import { listDeadLetters, replayDeadLetters, replayOutbox, type DeadLetterFilter } from '@bindery/messaging';
import { OperatorError, type OperatorCommand, type OperatorInput } from './operator-command';

/** Rows that a list shows. */
const most = 200;

export const outboxReplay: OperatorCommand = {
  name: 'outbox replay',
  usage: '[--since <time>]',
  options: ['since'],
  async run({ db, definition }, { options: { since } }) {
    const from = since === undefined ? undefined : new Date(since);
    if (from && Number.isNaN(from.getTime()))
      throw new OperatorError('--since must be a time, such as 2026-11-22T10:00:00Z');
    const events = await replayOutbox(db, definition.name, from);
    return {
      rows: [{ events, since: from?.toISOString() ?? null }],
      summary: `${events} events are published again; consumers skip those that they have handled`,
      next: events > 0 ? 'watch doctor: the outbox is empty when all are published' : undefined,
    };
  },
};

export const deadLettersList: OperatorCommand = {
  name: 'dead-letters list',
  usage: '[--consumer <name>]',
  options: ['consumer'],
  async run({ db }, input) {
    const rows = await listDeadLetters(db, filterOf(input), most);
    return {
      rows: rows.map((row) => ({ ...row })),
      summary: `${rows.length}${rows.length === most ? ' or more' : ''} dead letters`,
      next: rows.length > 0 ? 'mend the cause, then: dead-letters replay [<event>]' : undefined,
    };
  },
};

export const deadLettersReplay: OperatorCommand = {
  name: 'dead-letters replay',
  usage: '[<event>] [--consumer <name>]',
  arguments: [0, 1],
  options: ['consumer'],
  async run({ db }, input) {
    const events = await replayDeadLetters(db, filterOf(input));
    return {
      rows: [{ events }],
      summary: `${events} dead letters are tried again`,
      next: events > 0 ? 'dead-letters list shows those that failed again' : undefined,
    };
  },
};

function filterOf({ args: [event], options: { consumer } }: OperatorInput): DeadLetterFilter {
  if (event !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(event))
    throw new OperatorError(`${event} is not the id of an event: dead-letters list shows them`);
  return { ...(event && { event }), ...(consumer && { consumer }) };
}
