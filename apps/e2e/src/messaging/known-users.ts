import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { principalsByToken, type TokenPrincipal } from '@bindery/contracts';
import { HandlesBatch, type BatchRequest } from '@bindery/messaging';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Stands for identity in tests of the machinery: a token is valid as long as `tokens` holds it, and names its user. */
export const tokens = new Set<string>();
/** The calls of the batch, each with its ids. */
export const questions: string[][] = [];

@Controller()
export class KnownUsers {
  @HandlesBatch(principalsByToken)
  async principals({ ids }: BatchRequest): Promise<Record<string, TokenPrincipal>> {
    questions.push(ids);
    const known = [...tokens].filter((token) => ids.includes(hashOf(token)));
    return Object.fromEntries(
      known.map((token) => [hashOf(token), { kind: 'user', user: token, token: `${token}-id`, organizations: {} }]),
    );
  }
}
