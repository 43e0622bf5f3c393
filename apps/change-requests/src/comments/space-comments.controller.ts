import { Controller } from '@nestjs/common';
import { spaceComments as contract, type Principal, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { SpaceContexts } from '../change-requests/space-contexts';
import { readableThread, ifVisible, type ThreadContext } from './thread-context';
import { Comments } from './comments';
import { Replies } from './replies';

/** Comments on a space and its pages. */
@Controller()
export class SpaceCommentsController {
  constructor(
    private readonly contexts: SpaceContexts,
    private readonly comments: Comments,
    private readonly replies: Replies,
  ) {}

  @Handles(contract.listCommentsInSpace)
  async list({ params, query, principal }: RequestOf<typeof contract.listCommentsInSpace>) {
    return this.comments.list(await this.at(principal, params), query);
  }

  @Handles(contract.postCommentInSpace)
  async post({ params, body, principal }: RequestOf<typeof contract.postCommentInSpace>) {
    return this.comments.post(await this.at(principal, params), body);
  }

  @Handles(contract.getCommentInSpace)
  async get({ params, query, principal }: RequestOf<typeof contract.getCommentInSpace>) {
    return this.comments.get(await this.at(principal, params), params.commentId, query.format);
  }

  @Handles(contract.updateCommentInSpace)
  async update({ params, body, principal }: RequestOf<typeof contract.updateCommentInSpace>) {
    return this.comments.update(await this.at(principal, params), params.commentId, body);
  }

  @Handles(contract.deleteCommentInSpace)
  async delete({ params, principal }: RequestOf<typeof contract.deleteCommentInSpace>) {
    const at = await ifVisible(this.at(principal, params));
    if (at) await this.comments.delete(at, params.commentId);
  }

  @Handles(contract.listCommentRepliesInSpace)
  async listReplies({ params, query, principal }: RequestOf<typeof contract.listCommentRepliesInSpace>) {
    return this.replies.list(await this.at(principal, params), params.commentId, query);
  }

  @Handles(contract.postCommentReplyInSpace)
  async reply({ params, query, body, principal }: RequestOf<typeof contract.postCommentReplyInSpace>) {
    return this.replies.post(await this.at(principal, params), params.commentId, body, query.format);
  }

  @Handles(contract.getCommentReplyInSpace)
  async getReply({ params, query, principal }: RequestOf<typeof contract.getCommentReplyInSpace>) {
    const { commentId, commentReplyId } = params;
    return this.replies.get(await this.at(principal, params), commentId, commentReplyId, query.format);
  }

  @Handles(contract.updateCommentReplyInSpace)
  async updateReply({ params, body, principal }: RequestOf<typeof contract.updateCommentReplyInSpace>) {
    const { commentId, commentReplyId } = params;
    return this.replies.update(await this.at(principal, params), commentId, commentReplyId, body);
  }

  @Handles(contract.deleteCommentReplyInSpace)
  async deleteReply({ params, principal }: RequestOf<typeof contract.deleteCommentReplyInSpace>) {
    const at = await ifVisible(this.at(principal, params));
    if (at) await this.replies.delete(at, params.commentId, params.commentReplyId);
  }

  @Handles(contract.listCommentersInSpace)
  async commenters({ params, query, principal }: RequestOf<typeof contract.listCommentersInSpace>) {
    return this.comments.commenters(await this.at(principal, params), query);
  }

  private async at(principal: Principal, { spaceId }: { spaceId: string }): Promise<ThreadContext> {
    return readableThread(await this.contexts.space(principal, spaceId), principal);
  }
}
