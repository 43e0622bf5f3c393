import { stemmer } from 'stemmer';

/** Words that say nothing about what an issue is, in English: those of grammar, and those of talking to a support team. */
const ignored = new Set(
  (
    'a about above after again all also am an and any anybody anyone anything are as at away back be because been before being below ' +
    'between both but by can cannot could did do does doing done down during each either else ever every everything few for from ' +
    'further get gets getting give given go goes going gone got had has have having he her here hers him his how however i if in ' +
    'instead into is it its just keep keeps kept let like lot made make makes many may maybe me might mine more most much must my ' +
    'myself never no nobody none nor not nothing now of off often on once one only onto or other our ours out over own per put quite ' +
    'rather really same say says see seem seems seen several shall she should since so some somebody someone something still such than ' +
    'that the their theirs them then there these they thing things this those though through to too took toward tried tries try ' +
    'trying two under until up upon us use used uses using very via want wanted wants was way we well went were what whatever when ' +
    'where whether which while who whole whom whose why will with within without would yes yet you your yours ' +
    'hi hey hello dear thanks thank thx please sorry regards cheers help helped helping issue issues problem problems question ' +
    'questions wondering wonder understand know knows idea ideas need needs needed needing asap team support guys folks work works ' +
    'working worked happen happens happened happening look looks looking think thought tell told ask asked asking able currently ' +
    'already always today yesterday tomorrow morning week weeks day days time times first last next new old good bad wrong right ' +
    'sure actually basically anyway possible supposed expected expect start started starts stop stopped stops come comes came ' +
    'thing bit kind sort couple every email-address ok okay great nice find found show shows showing shown appear appears'
  ).split(/\s+/),
);

const shortest = 2;
const longest = 40;

/** The words of a text that carry meaning, each as its stem (Porter's algorithm); words of other languages stay as they are. */
export function stemsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/['’](s|re|ve|ll|d|m|t)\b/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    return isMeaningful(word) ? stemmer(word) : [];
  });
}

const isMeaningful = (word: string): boolean =>
  word.length >= shortest && word.length <= longest && !ignored.has(word) && !/^\d+$/.test(word);

/** The words of a text that carry meaning, as they are written, each once; the longest first. */
export function meaningfulWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const kept = words.filter(isMeaningful);
  return [...new Set(kept)].sort((a, b) => b.length - a.length);
}
