import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { tokenScopeNeeded } from '@bindery/authorization';
import {
  agentTools,
  ApiError,
  forbidden,
  isMutation,
  tooLarge,
  type AgentTool,
  type Endpoint,
} from '@bindery/contracts';
import { asAgent, scopesOfAgent, type AgentCaller } from '../auth/agents';
import { AgentLog } from './agent-log';
import { inputSchemaOf, ofDto, paramsOf, pathWith, requireKnown, type Arguments, type Tool } from './tool';

/** Characters of an answer: what no model could read helps nobody. */
const longestAnswer = 1_000_000;

const schemas = new Map<string, Tool['inputSchema']>();

function schemaOf({ name, operation, given }: AgentTool): Tool['inputSchema'] {
  let schema = schemas.get(name);
  if (!schema) schemas.set(name, (schema = inputSchemaOf(operation, Object.keys(given))));
  return schema;
}

/** Operations of `/v1` as tools: each call is a request of `/v1` with the caller's token, and passes all that those pass. */
@Injectable()
export class OrganizationTools {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly log: AgentLog,
  ) {}

  /** The tools that the caller's token is good for. */
  of(caller: AgentCaller): Tool[] {
    const scopes = scopesOfAgent(caller.principal);
    return agentTools()
      .filter(({ operation }) => scopes.includes(tokenScopeNeeded(operation)))
      .map((tool) => this.toolOf(tool, caller));
  }

  /** What to say to a call of a tool that the token is not good for. */
  refusal(name: string, { principal }: AgentCaller): ApiError | undefined {
    const tool = agentTools().find((tool) => tool.name === name);
    const need = tool && tokenScopeNeeded(tool.operation);
    return need && !scopesOfAgent(principal).includes(need)
      ? forbidden(`This needs a token with the scope ${need}`)
      : undefined;
  }

  private toolOf(tool: AgentTool, caller: AgentCaller): Tool {
    const { name, title, description, operation, given } = tool;
    const inputSchema = schemaOf(tool);
    const call = async (asked: Arguments): Promise<string> => {
      requireKnown(asked, inputSchema);
      const params = paramsOf(operation.path, asked);
      return this.logged(operation, params, caller, () => this.ask(tool, params, { ...asked, ...given }, caller));
    };
    return { name, title, description, inputSchema, readOnly: !isMutation(operation), call };
  }

  /** A call that fails leaves no other trace, nor does one that reads: what is read is answered once the log has it. */
  private async logged(
    operation: Endpoint,
    params: Record<string, string>,
    caller: AgentCaller,
    work: () => Promise<string>,
  ): Promise<string> {
    let answer: string;
    try {
      answer = await work();
    } catch (error) {
      await this.log.record(caller, operation.name, params, ApiError.from(error));
      throw error;
    }
    if (!isMutation(operation)) await this.log.record(caller, operation.name, params);
    return answer;
  }

  private async ask(
    { operation }: AgentTool,
    params: Record<string, string>,
    all: Arguments,
    { agent, request }: AgentCaller,
  ): Promise<string> {
    const path = pathWith(operation.path, params);
    const query = queryOf(ofDto(all, operation.query));
    const body = operation.body && JSON.stringify(ofDto(all, operation.body));
    const answer = await this.inject(agent, {
      method: operation.method,
      url: `/v1${path}${query}`,
      remoteAddress: request.ip,
      headers: {
        authorization: request.headers.authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    });
    if (answer.statusCode >= 400) throw failureOf(answer.body);
    if (answer.body.length > longestAnswer)
      throw tooLarge('The answer is too long to be read; ask for a part of it, such as a smaller limit or one page');
    return answer.body || 'Done';
  }

  /** What is injected is asked for when somebody waits for it: that has to be while the agent is known. */
  private inject(agent: string, asked: InjectOptions): Promise<Response> {
    const server = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    return asAgent(agent, async () => await server.inject(asked));
  }
}

function queryOf(query: Arguments): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      if (one !== undefined && one !== null) search.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  return search.size > 0 ? `?${search}` : '';
}

function failureOf(body: string): ApiError {
  try {
    return ApiError.from((JSON.parse(body) as { error?: unknown }).error);
  } catch {
    return new ApiError(500, 'Internal error');
  }
}
