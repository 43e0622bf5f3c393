/** Whether the address belongs to the API in any encoding, because the router decodes it. */
export const isOfApi = (url: string): boolean => /^\/(v|%76)(1|%31)(\/|\?|$)/i.test(url);

const caller = ['Authorization', 'Cookie'];

/** The value of `Vary`: an answer depends on its caller, besides the present values. */
export function withCaller(vary?: number | string | readonly string[]): string {
  const said = [vary ?? []].flat().flatMap((value) => String(value).split(','));
  const names = said.map((name) => name.trim()).filter((name) => name !== '');
  const missing = caller.filter((name) => !names.some((said) => said.toLowerCase() === name.toLowerCase()));
  return [...names, ...missing].join(', ');
}
