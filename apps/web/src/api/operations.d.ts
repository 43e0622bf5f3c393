declare module 'virtual:operations' {
  /** The name of each operation to its method and path: `GET /spaces/:spaceId`. */
  const operations: Record<string, string>;
  export default operations;
}
