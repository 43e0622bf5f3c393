import { Id, Nested, Text } from '../core/fields';

export class TableCellTarget {
  @Text({ min: 1, max: 128 }) record!: string;
  @Text({ min: 1, max: 128 }) definition!: string;
}

/** A place of a comment: a page, a block of the page, or a cell of the block. Without a page it is the whole content. */
export class PagePlace {
  @Id({ optional: true, description: 'The page that the comment is about.' }) page?: string;
  @Text({ min: 1, max: 128, optional: true, description: 'The key of a block of the page.' }) node?: string;
  @Nested(() => TableCellTarget, { optional: true, description: 'A cell of the block. The block must be a table.' })
  tableCell?: TableCellTarget;
}
