/** The error in the resource of a token request (RFC 8707); undefined for none. */
export function resourceProblem(resource: string | undefined, publicUrl: string): string | undefined {
  const own = [publicUrl, `${publicUrl}/mcp`];
  return resource === undefined || own.includes(resource.replace(/\/$/, '')) ? undefined : `resource must be ${own[1]}`;
}
