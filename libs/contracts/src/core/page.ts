import { Int, Nested, Text } from './fields';
import type { Dto } from './schema';

/** The query of every list (specification section 1, convention 3). */
export class PageQuery {
  @Text({
    optional: true,
    token: true,
    max: 2048,
    description: 'The token of the page to read, from `next.page` of the previous page.',
  })
  page?: string;

  @Int({
    min: 0,
    max: 1000,
    optional: true,
    description: 'The maximum number of items to return. 0 returns only their count.',
  })
  limit: number = 50;
}

export interface Page<T> {
  items: T[];
  /** All items over all pages that the caller may see. */
  count?: number;
  next?: { page: string };
}

export class NextPage {
  @Text() page!: string;
}

const envelopes = new Map<Dto, Dto<Page<object>>>();

/** The list envelope of a DTO, as a class, so that it is validated and documented like any other. */
export function PageOf<T extends object>(item: Dto<T>): Dto<Page<T>> {
  const known = envelopes.get(item);
  if (known) return known as Dto<Page<T>>;
  class PageDto implements Page<T> {
    @Nested(() => item, { array: true })
    items!: T[];

    @Int({ optional: true })
    count?: number;

    @Nested(() => NextPage, { optional: true })
    next?: NextPage;
  }
  Object.defineProperty(PageDto, 'name', { value: `${item.name}List` });
  envelopes.set(item, PageDto);
  return PageDto;
}
