import { Controller } from '@nestjs/common';
import { changeRequestComments as contract, type Principal, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { SpaceContexts } from '../change-requests/space-contexts';
import { readableThread, ifVisible, type ThreadContext } from './thread-context';
import { Comments } from './comments';
import { Replies } from './replies';

/** Comments on a change request and its pages. */
@Controller()
export class ChangeRequestCommentsController {
  constructor(
    private readonly contexts: SpaceContexts,
    private readonly comments: Comments,
    private readonly replies: Replies,
  ) {}

  @Handles(contract.listCommentsInChangeRequest)
  async list({ params, query, principal }: RequestOf<typeof contract.listCommentsInChangeRequest>) {
    return this.comments.list(await this.at(principal, params), query);
  }

  @Handles(contract.postCommentInChangeRequest)
  async post({ params, body, principal }: RequestOf<typeof contract.postCommentInChangeRequest>) {
    return this.comments.post(await this.at(principal, params), body);
  }

  @Handles(contract.getCommentInChangeRequest)
  async get({ params, query, principal }: RequestOf<typeof contract.getCommentInChangeRequest>) {
    return this.comments.get(await this.at(principal, params), params.commentId, query.format);
  }

  @Handles(contract.updateCommentInChangeRequest)
  async update({ params, body, principal }: RequestOf<typeof contract.updateCommentInChangeRequest>) {
    return this.comments.update(await this.at(principal, params), params.commentId, body);
  }

  @Handles(contract.deleteCommentInChangeRequest)
  async delete({ params, principal }: RequestOf<typeof contract.deleteCommentInChangeRequest>) {
    const at = await ifVisible(this.at(principal, params));
    if (at) await this.comments.delete(at, params.commentId);
  }

  @Handles(contract.listCommentRepliesInChangeRequest)
  async listReplies({ params, query, principal }: RequestOf<typeof contract.listCommentRepliesInChangeRequest>) {
    return this.replies.list(await this.at(principal, params), params.commentId, query);
  }

  @Handles(contract.postCommentReplyInChangeRequest)
  async reply({ params, query, body, principal }: RequestOf<typeof contract.postCommentReplyInChangeRequest>) {
    return this.replies.post(await this.at(principal, params), params.commentId, body, query.format);
  }

  @Handles(contract.getCommentReplyInChangeRequest)
  async getReply({ params, query, principal }: RequestOf<typeof contract.getCommentReplyInChangeRequest>) {
    const { commentId, commentReplyId } = params;
    return this.replies.get(await this.at(principal, params), commentId, commentReplyId, query.format);
  }

  @Handles(contract.updateCommentReplyInChangeRequest)
  async updateReply({ params, body, principal }: RequestOf<typeof contract.updateCommentReplyInChangeRequest>) {
    const { commentId, commentReplyId } = params;
    return this.replies.update(await this.at(principal, params), commentId, commentReplyId, body);
  }

  @Handles(contract.deleteCommentReplyInChangeRequest)
  async deleteReply({ params, principal }: RequestOf<typeof contract.deleteCommentReplyInChangeRequest>) {
    const at = await ifVisible(this.at(principal, params));
    if (at) await this.replies.delete(at, params.commentId, params.commentReplyId);
  }

  @Handles(contract.listCommentersInChangeRequest)
  async commenters({ params, query, principal }: RequestOf<typeof contract.listCommentersInChangeRequest>) {
    return this.comments.commenters(await this.at(principal, params), query);
  }

  private async at(
    principal: Principal,
    { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
  ): Promise<ThreadContext> {
    return readableThread(await this.contexts.changeRequest(principal, spaceId, changeRequestId), principal);
  }
}
