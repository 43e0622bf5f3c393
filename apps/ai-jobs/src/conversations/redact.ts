/** Replaces what must not be stored: e-mail addresses, tokens and keys, and card numbers. */
export function redact(text: string): string {
  return withoutMailAddresses(withoutKeys(text))
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{12,4096}/gi, '$1 [token]')
    .replace(/\beyJ[\w-]{8,300}\.[\w-]{2,8192}(?:\.[\w-]{0,2048})?/g, '[token]')
    .replace(
      /\b(?:bnd|sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|npm|hf|AKIA|ASIA|AIza)[_-]?[\w-]{12,512}/g,
      isToken,
    )
    .replace(
      /\b((?:api[_ -]?key|token|secret|password|passwd|pwd)\b["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{4,512}/gi,
      '$1[token]',
    )
    .replace(/[A-Za-z0-9_+/=-]{32,4096}/g, isToken)
    .replace(/(?<![\p{L}\p{N}])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}])/gu, (digits) =>
      isCard(digits) ? '[card]' : digits,
    );
}

/** The marks around a key or a certificate (RFC 7468, section 2); their last dashes may be the first of another. */
const keyStart = /-----BEGIN (?=([A-Z ]{1,40}-----))/g;
const keyEnd = /-----END (?=([A-Z ]{1,40}-----))/g;
const longestKey = 10_000;

/** Looks at each mark once: to search for an end from each start takes the square of the time where none ends. */
function withoutKeys(text: string): string {
  const ends = marksOf(text, keyEnd);
  let kept = '';
  let from = 0;
  let next = 0;
  for (const start of marksOf(text, keyStart)) {
    if (start.from < from) continue;
    while (next < ends.length && ends[next]!.from < start.to) next++;
    const end = ends[next];
    if (!end || end.from - start.to > longestKey) continue;
    kept += `${text.slice(from, start.from)}[token]`;
    from = end.to;
  }
  return kept + text.slice(from);
}

const marksOf = (text: string, mark: RegExp) =>
  [...text.matchAll(mark)].map(({ 0: first, 1: rest = '', index }) => ({
    from: index,
    to: index + first.length + rest.length,
  }));

/** From its sign on, so that a text without the sign is searched once. The group is what stands before the sign. */
const mailAddress = /@(?<=([\p{L}\p{N}._%+-]{1,64})@)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

function withoutMailAddresses(text: string): string {
  let kept = '';
  let from = 0;
  for (const { 0: host, 1: name = '', index } of text.matchAll(mailAddress)) {
    // The address before may end at the sign.
    if (index === from && from > 0) continue;
    kept += `${text.slice(from, Math.max(from, index - name.length))}[email]`;
    from = index + host.length;
  }
  return kept + text.slice(from);
}

/** Replaces a mix of letters and digits that is no word. */
const isToken = (text: string): string =>
  /\d/.test(text) && /[A-Za-z]/.test(text) && !/^[a-z]+(?:[-_/][a-z]*\d*)+$/.test(text) ? '[token]' : text;

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B). */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
