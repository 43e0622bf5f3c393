/** The commands that a text in Markdown shows: each line of a block of shell, and inline code that begins as a command. */
export function commandsIn(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const blocks = blocksOf(markdown, 'sh').filter((block) => !isCalls(block));
  return [...new Set([...blocks.flatMap(linesOf), ...inlineIn(prose)])];
}

/** The blocks of code in a language. */
export const blocksOf = (markdown: string, language: string): string[] =>
  Array.from(markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')), ([, block]) => block!);

/** The blocks of shell that call the API, as one script. */
export const callsIn = (markdown: string): string => blocksOf(markdown, 'sh').filter(isCalls).join('');

const isCalls = (block: string): boolean => /^curl /m.test(block);

/** The lines of a block without what is said about them. */
export const linesOf = (block: string): string[] =>
  block
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const program = /^(npm|npx|node|curl|docker|kubectl) \S/;
/** The words that `npm run bindery --` takes, where a text leaves it out. */
const operating =
  /^(backup|restore|dead-letters|outbox|jobs|keys|reconcile|reindex|purge|tokens|sso|sign-in|logs|status|stop|doctor|import|export|publish)( |$)/;

function inlineIn(prose: string): string[] {
  const codes = Array.from(prose.matchAll(/`([^`]+)`/g), ([, code]) => code!.replace(/\s+/g, ' '));
  return codes.flatMap((code) => {
    if (program.test(code)) return [code];
    return operating.test(code) ? [`npm run bindery -- ${code}`] : [];
  });
}
