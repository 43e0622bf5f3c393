/** Values of a statement and the names under which its text refers to them. */
export class Values {
  readonly all: unknown[] = [];

  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }
}

/** A LIKE pattern for texts that contain `text`, in the same case. */
export const substringPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A LIKE pattern for lower-case text that contains `text` in any case. */
export const containing = (text: string): string => substringPattern(text.toLowerCase());
