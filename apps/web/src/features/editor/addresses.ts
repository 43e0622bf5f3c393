/** Whether a link may lead there: an address of the web, of mail or of a phone, or one that is relative to the page. */
export const isAddress = (url: string): boolean => isWebAddress(url) || /^(mailto:|tel:)/i.test(url);

/** Whether a picture may be there: an address of the web, or one that is relative to the page. */
export const isWebAddress = (url: string): boolean =>
  /^https?:/i.test(url) || (url !== '' && !/^[a-z][\w+.-]*:/i.test(printable(url)));

/** Browsers leave out signs that cannot be seen: `java\nscript:` is a scheme to them. */
const printable = (url: string): string => url.replace(/[^!-~]/g, '');
