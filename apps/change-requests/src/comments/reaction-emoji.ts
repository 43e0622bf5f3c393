import { invalid } from '@bindery/contracts';

/**
 * One emoji, as those of Unicode may look (UTS #51, section 1.4.9, without what is also a letter or a digit): also ones that are newer
 * than this process.
 */
const one = String.raw`(?:\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F?\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F}))`;
/** The character, or its code points in hexadecimal as names of pictures have them: `1f44d`. */
const emoji = new RegExp(String.raw`^(?:${one}(?:\u200D${one})*|[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*)$`, 'iu');

/** Throws 400 that names the field unless each is an emoji. */
export function checkEmojis(added: readonly string[]): void {
  const field = 'body.addedReactions';
  for (const text of added)
    if (!emoji.test(text)) throw invalid(field, 'addedReactions must hold items of which each must be an emoji');
}
