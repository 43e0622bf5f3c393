import { Injectable } from '@nestjs/common';
import {
  ApiError,
  changeRequests,
  conflict,
  type ChangeRequest,
  type Endpoint,
  type Principal,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import type { AgentTaskRow } from './agent-task.repository';

/** Opens the change request that does a task. */
@Injectable()
export class OpenChangeRequest {
  constructor(private readonly rpc: RpcClient) {}

  /** Answers its id. The caller opens it, and needs to be allowed to. Throws 409 where another user starts the task. */
  async run(principal: Principal, { id, spaceId, title }: AgentTaskRow): Promise<string> {
    const { subject, timeout } = changeRequests.createChangeRequest as Endpoint;
    const request = {
      principal,
      params: { spaceId },
      body: { subject: title, agentTaskId: id },
      idempotencyKey: `agent-task-${id}`,
    };
    const { data } = await this.rpc.callRaw(subject, request, timeout).catch((error: unknown) => {
      const { details } = ApiError.from(error);
      // The task was free when the caller read it.
      const refused = details?.find(({ field }) => field === 'body.agentTaskId');
      throw refused ? conflict(refused.message.replace(/^agentTaskId: /, '')) : error;
    });
    return (JSON.parse(data.toString()) as ChangeRequest).id;
  }
}
