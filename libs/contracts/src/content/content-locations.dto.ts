import { changeRequestCards, type ChangeRequest } from '../change-requests/change-requests.contract';
import { Foreign } from '../core/compose';
import { Const, Nested, Text, Union } from '../core/fields';
import { Organization } from '../identity/organizations.contract';
import { knownOrganizations, knownUsers } from '../identity/reference-cards.contract';
import { User } from '../identity/users.contract';
import { Collection } from './collections.contract';
import { OpenAPISpec } from './openapi.contract';
import { RevisionFile, RevisionPage, RevisionReusableContent } from './pages.dto';
import { Space } from './spaces.contract';

export class ContentLocationUrl {
  @Const('url') kind!: 'url';
  @Text() url!: string;
}

/** The context of a location in a draft; a location without a context is in the current revision. */
export class ContentLocationChangeRequestContext {
  @Const('changeRequest') type!: 'changeRequest';
  @Foreign(changeRequestCards) changeRequest!: ChangeRequest;
}

export class ContentLocationFile {
  @Const('file') kind!: 'file';
  @Foreign(knownOrganizations) organization!: Organization;
  @Nested(() => Space) space!: Space;
  @Nested(() => ContentLocationChangeRequestContext, { optional: true })
  versionContext?: ContentLocationChangeRequestContext;
  @Nested(() => RevisionFile) file!: RevisionFile;
}

export class ContentLocationPageAnchor {
  @Const('anchor') type!: 'anchor';
  @Text() anchor!: string;
}

export class ContentLocationPageNode {
  @Const('node') type!: 'node';
  @Text({ description: 'The key of the block.' }) node!: string;
}

export class ContentLocationPage {
  @Const('page') kind!: 'page';
  @Foreign(knownOrganizations) organization!: Organization;
  @Nested(() => Space) space!: Space;
  @Nested(() => ContentLocationChangeRequestContext, { optional: true })
  versionContext?: ContentLocationChangeRequestContext;
  @Nested(() => RevisionPage) page!: RevisionPage;
  @Union('type', () => [ContentLocationPageAnchor, ContentLocationPageNode], { optional: true })
  internalLocation?: ContentLocationPageAnchor | ContentLocationPageNode;
}

export class ContentLocationUser {
  @Const('user') kind!: 'user';
  @Foreign(knownUsers) user!: User;
}

export class ContentLocationCollection {
  @Const('collection') kind!: 'collection';
  @Foreign(knownOrganizations) organization!: Organization;
  @Nested(() => Collection) collection!: Collection;
}

export class ContentLocationSpace {
  @Const('space') kind!: 'space';
  @Foreign(knownOrganizations) organization!: Organization;
  @Nested(() => Space) space!: Space;
}

export class ContentLocationReusableContent {
  @Const('reusable-content') kind!: 'reusable-content';
  @Foreign(knownOrganizations) organization!: Organization;
  @Nested(() => Space) space!: Space;
  @Nested(() => ContentLocationChangeRequestContext, { optional: true })
  versionContext?: ContentLocationChangeRequestContext;
  @Nested(() => RevisionReusableContent) reusableContent!: RevisionReusableContent;
}

export class ContentLocationOpenAPI {
  @Const('openapi') kind!: 'openapi';
  @Foreign(knownOrganizations) organization!: Organization;
  @Nested(() => OpenAPISpec) openAPISpec!: OpenAPISpec;
}

export type ContentLocation =
  | ContentLocationUrl
  | ContentLocationFile
  | ContentLocationPage
  | ContentLocationUser
  | ContentLocationCollection
  | ContentLocationSpace
  | ContentLocationReusableContent
  | ContentLocationOpenAPI;

export const contentLocations = () => [
  ContentLocationUrl,
  ContentLocationFile,
  ContentLocationPage,
  ContentLocationUser,
  ContentLocationCollection,
  ContentLocationSpace,
  ContentLocationReusableContent,
  ContentLocationOpenAPI,
];
