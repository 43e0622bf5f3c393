import { allEndpoints, type Endpoint } from './core/endpoint';

/** An operation that agents may call, as it is described to a model. */
export interface AgentTool {
  operation: Endpoint;
  name: string;
  title: string;
  description: string;
  /** Fields that the caller does not choose, with their values; undefined leaves one out. */
  given: Readonly<Record<string, unknown>>;
}

type Entry = readonly [
  operation: string,
  name: string,
  title: string,
  description: string,
  given?: Readonly<Record<string, unknown>>,
];

const asMarkdown = { format: 'markdown', metadata: true, computed: true, evaluated: undefined };
const whole = { metadata: true, computed: true };
const markdownPage =
  'Returns the page with its content as Markdown. Edit it and send it back to change the page; unchanged parts stay as they are.';

const entries: readonly Entry[] = [
  ['getAuthenticatedUser', 'who_am_i', 'Get the current user', 'Returns the user for whom you act.'],
  [
    'listOrganizationsForAuthenticatedUser',
    'list_organizations',
    'List organizations',
    'Lists the organizations of the user. Most other tools take the id of an organization, or of a space in it.',
  ],
  [
    'listMembersInOrganizationById',
    'list_members',
    'List members',
    'Lists the members of an organization, for example to find reviewers.',
  ],
  [
    'listSpacesInOrganizationById',
    'list_spaces',
    'List spaces',
    'Lists the spaces of an organization. Each space has a tree of pages.',
  ],
  [
    'getSpaceById',
    'get_space',
    'Get a space',
    'Returns a space with the permissions of the user, its edit mode and its merge rules.',
  ],
  [
    'listCollectionsInOrganizationById',
    'list_collections',
    'List collections',
    'Lists the collections of an organization. A collection groups spaces.',
  ],
  [
    'askInOrganization',
    'ask',
    'Ask a question',
    'Answers a question from the content that the user can read. Each sentence names the sections it is based on. Says so if the content has no answer.',
    { format: 'markdown', details: undefined, previousQueries: undefined },
  ],
  [
    'searchOrganizationContent',
    'search_organization',
    'Search an organization',
    'Finds pages by words in all spaces of an organization, with the passages that contain the words.',
  ],
  [
    'searchSpaceContent',
    'search_space',
    'Search a space',
    'Finds pages by words in one space, with the passages that contain the words.',
  ],
  [
    'listPages',
    'list_pages',
    'List pages',
    'Lists the pages of the main content of a space as a tree, with ids and paths.',
    whole,
  ],
  ['getPageById', 'get_page', 'Read a page', `Reads a page of the main content by its id. ${markdownPage}`, asMarkdown],
  [
    'getPageByPath',
    'get_page_by_path',
    'Read a page by its path',
    `Reads a page of the main content by its path. ${markdownPage}`,
    asMarkdown,
  ],
  ['listSpaceLinks', 'list_links', 'List links', 'Lists the links in a space, and marks those that are broken.'],
  ['listSpacePageBacklinks', 'list_backlinks', 'List backlinks', 'Lists the pages that link to a page.'],
  ['listRevisions', 'list_revisions', 'List revisions', 'Lists the revisions of a space, newest first.'],
  [
    'getRevisionSemanticChanges',
    'get_revision_changes',
    'List the changes of a revision',
    'Lists the changes of a revision, page by page and block by block.',
    { ...whole, blocks: true },
  ],
  [
    'listCommentsInSpace',
    'list_comments',
    'List comments',
    'Lists the comments on the pages of a space.',
    { format: 'markdown' },
  ],
  ['listSites', 'list_sites', 'List sites', 'Lists the sites of an organization. A site publishes spaces.'],
  [
    'getSiteStructure',
    'get_site_structure',
    'Get the structure of a site',
    'Returns the sections and spaces of a site.',
  ],
  [
    'listOpenAPISpecs',
    'list_openapi_specs',
    'List OpenAPI specifications',
    'Lists the OpenAPI specifications of an organization.',
  ],
  [
    'listChangeRequestsForOrganization',
    'list_organization_change_requests',
    'List change requests of an organization',
    'Lists the change requests in all spaces that the user can see, newest first.',
  ],
  [
    'listChangeRequestsForSpace',
    'list_change_requests',
    'List change requests',
    'Lists the change requests of a space, newest first.',
  ],
  [
    'getChangeRequestById',
    'get_change_request',
    'Get a change request',
    'Returns a change request by its id or number.',
  ],
  [
    'listPagesInChangeRequest',
    'list_change_request_pages',
    'List pages of a change request',
    'Lists the pages of a change request as a tree, with ids and paths.',
    whole,
  ],
  [
    'getPageInChangeRequestById',
    'get_change_request_page',
    'Read a page of a change request',
    `Reads a page of a change request by its id. ${markdownPage}`,
    asMarkdown,
  ],
  [
    'getPageInChangeRequestByPath',
    'get_change_request_page_by_path',
    'Read a page of a change request by its path',
    `Reads a page of a change request by its path. ${markdownPage}`,
    asMarkdown,
  ],
  [
    'getChangeRequestChanges',
    'get_change_request_changes',
    'List the changes of a change request',
    'Lists the changes of a change request, page by page and block by block, and its conflicts with the main content.',
    { ...whole, blocks: true },
  ],
  [
    'listCommentsInChangeRequest',
    'list_change_request_comments',
    'List comments of a change request',
    'Lists the comments on a change request and its pages.',
    { format: 'markdown' },
  ],
  [
    'listCommentRepliesInChangeRequest',
    'list_change_request_replies',
    'List replies',
    'Lists the replies to a comment on a change request.',
    { format: 'markdown' },
  ],
  [
    'getReviewsByChangeRequestId',
    'list_reviews',
    'List reviews',
    'Lists the reviews of a change request.',
    { format: 'markdown' },
  ],
  [
    'createChangeRequest',
    'create_change_request',
    'Open a change request',
    'Opens a change request from the main content of a space. Edit pages in a change request.',
    { agentTaskId: undefined },
  ],
  [
    'updateChangeRequestById',
    'update_change_request',
    'Change the subject or status',
    'Changes the subject of a change request, or its status: open, draft or archived.',
    { description: undefined },
  ],
  [
    'updateChangeRequestContent',
    'edit_change_request',
    'Edit pages',
    'Edits pages in a change request; all changes are applied or none. Operations: insert_page (title, document.markdown, and into for the parent page), update_page, delete_page (with the pages below it), delete_single_page, revert_page. Read a page before you change it, and send its whole Markdown.',
    { compat: false },
  ],
  [
    'updateChangeRequest',
    'update_from_main',
    'Update a change request with the main content',
    'Brings changes that were merged in the meantime into a change request. A conflict stays in it as both versions.',
  ],
  [
    'postCommentInChangeRequest',
    'comment',
    'Comment',
    'Comments on a change request, or on a page or block in it, in Markdown.',
  ],
  [
    'postCommentReplyInChangeRequest',
    'reply',
    'Reply to a comment',
    'Replies to a comment on a change request, in Markdown.',
  ],
  [
    'updateCommentInChangeRequest',
    'update_comment',
    'Change a comment',
    'Changes or resolves a comment on a change request.',
  ],
  [
    'requestReviewersForChangeRequest',
    'request_review',
    'Ask for a review',
    'Asks users to review a change request. A draft becomes open.',
    { description: undefined },
  ],
  ['submitChangeRequestReview', 'submit_review', 'Review', 'Approves a change request, or requests changes.'],
  [
    'mergeChangeRequest',
    'merge_change_request',
    'Merge',
    'Merges a change request into the main content, if the merge rules allow it.',
  ],
  [
    'updateSpaceContent',
    'edit_space',
    'Edit pages without a change request',
    'Edits the main content of a space whose edit mode is live. The change is visible at once.',
  ],
  ['createSpace', 'create_space', 'Create a space', 'Creates an empty space in an organization.'],
  ['publishSite', 'publish_site', 'Publish a site', 'Publishes a site for its audience.'],
];

let tools: readonly AgentTool[] | undefined;

/** The operations that agents may call, as far as the scopes of their token allow them. */
export function agentTools(): readonly AgentTool[] {
  return (tools ??= toolsOf(new Map(allEndpoints().map((endpoint) => [endpoint.name, endpoint]))));
}

const toolsOf = (operations: ReadonlyMap<string, Endpoint>): AgentTool[] =>
  entries.map(([operation, name, title, description, given = {}]) => {
    const found = operations.get(operation);
    if (!found) throw new Error(`There is no operation ${operation} for the tool ${name}`);
    return { operation: found, name, title, description, given };
  });
