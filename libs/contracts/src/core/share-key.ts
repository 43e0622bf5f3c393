import type { Endpoint } from './endpoint';
import { Text } from './fields';
import { fieldsOf } from './schema';

/** The key of a share link, for reads that accept it. The published addresses in their answers contain it. */
export const ShareKey = () =>
  Text({
    max: 128,
    optional: true,
    token: true,
    description: 'The key of a share link of the site. Published URLs in the response then contain it.',
  });

export class ShareKeyQuery {
  @ShareKey() shareKey?: string;
}

export const takesShareKey = ({ query }: Pick<Endpoint, 'query'>): boolean =>
  query !== undefined && fieldsOf(query).some(({ name }) => name === 'shareKey');
