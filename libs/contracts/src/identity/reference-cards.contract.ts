import { batch } from '../core/compose';
import { User, userCards } from './users.contract';

/** Users whom the caller may know, where content refers to them; whoever else is shown like somebody who is gone. */
export const knownUsers = batch('identity', 'knownUsers', User, { perCaller: true, missing: userCards.missing! });
