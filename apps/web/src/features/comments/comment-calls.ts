import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { call, RequestError } from '../../api/client';
import type { BodyOf, ItemOf } from '../../api/contracts';
import { useRepeatableCall } from '../../api/use-repeatable-call';

/** The subject of comments: a space, or a change request of it. */
export interface CommentTarget {
  spaceId: string;
  changeRequestId?: string;
}

export type Comment = ItemOf<'listCommentsInSpace'>;
export type Reply = ItemOf<'listCommentRepliesInSpace'>;
type NewComment = BodyOf<'postCommentInSpace'>;
type CommentChange = BodyOf<'updateCommentInSpace'>;
type ReplyChange = BodyOf<'updateCommentReplyInSpace'>;

interface CommentCalls {
  post(body: NewComment): Promise<unknown>;
  update(commentId: string, body: CommentChange): Promise<unknown>;
  remove(commentId: string): Promise<unknown>;
  reply(commentId: string, markdown: string): Promise<unknown>;
  updateReply(commentId: string, commentReplyId: string, body: ReplyChange): Promise<unknown>;
  removeReply(commentId: string, commentReplyId: string): Promise<unknown>;
}

/** The operations on comments of a space, or of a change request. */
function callsFor({ spaceId, changeRequestId }: CommentTarget, send: typeof call): CommentCalls {
  if (changeRequestId === undefined) {
    const of = (commentId: string, commentReplyId = '') => ({ params: { spaceId, commentId, commentReplyId } });
    return {
      post: (body) => send('postCommentInSpace', { params: { spaceId }, body }),
      update: (id, body) => send('updateCommentInSpace', { ...of(id), body }),
      remove: (id) => send('deleteCommentInSpace', of(id)),
      reply: (id, markdown) => send('postCommentReplyInSpace', { ...of(id), body: { body: { markdown } } }),
      updateReply: (id, reply, body) => send('updateCommentReplyInSpace', { ...of(id, reply), body }),
      removeReply: (id, reply) => send('deleteCommentReplyInSpace', of(id, reply)),
    };
  }
  const at = { spaceId, changeRequestId };
  const of = (commentId: string, commentReplyId = '') => ({ params: { ...at, commentId, commentReplyId } });
  return {
    post: (body) => send('postCommentInChangeRequest', { params: at, body }),
    update: (id, body) => send('updateCommentInChangeRequest', { ...of(id), body }),
    remove: (id) => send('deleteCommentInChangeRequest', of(id)),
    reply: (id, markdown) => send('postCommentReplyInChangeRequest', { ...of(id), body: { body: { markdown } } }),
    updateReply: (id, reply, body) => send('updateCommentReplyInChangeRequest', { ...of(id, reply), body }),
    removeReply: (id, reply) => send('deleteCommentReplyInChangeRequest', of(id, reply)),
  };
}

const changed = [
  ['list', 'listCommentsInSpace'],
  ['list', 'listCommentsInChangeRequest'],
  ['list', 'listCommentRepliesInSpace'],
  ['list', 'listCommentRepliesInChangeRequest'],
  ['getChangeRequestById'],
];

/** Does something with comments; lists of them are read again afterwards. */
export function useCommentAction(target: CommentTarget) {
  const client = useQueryClient();
  const calls = callsFor(target, useRepeatableCall());
  const { mutateAsync, isPending, error } = useMutation<
    unknown,
    RequestError,
    (calls: CommentCalls) => Promise<unknown>
  >({
    mutationFn: (act) => act(calls),
    onSuccess: () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  /** Answers whether it is done; else `error` says why not. */
  const act = (what: (calls: CommentCalls) => Promise<unknown>): Promise<boolean> =>
    mutateAsync(what).then(
      () => true,
      () => false,
    );
  return { act, isPending, error };
}
