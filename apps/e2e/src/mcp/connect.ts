import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The answer of a tool. */
interface ToolAnswer {
  isError: boolean;
  text: string;
}

/** The official client of the protocol, at one address. */
export class Agent {
  private constructor(private readonly client: Client) {}

  /** Throws when the server does not let it in. */
  static async connect(
    address: string | URL,
    headers: Record<string, string> = {},
    { name = 'Tester', mode = 'auto' }: { name?: string; mode?: 'auto' | 'legacy' } = {},
  ): Promise<Agent> {
    return Agent.over(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }), name, mode);
  }

  static async over(
    transport: StreamableHTTPClientTransport,
    name: string,
    mode: 'auto' | 'legacy' = 'auto',
  ): Promise<Agent> {
    const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return new Agent(client);
  }

  get server() {
    return { ...this.client.getServerVersion(), instructions: this.client.getInstructions() };
  }

  async tools() {
    return (await this.client.listTools()).tools;
  }

  async call(name: string, given: object = {}): Promise<ToolAnswer> {
    const answer = await this.client.callTool({ name, arguments: given as Record<string, unknown> });
    const parts = answer.content as { type: string; text: string }[];
    return { isError: answer.isError === true, text: parts.map(({ text }) => text).join('\n') };
  }

  /** The JSON of an answer that has to be no error. */
  async expect<T = Record<string, unknown>>(name: string, given: object = {}): Promise<T> {
    const { isError, text } = await this.call(name, given);
    if (isError) throw new Error(`${name} answered ${text}`);
    return JSON.parse(text) as T;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** An agent of the organization's server, with a token. */
export const agentWith = (baseUrl: string, token: string, how?: Parameters<typeof Agent.connect>[2]): Promise<Agent> =>
  Agent.connect(`${baseUrl}/mcp`, { authorization: `Bearer ${token}` }, how);

/** All answers of a site to models at an address, errors too, as text without the arguments of the calls. */
export async function askSite(address: URL, pages: string[], words = ['findme', 'canary']): Promise<string> {
  const agent = await Agent.connect(address);
  const answers = [agent.server.title ?? '', agent.server.instructions ?? ''];
  for (const query of words) answers.push((await agent.call('search', { query })).text);
  answers.push((await agent.call('ask', { question: 'What does findme say?' })).text);
  answers.push((await agent.call('list_pages')).text, (await agent.call('list_pages', { page: 2 })).text);
  for (const page of pages) answers.push((await agent.call('get_page', { page })).text.replaceAll(page, ''));
  await agent.close();
  return answers.join('\n');
}
