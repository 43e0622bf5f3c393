/** What is wrong with the resource for which a client asks for a token (RFC 8707); undefined where nothing is. */
export function resourceProblem(resource: string | undefined, publicUrl: string): string | undefined {
  const own = [publicUrl, `${publicUrl}/mcp`];
  return resource === undefined || own.includes(resource.replace(/\/$/, '')) ? undefined : `resource must be ${own[1]}`;
}
