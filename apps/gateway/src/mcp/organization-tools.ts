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
  type TokenScope,
} from '@bindery/contracts';
import { asAgent, scopesOfAgent, type AgentCaller } from '../auth/agents';
import { AgentLog } from './agent-log';
import {
  inputSchemaOf,
  ofDto,
  paramsOf,
  pathWith,
  requireKnown,
  validParamsOf,
  type Arguments,
  type Tool,
} from './tool';

/** The maximum of characters of an answer: longer ones exceed the context of models. */
const longestAnswer = 1_000_000;

const schemas = new Map<string, Tool['inputSchema']>();

function schemaOf({ name, operation, given }: AgentTool): Tool['inputSchema'] {
  let schema = schemas.get(name);
  if (!schema) schemas.set(name, (schema = inputSchemaOf(operation, Object.keys(given))));
  return schema;
}

/** Operations of `/v1` as tools: each call is a request of `/v1` with the caller's token, and passes all checks of those. */
@Injectable()
export class OrganizationTools {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly log: AgentLog,
  ) {}

  /** The tools that the caller's token permits, and those that it does not permit. */
  of(caller: AgentCaller): { tools: Tool[]; refused: Tool[] } {
    const scopes = scopesOfAgent(caller.principal);
    const all: { tools: Tool[]; refused: Tool[] } = { tools: [], refused: [] };
    for (const tool of agentTools()) {
      const need = tokenScopeNeeded(tool.operation);
      if (scopes.includes(need)) all.tools.push(this.toolOf(tool, caller, (given) => this.ask(tool, given, caller)));
      else all.refused.push(this.toolOf(tool, caller, () => refuse(need)));
    }
    return all;
  }

  private toolOf(tool: AgentTool, caller: AgentCaller, work: Tool['call']): Tool {
    const { name, title, description, operation } = tool;
    const call = (given: Arguments) => this.logged(operation, given, caller, () => work(given));
    return { name, title, description, inputSchema: schemaOf(tool), readOnly: !isMutation(operation), call };
  }

  /** Logs calls that leave no other trace: failures and reads. A read is returned only after the log entry is stored. */
  private async logged(
    operation: Endpoint,
    given: Arguments,
    caller: AgentCaller,
    work: () => Promise<string>,
  ): Promise<string> {
    const params = validParamsOf(operation.path, given);
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

  private async ask(tool: AgentTool, asked: Arguments, { agent, request }: AgentCaller): Promise<string> {
    requireKnown(asked, schemaOf(tool));
    const { operation } = tool;
    const all = { ...asked, ...tool.given };
    const path = pathWith(operation.path, paramsOf(operation.path, asked));
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
      throw tooLarge('The answer is too long; request a part of it, for example with a smaller limit or one page');
    return answer.body || 'Done';
  }

  /** Light-my-request starts when the promise is awaited: that has to happen while the agent is known. */
  private inject(agent: string, asked: InjectOptions): Promise<Response> {
    const server = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    return asAgent(agent, async () => await server.inject(asked));
  }
}

const refuse = (need: TokenScope): Promise<never> =>
  Promise.reject(forbidden(`This needs a token with the scope ${need}`));

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
