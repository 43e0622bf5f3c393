import { Nested, OneOf, Text, Url } from '../core/fields';
import { IntegrationBlock } from './integrations.dto';

export class EmbedQuery {
  @Url({ description: 'What to look up.' }) url!: string;
}

/** The embed that replaces an address in a document. */
export class Embed {
  @OneOf(['link', 'integration']) type!: 'link' | 'integration';
  @Text({ max: 300 }) title!: string;
  @Text({ description: 'The host.' }) site!: string;
  @Text({ max: 512 * 1024, optional: true }) icon?: string;
  @Text({ optional: true, description: 'The name of the integration whose block shows it.' }) integration?: string;
  @Nested(() => IntegrationBlock, { optional: true }) block?: IntegrationBlock;
}
