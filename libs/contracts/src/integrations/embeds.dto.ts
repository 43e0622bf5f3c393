import { Nested, OneOf, Text, Url } from '../core/fields';
import { IntegrationBlock } from './integrations.dto';

export class EmbedQuery {
  @Url({ description: 'The URL to look up.' }) url!: string;
}

/** The embed that replaces an address in a document. */
export class Embed {
  @OneOf(['link', 'integration']) type!: 'link' | 'integration';
  @Text({ max: 300 }) title!: string;
  @Text({ description: 'The host of the URL.' }) site!: string;
  @Text({ max: 512 * 1024, optional: true }) icon?: string;
  @Text({ optional: true, description: 'The name of the integration whose block shows the URL.' }) integration?: string;
  @Nested(() => IntegrationBlock, { optional: true }) block?: IntegrationBlock;
}
