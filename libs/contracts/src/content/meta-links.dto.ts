import { Const, Id, Union, Url } from '../core/fields';

class PageLinkTarget {
  @Const('page') kind!: 'page';
  @Id() page!: string;
  @Id() space!: string;
}

class UrlLinkTarget {
  @Const('url') kind!: 'url';
  @Url() url!: string;
}

/** The other addresses of a page: for search engines, and for readers who change the variant of a site. */
export class RevisionPageMetaLinks {
  @Union('kind', () => [PageLinkTarget, UrlLinkTarget], {
    optional: true,
    description: 'The page that this page is another edition of.',
  })
  canonical?: PageLinkTarget | UrlLinkTarget;

  @Union('kind', () => [PageLinkTarget, UrlLinkTarget], {
    array: true,
    description:
      'The same page in the other variants of the sites that show the space, as far as the caller can read them.',
  })
  alternates!: (PageLinkTarget | UrlLinkTarget)[];
}
