import {
  answerCalls,
  answerPassages,
  passageCalls,
  type AnswerFormat,
  type FoundPassage,
  type Principal,
  type SearchAIAnswer,
} from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';

interface SiteQuestion {
  organization: string;
  /** The spaces of the site that the reader may read. */
  spaces: string[];
  question: string;
  format: AnswerFormat;
}

/** An answer, and its passages with their addresses. */
export interface AddressedAnswer {
  answer: SearchAIAnswer;
  passages: (FoundPassage & { url: string })[];
}

/**
 * Answers a question from passages that the principal may read. `addressOf` returns the address of a passage; a passage
 * without an address is left out.
 */
export async function answerFromPassages(
  rpc: RpcClient,
  principal: Principal,
  { organization, spaces, question, format }: SiteQuestion,
  addressOf: (passage: FoundPassage) => string | undefined,
): Promise<AddressedAnswer> {
  const sought = { organization, spaces, question, limit: answerPassages };
  const found = await rpc.call(passageCalls.findPassages, { principal, body: sought });
  const passages = found.passages.flatMap((passage) => {
    const url = addressOf(passage);
    return url === undefined ? [] : [{ ...passage, url }];
  });
  const body = { ...found, passages, organization, question, format };
  return { passages, answer: await rpc.call(answerCalls.answerFromPassages, { principal, body }) };
}
