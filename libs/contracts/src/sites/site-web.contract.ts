import { answerTimeout } from '../shared/answers.dto';
import { call, internal } from '../core/endpoint';
import { Flag, Int, Nested, OneOf, Text, Url } from '../core/fields';

/** The request of a browser to a site. */
export class OpenSite {
  @Url({ max: 16_384, description: 'The address, completed with what the browser keeps of the visit.' }) url!: string;
  @Text({ max: 512, optional: true, description: 'The host that a proxy was asked for.' }) forwardedHost?: string;
  @Flag({ description: 'Whether a visitor whose token is not good any more is sent to get another one.' })
  redirect!: boolean;
  @Text({ max: 64, array: { max: 16 }, description: 'The tags of answers that the caller still has.' })
  known!: string[];
}

export class SiteAnswer {
  @Int() status!: number;
  @Text() contentType!: string;
  @Text({ max: 16_777_216 }) body!: string;
  @Text({ max: 16_384, optional: true, description: 'Where a redirect leads.' }) location?: string;
  @Flag({ description: 'Whether the answer never changes for its address.' }) immutable!: boolean;
}

export class OpenedSite {
  @Text({ description: 'Equal tags stand for equal answers; empty for one that is good for this visit alone.' })
  tag!: string;
  @Text({ description: 'The path of the site on its host; what the browser keeps of the visit is kept for it.' })
  base!: string;
  @Nested(() => SiteAnswer, { optional: true, description: 'Absent when the caller has it.' }) answer?: SiteAnswer;
}

/** The feedback of a reader on a page. */
export class SendFeedback {
  @Url({ max: 16_384, description: 'The address of the page, completed with what the browser keeps of the visit.' })
  url!: string;
  @OneOf(['good', 'bad'], { description: 'Whether the page was helpful.' }) rating!: 'good' | 'bad';
  @Text({ max: 512, optional: true, description: 'Told to integrations, and not kept.' }) comment?: string;
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
