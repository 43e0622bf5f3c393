/** The callers: the author of the object, who may edit, or a user with the role of that name. */
export const callers = ['author', 'admin', 'reviewer', 'editor', 'commenter', 'reader'] as const;
export type Caller = (typeof callers)[number];

/** The object that the author makes anew for each call. */
export type Subject =
  | 'space'
  | 'change request'
  | 'page of it'
  | 'file of it'
  | 'reusable content of it'
  | 'comment'
  | 'reply'
  | 'review'
  | 'requested reviewer';

export interface PermissionRow {
  operation: string;
  subject: Subject;
  body?: object;
  /** The callers who are allowed; the others who see the space get 403. */
  may: readonly Caller[];
}

const all = callers;
const commenting = ['author', 'admin', 'reviewer', 'editor', 'commenter'] as const;
const editing = ['author', 'admin', 'reviewer', 'editor'] as const;
const reviewing = ['admin', 'reviewer'] as const;
const moderating = ['author', 'admin'] as const;
const own = ['author'] as const;

const says = { body: { markdown: 'Said' } };
const newPage = { changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'New.' } }] };

/** Comments are the same on spaces and on change requests. */
const discussion = (ending: 'InSpace' | 'InChangeRequest'): PermissionRow[] => {
  const place: Subject = ending === 'InSpace' ? 'space' : 'change request';
  return [
    { operation: `listComments${ending}`, subject: place, may: commenting },
    { operation: `listCommenters${ending}`, subject: place, may: commenting },
    { operation: `postComment${ending}`, subject: place, body: says, may: commenting },
    { operation: `getComment${ending}`, subject: 'comment', may: commenting },
    { operation: `updateComment${ending}`, subject: 'comment', body: says, may: own },
    { operation: `updateComment${ending}`, subject: 'comment', body: { resolved: true }, may: commenting },
    { operation: `updateComment${ending}`, subject: 'comment', body: { addedReactions: ['👍'] }, may: commenting },
    { operation: `deleteComment${ending}`, subject: 'comment', may: moderating },
    { operation: `listCommentReplies${ending}`, subject: 'comment', may: commenting },
    { operation: `postCommentReply${ending}`, subject: 'comment', body: says, may: commenting },
    { operation: `getCommentReply${ending}`, subject: 'reply', may: commenting },
    { operation: `updateCommentReply${ending}`, subject: 'reply', body: says, may: own },
    { operation: `updateCommentReply${ending}`, subject: 'reply', body: { addedReactions: ['👍'] }, may: commenting },
    { operation: `deleteCommentReply${ending}`, subject: 'reply', may: moderating },
  ];
};

const readOf =
  (subject: Subject) =>
  (operation: string): PermissionRow => ({ operation, subject, may: all });

export const permissionTable: PermissionRow[] = [
  ...discussion('InSpace'),
  ...discussion('InChangeRequest'),
  { operation: 'listChangeRequestsForSpace', subject: 'space', may: all },
  { operation: 'createChangeRequest', subject: 'space', body: {}, may: editing },
  { operation: 'getChangeRequestById', subject: 'change request', may: all },
  { operation: 'updateChangeRequestById', subject: 'change request', body: { status: 'archived' }, may: editing },
  { operation: 'updateChangeRequest', subject: 'change request', may: editing },
  { operation: 'mergeChangeRequest', subject: 'change request', may: reviewing },
  { operation: 'getReviewsByChangeRequestId', subject: 'change request', may: all },
  { operation: 'getChangeRequestReviewById', subject: 'review', may: all },
  {
    operation: 'submitChangeRequestReview',
    subject: 'change request',
    body: { status: 'approved' },
    may: reviewing,
  },
  { operation: 'getRequestedReviewersByChangeRequestId', subject: 'change request', may: all },
  { operation: 'requestReviewersForChangeRequest', subject: 'change request', may: editing },
  { operation: 'removeRequestedReviewerFromChangeRequest', subject: 'requested reviewer', may: editing },
  { operation: 'getContributorsByChangeRequestId', subject: 'change request', may: all },
  { operation: 'getChangeRequestPDF', subject: 'change request', may: all },
  { operation: 'getChangeRequestChanges', subject: 'change request', may: all },
  { operation: 'updateChangeRequestContent', subject: 'change request', body: newPage, may: editing },
  { operation: 'updateSpaceContent', subject: 'space', body: newPage, may: editing },
  ...['getRevisionOfChangeRequestById', 'listPagesInChangeRequest', 'listFilesInChangeRequestById'].map(
    readOf('change request'),
  ),
  { operation: 'listChangeRequestLinks', subject: 'change request', may: all },
  ...['getPageInChangeRequestById', 'getPageInChangeRequestByPath', 'listChangeRequestPageMetaLinks'].map(
    readOf('page of it'),
  ),
  ...['listPageLinksInChangeRequest', 'listChangeRequestPageBacklinks'].map(readOf('page of it')),
  ...['getFileInChangeRequestById', 'listChangeRequestFileBacklinks'].map(readOf('file of it')),
  readOf('reusable content of it')('getReusableContentInChangeRequestById'),
];
