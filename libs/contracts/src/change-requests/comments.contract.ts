import { contract, del, get, post, put } from '../core/endpoint';
import { PageOf, PageQuery } from '../core/page';
import { MemberCardList } from '../identity/member-cards.contract';
import {
  Comment,
  CommentRepliesQuery,
  CommentReply,
  CommentsQuery,
  FormatQuery,
  PostComment,
  PostCommentReply,
  UpdateComment,
  UpdateCommentReply,
} from './comments.dto';

export const spaceComments = contract('change-requests', 'Space comments', {
  listCommentsInSpace: get('/spaces/:spaceId/comments', {
    summary: 'List the comments on a space, without those on its change requests',
    query: CommentsQuery,
    returns: PageOf(Comment),
  }),
  postCommentInSpace: post('/spaces/:spaceId/comments', {
    summary: 'Comment on a space, a page, a block or a table cell',
    body: PostComment,
    returns: Comment,
    groupCommit: 'different objects',
  }),
  getCommentInSpace: get('/spaces/:spaceId/comments/:commentId', {
    summary: 'Get a comment',
    query: FormatQuery,
    returns: Comment,
  }),
  updateCommentInSpace: put('/spaces/:spaceId/comments/:commentId', {
    summary: 'Edit, resolve or react to a comment',
    body: UpdateComment,
    returns: Comment,
    errors: [412],
  }),
  deleteCommentInSpace: del('/spaces/:spaceId/comments/:commentId', {
    summary: 'Delete a comment with its replies',
    errors: [412],
  }),
  listCommentRepliesInSpace: get('/spaces/:spaceId/comments/:commentId/replies', {
    summary: 'List the replies to a comment, oldest first',
    query: CommentRepliesQuery,
    returns: PageOf(CommentReply),
  }),
  postCommentReplyInSpace: post('/spaces/:spaceId/comments/:commentId/replies', {
    summary: 'Reply to a comment',
    query: FormatQuery,
    body: PostCommentReply,
    returns: CommentReply,
  }),
  getCommentReplyInSpace: get('/spaces/:spaceId/comments/:commentId/replies/:commentReplyId', {
    summary: 'Get a reply',
    query: FormatQuery,
    returns: CommentReply,
  }),
  updateCommentReplyInSpace: put('/spaces/:spaceId/comments/:commentId/replies/:commentReplyId', {
    summary: 'Edit or react to a reply',
    body: UpdateCommentReply,
    returns: CommentReply,
    errors: [412],
  }),
  deleteCommentReplyInSpace: del('/spaces/:spaceId/comments/:commentId/replies/:commentReplyId', {
    summary: 'Delete a reply',
    errors: [412],
  }),
  listCommentersInSpace: get('/spaces/:spaceId/commenters', {
    summary: 'List the users who commented on a space',
    query: PageQuery,
    returns: MemberCardList,
  }),
});

export const changeRequestComments = contract('change-requests', 'Change request comments', {
  listCommentsInChangeRequest: get('/spaces/:spaceId/change-requests/:changeRequestId/comments', {
    summary: 'List the comments on a change request, including those of its reviews',
    query: CommentsQuery,
    returns: PageOf(Comment),
  }),
  postCommentInChangeRequest: post('/spaces/:spaceId/change-requests/:changeRequestId/comments', {
    summary: 'Comment on a change request, or on a page, a block or a table cell in it',
    body: PostComment,
    returns: Comment,
    groupCommit: 'different objects',
  }),
  getCommentInChangeRequest: get('/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId', {
    summary: 'Get a comment',
    query: FormatQuery,
    returns: Comment,
  }),
  updateCommentInChangeRequest: put('/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId', {
    summary: 'Edit, resolve or react to a comment',
    body: UpdateComment,
    returns: Comment,
    errors: [412],
  }),
  deleteCommentInChangeRequest: del('/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId', {
    summary: 'Delete a comment with its replies',
    errors: [412],
  }),
  listCommentRepliesInChangeRequest: get(
    '/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies',
    {
      summary: 'List the replies to a comment, oldest first',
      query: CommentRepliesQuery,
      returns: PageOf(CommentReply),
    },
  ),
  postCommentReplyInChangeRequest: post(
    '/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies',
    { summary: 'Reply to a comment', query: FormatQuery, body: PostCommentReply, returns: CommentReply },
  ),
  getCommentReplyInChangeRequest: get(
    '/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId',
    { summary: 'Get a reply', query: FormatQuery, returns: CommentReply },
  ),
  updateCommentReplyInChangeRequest: put(
    '/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId',
    { summary: 'Edit or react to a reply', body: UpdateCommentReply, returns: CommentReply, errors: [412] },
  ),
  deleteCommentReplyInChangeRequest: del(
    '/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId',
    { summary: 'Delete a reply', errors: [412] },
  ),
  listCommentersInChangeRequest: get('/spaces/:spaceId/change-requests/:changeRequestId/commenters', {
    summary: 'List the users who commented on a change request',
    query: PageQuery,
    returns: MemberCardList,
  }),
});
