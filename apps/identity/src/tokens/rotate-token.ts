import { defaultTokenLifetimeDays } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { createToken, hashToken, hintOf } from '@bindery/secrets';
import { OperatorError, type OperatorCommand } from '@bindery/service';
import { ApiTokenEntity } from './api-token.entity';

const hour = 60 * 60 * 1000;
const longest = defaultTokenLifetimeDays * 24 * hour;

/** Replaces a user's API token by another one with the same permissions; for a while both are valid. */
export const tokensRotate: OperatorCommand = {
  name: 'tokens rotate',
  usage: '<token id> [--hours <for which the old one stays good>]',
  arguments: [1, 1],
  options: ['hours'],
  async run({ db }, { args: [id = ''], options: { hours = '24' } }) {
    if (!/^\d{1,4}(\.\d+)?$/.test(hours)) throw new OperatorError('--hours must be a number of hours, such as 24');
    const end = new Date(Date.now() + Number(hours) * hour);
    const token = createToken('user');
    const made = newId();
    await db.transaction(async () => {
      const old = await db.manager.findOne(ApiTokenEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!old || (old.expiresAt && old.expiresAt <= new Date()))
        throw new OperatorError(`There is no valid token ${id}: give the id from the list of tokens`);
      const { userId, organizationId, label, expiresAt, scopes, agent, vouched, grantId } = old;
      await db.manager.insert(ApiTokenEntity, {
        ...{
          id: made,
          userId,
          organizationId,
          label,
          scopes,
          agent,
          vouched,
          grantId,
          expiresAt: expiresAt ?? new Date(Date.now() + longest),
        },
        ...{ hash: hashToken(token), hint: hintOf(token) },
      });
      if (!expiresAt || expiresAt > end) await db.manager.update(ApiTokenEntity, { id }, { expiresAt: end });
    });
    return {
      rows: [{ id: made, token, oldValidUntil: end.toISOString() }],
      summary: `${id} is replaced by ${made}, whose token is shown only once`,
      next: 'give the new token to the user of the old one',
    };
  },
};
