const branchNames = ['else', 'elsif', 'elseif', 'elif'];
const conditionNames = ['if', 'unless', ...branchNames, 'endif', 'endunless'];

/** Whether a tag begins, divides or ends a condition. */
export const isConditional = ({ name }: { name: string }): boolean => conditionNames.includes(name);
/** Whether a tag of this name begins a further branch of an `{% if %}`. */
export const isBranch = (name: string): boolean => branchNames.includes(name);
/** Such tags within a text. */
const conditionTags = new RegExp(`\\{%-?\\s*(?:${conditionNames.join('|')})(?=[\\s%(!-])[^{}]*%\\}`, 'g');

/** The tags of conditions in a text. */
export const conditionTagsIn = (text: string): string[] => text.match(conditionTags) ?? [];

/** A text in pieces, of which each second one is the tag of a condition. */
export function splitAtConditions(text: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const { index, 0: tag } of text.matchAll(conditionTags)) {
    pieces.push(text.slice(at, index), tag);
    at = index + tag.length;
  }
  return [...pieces, text.slice(at)];
}
