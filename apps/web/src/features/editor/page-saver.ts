import type { Document } from '../../api/contracts';
import { mergeBlocks, type BlockConflict } from './merge-blocks';

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'failed';

/** A page as a revision has it. */
export interface ReadPage {
  document: Document;
  revision: string;
}

/** Where a page is kept: on the server, and in the browser what the server does not have yet. */
export interface PageStore {
  read(): Promise<ReadPage>;
  /**
   * Writes the page that was read in a revision, and answers it as it is then: new blocks have keys. Answers undefined, and
   * writes nothing, when somebody has changed the page since.
   */
  write(document: Document, base: string): Promise<Document | undefined>;
  keep(draft: Draft): void;
  forget(): void;
}

/** What was written and is not saved, with the document that it was written on. */
export interface Draft {
  base: Document;
  document: Document;
}

export interface SaveStatus {
  state: SaveState;
  error?: string;
  conflicts: readonly BlockConflict[];
}

/** Milliseconds from the last change until it is saved, and between attempts while the server is away. */
const rest = 1_000;
const retryAfter = 4_000;

/**
 * Saves a page a moment after each change, one save at a time. What others changed meanwhile is merged in by block. What is
 * not saved yet is kept in the browser.
 */
export class PageSaver {
  private current: SaveStatus = { state: 'saved', conflicts: [] };
  private pending?: Document;
  private timer?: ReturnType<typeof setTimeout>;
  private running?: Promise<void>;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly store: PageStore,
    private base: Document,
    /** Whether an error means that the server was not reached. */
    private readonly isAway: (error: unknown) => boolean,
    /** Says that the document holds what others wrote. */
    private readonly onMerged: (document: Document) => void,
  ) {}

  readonly status = (): SaveStatus => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  change(document: Document): void {
    this.pending = document;
    this.store.keep({ base: this.base, document });
    if (this.current.state !== 'saving') this.set({ ...this.current, state: 'unsaved' });
    this.schedule(rest);
  }

  /** Saves what is not saved yet, now. Ends when there is nothing left or it could not be saved. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.save().finally(() => (this.running = undefined));
    await this.running;
  }

  /** Takes a document in which the conflicts are decided. */
  resolve(document: Document): void {
    this.current = { state: 'unsaved', conflicts: [] };
    this.change(document);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private schedule(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), after);
  }

  private async save(): Promise<void> {
    while (this.pending && this.current.conflicts.length === 0) {
      const sent = this.pending;
      this.set({ state: 'saving', conflicts: [] });
      try {
        await this.send(sent);
      } catch (error) {
        const isAway = this.isAway(error);
        this.set({
          state: isAway ? 'offline' : 'failed',
          error: error instanceof Error ? error.message : String(error),
          conflicts: [],
        });
        if (isAway) this.schedule(retryAfter);
        return;
      }
    }
  }

  private async send(sent: Document): Promise<void> {
    const { document: theirs, revision } = await this.store.read();
    const isChanged = JSON.stringify(theirs) !== JSON.stringify(this.base);
    const { document, conflicts } = isChanged
      ? mergeBlocks(this.base, sent, theirs)
      : { document: sent, conflicts: [] };
    if (conflicts.length > 0) {
      this.base = theirs;
      this.pending = document;
      this.store.keep({ base: this.base, document });
      this.onMerged(document);
      return this.set({ state: 'conflict', conflicts });
    }
    const written = await this.store.write(document, revision);
    // What is pending is merged with what others wrote meanwhile, and sent again.
    if (!written) return;
    this.base = written;
    if (isChanged) this.onMerged(document);
    if (this.pending !== sent) return this.store.keep({ base: this.base, document: this.pending! });
    this.pending = undefined;
    this.store.forget();
    this.set({ state: 'saved', conflicts: [] });
  }

  private set(status: SaveStatus): void {
    this.current = status;
    this.listeners.forEach((listener) => listener());
  }
}
