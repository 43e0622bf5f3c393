import type { SiteAnswer } from '@bindery/contracts';

const ofType =
  (contentType: string) =>
  (body: string, status = 200): SiteAnswer => ({ status, contentType, body, immutable: false });

/** Answers to browsers. */
export const answers = {
  page: ofType('text/html; charset=utf-8'),
  text: ofType('text/plain; charset=utf-8'),
  markdown: ofType('text/markdown; charset=utf-8'),
  xml: ofType('application/xml; charset=utf-8'),
  /** `immutable` when the requested name identifies the content. */
  asset: (body: string, type: string, immutable: boolean): SiteAnswer => ({
    status: 200,
    contentType: `${type}; charset=utf-8`,
    body,
    immutable,
  }),
  /** 301 means that the address is permanently replaced. */
  redirect: (location: string, status: 301 | 302 = 302): SiteAnswer => ({
    status,
    contentType: 'text/plain; charset=utf-8',
    body: '',
    location,
    immutable: false,
  }),
};
