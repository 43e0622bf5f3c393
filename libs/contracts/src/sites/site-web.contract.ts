import { answerTimeout } from '../shared/answers.dto';
import { call, internal } from '../core/endpoint';
import { Flag, Int, Nested, OneOf, Text, Url } from '../core/fields';

/** The request of a browser to a site. */
export class OpenSite {
  @Url({ max: 16_384, description: 'The URL, with the credentials and claims of the visit as query parameters.' })
  url!: string;
  @Text({ max: 512, optional: true, description: 'The host for which a proxy received the request.' })
  forwardedHost?: string;
  @Flag({ description: 'Whether to redirect visitors whose token is no longer valid, so that they get a new one.' })
  redirect!: boolean;
  @Text({ max: 64, array: { max: 16 }, description: 'The tags of the answers that the caller still has.' })
  known!: string[];
}

export class SiteAnswer {
  @Int() status!: number;
  @Text() contentType!: string;
  @Text({ max: 16_777_216 }) body!: string;
  @Text({ max: 16_384, optional: true, description: 'The target of a redirect.' }) location?: string;
  @Flag({ description: 'Whether the answer never changes for its URL.' }) immutable!: boolean;
}

export class OpenedSite {
  @Text({
    description:
      'The tag of the answer. Equal tags mean equal answers. Empty for an answer that is valid for this visit only.',
  })
  tag!: string;
  @Text({ description: 'The path of the site on its host, to which the cookies of the visit belong.' })
  base!: string;
  @Nested(() => SiteAnswer, { optional: true, description: 'The answer. Omitted if the caller already has it.' })
  answer?: SiteAnswer;
}

/** The feedback of a reader on a page. */
export class SendFeedback {
  @Url({
    max: 16_384,
    description: 'The URL of the page, with the credentials and claims of the visit as query parameters.',
  })
  url!: string;
  @OneOf(['good', 'bad'], { description: 'Whether the page was helpful.' }) rating!: 'good' | 'bad';
  @Text({ max: 512, optional: true, description: 'The text of the feedback. Sent to integrations, and not stored.' })
  comment?: string;
}

/** Published sites in a browser. Only the gateway asks. */
export const siteWeb = internal('sites', {
  /** Throws 404 when there is no site for the visitor, 403 when a visitor token is required and missing. */
  openSite: call({ body: OpenSite, returns: OpenedSite }),
  /** The same for an address at which the site answers a question, which may take a model's time. */
  askSite: call({ body: OpenSite, returns: OpenedSite, timeout: answerTimeout }),
  /** Throws 404 where the site asks for no feedback, and as `openSite` does. */
  sendFeedback: call({ body: SendFeedback }),
});
