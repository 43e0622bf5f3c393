import type { CommentRow, ReplyRow } from './comment.entity';
import {
  commentCreated,
  commentDeleted,
  commentUpdated,
  replyCreated,
  replyDeleted,
  replyUpdated,
} from './comment.events';

const posting = { document: null, postedAt: new Date(0), editedAt: null, version: 3, reactions: [] };
const comment: CommentRow = {
  ...{ ...posting, id: 'comment', markdown: 'See [Ann](/users/ann)', postedBy: 'bob' },
  ...{ spaceId: 'space', changeRequestId: null, reviewId: null, revision: 'head', pageId: 'page', nodeId: null },
  ...{ cellRecord: null, cellDefinition: null, resolvedAt: null, resolvedBy: null },
  repliers: [{ user: 'cid', count: 2, updatedAt: '' }],
};
const reply: ReplyRow = { ...posting, id: 'reply', commentId: 'comment', markdown: 'Yes', postedBy: 'ann' };
const before = { markdown: 'See [Ann](/users/ann)', document: null };

/** An event as it is sent: JSON has no fields without a value. */
const sent = ({ kind, ...content }: ReturnType<typeof commentDeleted>) => [
  kind.type,
  JSON.parse(JSON.stringify(content)) as unknown,
];

const ofComment = { organization: 'o', aggregate: 'comment' };
const ofReply = { organization: 'o', aggregate: 'reply' };
const about = { space: 'space', changeRequest: null, comment: 'comment', page: 'page' };
const text = { mentions: [], participants: [], excerpt: 'Yes' };

it('says what was written about a comment, and whom it mentions for the first time', () => {
  const written = { ...about, mentions: ['ann'], participants: [], excerpt: 'See [Ann](/users/ann)' };
  expect(sent(commentCreated(comment, 'o'))).toEqual([
    'change-requests.comment.created',
    { ...ofComment, version: 3, payload: written },
  ]);
  expect(sent(commentUpdated(comment, before, 'o'))).toEqual([
    'change-requests.comment.updated',
    { ...ofComment, version: 3, payload: { ...written, mentions: [], resolved: false } },
  ]);
});

it('tells the earlier authors of the thread of a reply', () => {
  const written = { ...about, ...text, reply: 'reply' };
  expect(sent(replyCreated(reply, comment, 'o'))).toEqual([
    'change-requests.comment_reply.created',
    { ...ofReply, version: 3, payload: { ...written, participants: ['bob', 'cid'] } },
  ]);
  expect(sent(replyUpdated(reply, before, comment, 'o'))).toEqual([
    'change-requests.comment_reply.updated',
    { ...ofReply, version: 3, payload: written },
  ]);
});

it('gives a deleted comment or reply the version after the last one that it had', () => {
  expect(sent(commentDeleted(comment, 'o'))).toEqual([
    'change-requests.comment.deleted',
    { ...ofComment, version: 4, payload: about },
  ]);
  expect(sent(replyDeleted(reply, comment, 'o'))).toEqual([
    'change-requests.comment_reply.deleted',
    { ...ofReply, version: 4, payload: { ...about, reply: 'reply' } },
  ]);
});
