import { contract, get } from '../core/endpoint';
import { Flag, Id, Url } from '../core/fields';

export class PdfQuery {
  @Id({ optional: true, description: 'The page to begin with; the whole content when absent.' }) page?: string;
  @Flag({ optional: true, description: 'Only that page, without the pages below it.' }) only?: boolean;
}

export class PdfUrl {
  @Url({ description: 'Where the PDF is read with GET, for an hour: 202 with `Retry-After` until it is made.' })
  url!: string;
}

export const pdf = contract('content', 'PDF', {
  getSpacePdf: get('/spaces/:spaceId/pdf', {
    summary: 'Get an address of the content of a space as PDF',
    query: PdfQuery,
    returns: PdfUrl,
  }),
  getChangeRequestPDF: get('/spaces/:spaceId/change-requests/:changeRequestId/pdf', {
    summary: 'Get an address of the content of a change request as PDF',
    query: PdfQuery,
    returns: PdfUrl,
  }),
});
