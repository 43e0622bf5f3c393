import { Const, Id, Text, Union, Url, type FieldOptions } from '../core/fields';

class ContentRefURL {
  @Const('url') kind!: 'url';
  @Url() url!: string;
}

class ContentRefFile {
  @Const('file') kind!: 'file';
  @Id() file!: string;
}

class ContentRefPage {
  @Const('page') kind!: 'page';
  @Id() page!: string;
  @Id({ optional: true }) space?: string;
}

class ContentRefAnchor {
  @Const('anchor') kind!: 'anchor';
  @Text({ max: 256 }) anchor!: string;
  @Id({ optional: true }) space?: string;
  @Id({ optional: true }) page?: string;
}

class ContentRefUser {
  @Const('user') kind!: 'user';
  @Id() user!: string;
}

class ContentRefCollection {
  @Const('collection') kind!: 'collection';
  @Id() collection!: string;
}

class ContentRefSpace {
  @Const('space') kind!: 'space';
  @Id() space!: string;
}

class ContentRefReusableContent {
  @Const('reusable-content') kind!: 'reusable-content';
  @Id() reusableContent!: string;
  @Id({ optional: true }) space?: string;
}

class ContentRefOpenAPI {
  @Const('openapi') kind!: 'openapi';
  @Text({ max: 256 }) spec!: string;
}

const contentRefs = () => [
  ContentRefURL,
  ContentRefFile,
  ContentRefPage,
  ContentRefAnchor,
  ContentRefUser,
  ContentRefCollection,
  ContentRefSpace,
  ContentRefReusableContent,
  ContentRefOpenAPI,
];

/** The target of a link in a site's header, footer or announcement. */
export type ContentRef = InstanceType<ReturnType<typeof contentRefs>[number]>;

export const ContentRefField = (options: FieldOptions = {}) => Union('kind', contentRefs, options);
