import { assignKeys, parseMarkdown } from '@bindery/documents';

/** What a computed page says where there is nothing to show, as JSON. `problem` is a sentence, or more. */
export function problemDocument(problem: string): string {
  const text = `{% hint style="warning" %}\nThis page could not be computed. ${problem}\n{% endhint %}\n`;
  const { nodes } = parseMarkdown(text);
  let count = 0;
  return JSON.stringify(assignKeys({ object: 'document', data: {}, nodes }, () => `problem${count++}`));
}
