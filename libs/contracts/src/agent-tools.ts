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
  'The page with its content as Markdown, which may be edited and sent back: what is not changed stays as it is.';

const entries: readonly Entry[] = [
  ['getAuthenticatedUser', 'who_am_i', 'Who am I', 'The user for whom you act.'],
  [
    'listOrganizationsForAuthenticatedUser',
    'list_organizations',
    'List organizations',
    'The organizations of the user. Most other tools take the id of one, or of a space in it.',
  ],
  [
    'listMembersInOrganizationById',
    'list_members',
    'List members',
    'The members of an organization, for example to find whom to ask for a review.',
  ],
  [
    'listSpacesInOrganizationById',
    'list_spaces',
    'List spaces',
    'The spaces of an organization: each holds a tree of pages.',
  ],
  [
    'getSpaceById',
    'get_space',
    'Get a space',
    'A space, what the user may do in it, and how its content is edited and merged.',
  ],
  [
    'listCollectionsInOrganizationById',
    'list_collections',
    'List collections',
    'The collections of an organization, which group spaces.',
  ],
  [
    'askInOrganization',
    'ask',
    'Ask a question',
    'Answers a question from what the user may read, with the sections that each sentence rests on, or says that nothing answers it.',
    { format: 'markdown', details: undefined, previousQueries: undefined },
  ],
  [
    'searchOrganizationContent',
    'search_organization',
    'Search an organization',
    'Finds pages in all spaces of an organization by words, with the passages in which they stand.',
  ],
  [
    'searchSpaceContent',
    'search_space',
    'Search a space',
    'Finds pages of one space by words, with the passages in which they stand.',
  ],
  [
    'listPages',
    'list_pages',
    'List pages',
    'The tree of pages of a space as it is published, with ids and paths.',
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
  ['listSpaceLinks', 'list_links', 'List links', 'The links in a space, with those that are broken.'],
  ['listSpacePageBacklinks', 'list_backlinks', 'List backlinks', 'The pages that link to a page.'],
  ['listRevisions', 'list_revisions', 'List revisions', 'The history of a space, the newest first.'],
  [
    'getRevisionSemanticChanges',
    'get_revision_changes',
    'What a revision changed',
    'What a revision changed, page by page and block by block.',
    { ...whole, blocks: true },
  ],
  [
    'listCommentsInSpace',
    'list_comments',
    'List comments',
    'The comments on the pages of a space.',
    { format: 'markdown' },
  ],
  ['listSites', 'list_sites', 'List sites', 'The sites of an organization: each publishes spaces.'],
  ['getSiteStructure', 'get_site_structure', 'Get the structure of a site', 'The sections and spaces of a site.'],
  [
    'listOpenAPISpecs',
    'list_openapi_specs',
    'List OpenAPI specifications',
    'The OpenAPI specifications that an organization keeps.',
  ],
  [
    'listChangeRequestsForOrganization',
    'list_organization_change_requests',
    'List change requests of an organization',
    'The change requests in all spaces that the user may see, the newest first.',
  ],
  [
    'listChangeRequestsForSpace',
    'list_change_requests',
    'List change requests',
    'The change requests of a space, the newest first.',
  ],
  ['getChangeRequestById', 'get_change_request', 'Get a change request', 'A change request, by its id or its number.'],
  [
    'listPagesInChangeRequest',
    'list_change_request_pages',
    'List pages of a change request',
    'The tree of pages as a change request has it, with ids and paths.',
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
    'What a change request changes',
    'What a change request changes, page by page and block by block, and what is in conflict with the main content.',
    { ...whole, blocks: true },
  ],
  [
    'listCommentsInChangeRequest',
    'list_change_request_comments',
    'List comments of a change request',
    'The comments on a change request and its pages.',
    { format: 'markdown' },
  ],
  [
    'listCommentRepliesInChangeRequest',
    'list_change_request_replies',
    'List replies',
    'The replies to a comment of a change request.',
    { format: 'markdown' },
  ],
  [
    'getReviewsByChangeRequestId',
    'list_reviews',
    'List reviews',
    'The reviews of a change request.',
    { format: 'markdown' },
  ],
  [
    'createChangeRequest',
    'create_change_request',
    'Open a change request',
    'Opens a change request from the main content of a space. All edits are made in one.',
    { agentTaskId: undefined },
  ],
  [
    'updateChangeRequestById',
    'update_change_request',
    'Change the subject or status',
    'Changes the subject of a change request, or opens, drafts or archives it.',
    { description: undefined },
  ],
  [
    'updateChangeRequestContent',
    'edit_change_request',
    'Edit pages',
    'Edits pages in a change request, all changes or none: insert_page (title, document.markdown, and into for the page above), update_page, delete_page, revert_page. Read a page before you change it, and send all of its Markdown.',
    { compat: false },
  ],
  [
    'updateChangeRequest',
    'update_from_main',
    'Bring in the main content',
    'Brings what was merged meanwhile into a change request; conflicts stay in it as both versions.',
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
    'Replies to a comment of a change request, in Markdown.',
  ],
  [
    'updateCommentInChangeRequest',
    'update_comment',
    'Change a comment',
    'Changes a comment of a change request, or resolves it.',
  ],
  [
    'requestReviewersForChangeRequest',
    'request_review',
    'Ask for a review',
    'Asks users to review a change request, which opens it when it is a draft.',
    { description: undefined },
  ],
  ['submitChangeRequestReview', 'submit_review', 'Review', 'Approves a change request, or asks for changes.'],
  [
    'mergeChangeRequest',
    'merge_change_request',
    'Merge',
    'Merges a change request into the main content, where the merge rules allow it.',
  ],
  [
    'updateSpaceContent',
    'edit_space',
    'Edit pages without a change request',
    'Edits the main content of a space that is edited live. The change is visible at once.',
  ],
  ['createSpace', 'create_space', 'Create a space', 'Creates an empty space in an organization.'],
  ['publishSite', 'publish_site', 'Publish a site', 'Makes a site live for its audience.'],
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
