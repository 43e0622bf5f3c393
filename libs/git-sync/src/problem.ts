/** Something in a source that is not as it should be. A warning leaves the content whole, an error leaves something out. */
export interface SyncProblem {
  severity: 'warning' | 'error';
  /** Path in the source. */
  file: string;
  line?: number;
  message: string;
}

export const warning = (file: string, message: string, line?: number): SyncProblem => ({
  severity: 'warning',
  file,
  message,
  ...(line && { line }),
});
export const failure = (file: string, message: string, line?: number): SyncProblem => ({
  severity: 'error',
  file,
  message,
  ...(line && { line }),
});
