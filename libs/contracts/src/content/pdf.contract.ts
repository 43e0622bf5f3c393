import { contract, get } from '../core/endpoint';
import { Flag, Id, Url } from '../core/fields';

export class PdfQuery {
  @Id({ optional: true, description: 'The page to print, with the pages below it. Defaults to the whole content.' })
  page?: string;
  @Flag({ optional: true, description: 'Whether to print only that page, without the pages below it.' }) only?: boolean;
}

export class PdfUrl {
  @Url({
    description:
      'The URL at which the PDF is read with GET. Valid for one hour. Returns 202 with `Retry-After` until the PDF is ready.',
  })
  url!: string;
}

export const pdf = contract('content', 'PDF', {
  getSpacePdf: get('/spaces/:spaceId/pdf', {
    summary: 'Get the URL of a PDF of the content of a space',
    query: PdfQuery,
    returns: PdfUrl,
  }),
  getChangeRequestPDF: get('/spaces/:spaceId/change-requests/:changeRequestId/pdf', {
    summary: 'Get the URL of a PDF of the content of a change request',
    query: PdfQuery,
    returns: PdfUrl,
  }),
});
