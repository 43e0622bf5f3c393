import { assignKeys, parseMarkdown } from '@bindery/documents';

/** The document of a computed page that failed, as JSON. `problem` is one or more sentences. */
export function problemDocument(problem: string): string {
  const text = `{% hint style="warning" %}\nThis page could not be computed. ${problem}\n{% endhint %}\n`;
  const { nodes } = parseMarkdown(text);
  let count = 0;
  return JSON.stringify(assignKeys({ object: 'document', data: {}, nodes }, () => `problem${count++}`));
}
