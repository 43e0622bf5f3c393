import { Injectable } from '@nestjs/common';
import { changeRequests, type ChangeRequest, type Endpoint, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import type { AgentTaskRow } from './agent-task.repository';

/** Opens the change request that does a task. */
@Injectable()
export class OpenChangeRequest {
  constructor(private readonly rpc: RpcClient) {}

  /** Answers its id. The caller opens it, and needs to be allowed to. */
  async run(principal: Principal, { id, spaceId, title }: AgentTaskRow): Promise<string> {
    const { subject, timeout } = changeRequests.createChangeRequest as Endpoint;
    const request = {
      principal,
      params: { spaceId },
      body: { subject: title, agentTaskId: id },
      idempotencyKey: `agent-task-${id}`,
    };
    const { data } = await this.rpc.callRaw(subject, request, timeout);
    return (JSON.parse(data.toString()) as ChangeRequest).id;
  }
}
