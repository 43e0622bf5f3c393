/** Replaces what must not be stored: e-mail addresses, tokens and keys, and card numbers. */
export function redact(text: string): string {
  return text
    .replace(/-----BEGIN [A-Z ]{1,40}-----[\s\S]{0,10000}?-----END [A-Z ]{1,40}-----/g, '[token]')
    .replace(/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu, '[email]')
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
