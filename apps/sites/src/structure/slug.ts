const maxLength = 80;

/** A path for a title: lower-case letters and digits with hyphens between. */
function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, maxLength)
      .replace(/^-|-$/g, '') || 'docs'
  );
}

/** The title's path, with a number after it if it is taken. */
export function freePath(title: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(title);
  for (let number = 1; ; number++) {
    const path = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(path)) return path;
  }
}
