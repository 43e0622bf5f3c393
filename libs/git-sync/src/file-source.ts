/** A folder's files, wherever they are kept. Paths are relative, with `/`. */
export interface FileSource {
  paths(): string[];
  read(path: string): Promise<Buffer>;
  /** The file as UTF-8. */
  text(path: string): Promise<string>;
}
