/** Whether a text could be the id of a site, which stands in addresses where a basename would. */
export const isSiteId = (text: string): boolean => /^[0-9A-Za-z]{20,64}$/.test(text);
