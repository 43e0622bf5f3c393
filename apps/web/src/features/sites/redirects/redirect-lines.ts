import type { BodyOf } from '../../../api/contracts';

type Rule = NonNullable<BodyOf<'changeSiteRedirects'>['set']>[number];

/** The most that one request takes. */
export const maxRules = 1000;

/**
 * The redirects of a text that has one in each line: a path and a URL, with spaces, a tab or a comma between. Answers what is
 * wrong with the first line that is none, and passes empty lines over.
 */
export function redirectsOf(text: string): { rules: Rule[]; problem?: string } {
  const lines = text.split('\n').map((line) => line.trim());
  const rules: Rule[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const [source = '', url = '', ...more] = line.split(/[\s,;]+/);
    const isRule = source.startsWith('/') && source.length > 1 && /^https?:/i.test(url) && URL.canParse(url);
    if (!isRule || more.length > 0)
      return { rules, problem: `Line ${index + 1} is not a path that begins with / and a URL: ${line}` };
    rules.push({ source, destination: { kind: 'url', url } });
  }
  if (rules.length > maxRules) return { rules, problem: `Add at most ${maxRules} at once.` };
  return { rules };
}
