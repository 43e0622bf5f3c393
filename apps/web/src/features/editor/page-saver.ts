import type { Document } from '../../api/contracts';
import type { BlockConflict } from './merge-blocks';
import { isSameText } from './same-text';

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'failed';

/** A page as a revision has it: its document, or its Markdown. */
interface ReadPage<T = Document> {
  document: T;
  revision: string;
}

/** A write of a page that was read in the revision `base`. A repetition under its key is answered as the first one was. */
export interface PageWrite<T = Document> {
  document: T;
  base: string;
  key: string;
  /** Overwrites the file of the page, which could not be read. */
  replaceSource?: true;
}

/** A write is refused, as it would overwrite a file that could not be read. */
export class UnreadableSourceError extends Error {
  constructor() {
    super('The file of this page could not be read, and is kept.');
  }
}

/** Where a page is kept: on the server, and in the browser what the server does not have yet. */
export interface PageStore<T = Document> {
  read(): Promise<ReadPage<T>>;
  /**
   * Writes the page, and answers it as it is then: new blocks have keys. Answers undefined, and writes nothing, when somebody
   * has changed the page since.
   */
  write(write: PageWrite<T>): Promise<T | undefined>;
  keep(draft: Draft<T>): void;
  forget(): void;
}

/** Text that was written and is not saved, with the document that it was written on. */
export interface Draft<T = Document> {
  base: T;
  document: T;
  /** The document of a write that may have arrived: it was not answered. */
  sent?: T;
  /** That write. Its document is absent where it is `sent`, without changes of others. */
  write?: Omit<PageWrite<T>, 'document'> & { document?: T };
}

export interface SaveStatus<C = BlockConflict> {
  state: SaveState;
  error?: string;
  /** It can be saved once the writer decides to overwrite the file. */
  isUnreadable?: boolean;
  conflicts: readonly C[];
}

/**
 * Merges the changes of others since `base` into `mine`. The result has `mine` where there is a conflict. Text of `theirs` that
 * is as in `sent` is no change of others: a write of `sent` may have arrived.
 */
export type Merge<T, C> = (base: T, mine: T, theirs: T, sent?: T) => { document: T; conflicts: C[] };

/** Milliseconds from the last change until it is saved. */
const rest = 1_000;

/** Milliseconds between attempts while the server is away. */
export const retryAfter = 4_000;

/**
 * Saves a page a moment after each change, one save at a time. It merges the changes of others in, and
 * keeps unsaved text in the browser.
 */
export class PageSaver<T = Document, C = BlockConflict> {
  private current: SaveStatus<C> = { state: 'saved', conflicts: [] };
  private pending?: T;
  /** The draft before the conflicts that are not decided yet. It is kept, so that the writer is asked again after a reload. */
  private undecided?: Omit<Draft<T>, 'document'>;
  /** The document of the last write, until that is answered. */
  private sent?: T;
  /** The last write, until it is answered. */
  private write?: Draft<T>['write'];
  private isWritten = false;
  private replaceSource?: true;
  private timer?: ReturnType<typeof setTimeout>;
  private running?: Promise<void>;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly store: PageStore<T>,
    private base: T,
    private readonly merge: Merge<T, C>,
    /** Whether an error means that the server was not reached. */
    private readonly isAway: (error: unknown) => boolean,
    /** Says, within the same task, that the document is another one now: it holds what others wrote. */
    private readonly onMerged: (document: T) => void,
    /** Says that the document is saved as it is, with the keys of new blocks. */
    private readonly onSaved: (document: T) => void = () => undefined,
  ) {}

  readonly status = (): SaveStatus<C> => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  change(document: T): void {
    this.keep(document);
    this.schedule(rest);
    if (this.current.state === 'saving' || this.current.conflicts.length > 0) return;
    this.set({ ...this.current, state: 'unsaved' });
  }

  /** Goes on with text that was not saved. */
  resume({ base, document, sent, write }: Draft<T>): void {
    this.base = base;
    this.sent = isSameText(sent, document) ? document : sent;
    this.write = write;
    this.change(document);
  }

  /** Saves what is not saved yet, now. Ends when there is nothing left or it could not be saved. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.save().finally(() => (this.running = undefined));
    await this.running;
  }

  /** Saves the page in the place of a file that could not be read. */
  overwrite(): Promise<void> {
    this.replaceSource = true;
    return this.flush();
  }

  /** The document with all that was written, saved or not. */
  latest(): T {
    return this.pending ?? this.base;
  }

  /** Whether the content of the space may be another one since, because something was written. */
  hasWritten(): boolean {
    return this.isWritten;
  }

  /** Takes a document in which the conflicts are decided. */
  resolve(document: T): void {
    this.current = { state: 'unsaved', conflicts: [] };
    this.undecided = undefined;
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
    while (this.pending !== undefined && this.current.conflicts.length === 0) {
      this.set({ state: 'saving', conflicts: [] });
      try {
        await this.send();
      } catch (error) {
        const isAway = this.isAway(error);
        this.set({
          state: isAway ? 'offline' : 'failed',
          error: error instanceof Error ? error.message : String(error),
          isUnreadable: error instanceof UnreadableSourceError,
          conflicts: [],
        });
        if (isAway) this.schedule(retryAfter);
        return;
      }
    }
  }

  private async send(): Promise<void> {
    if (await this.repeatWrite()) return;
    const { document: theirs, revision } = await this.store.read();
    // Text that was typed while the page was read belongs to it.
    const mine = this.pending!;
    const { base, sent } = this;
    const isChanged = JSON.stringify(theirs) !== JSON.stringify(base);
    const { document, conflicts } = isChanged
      ? this.merge(base, mine, theirs, sent)
      : { document: mine, conflicts: [] };
    if (conflicts.length > 0) {
      this.undecided = { base, sent };
      this.base = theirs;
      this.sent = undefined;
      this.keep(document);
      this.onMerged(document);
      return this.set({ state: 'conflict', conflicts });
    }
    // The answer to the last write was lost, and not the write.
    if (sent !== undefined && isSameText(document, theirs)) return this.settle(mine, document, theirs);
    this.sent = mine;
    const key = crypto.randomUUID();
    const write = { base: revision, key, ...(this.replaceSource && { replaceSource: this.replaceSource }) };
    this.write = { ...write, ...(document !== mine && { document }) };
    this.keep(mine);
    this.isWritten = true;
    const written = await this.store.write({ ...write, document });
    if (written !== undefined) return this.settle(mine, document, written);
    // A page that was changed since is not written: the pending text is merged with the changes of others, and sent again.
    this.sent = sent;
    this.write = undefined;
  }

  /** Repeats a write whose answer was lost. Returns whether it is stored, now or since then. */
  private async repeatWrite(): Promise<boolean> {
    const { sent, write } = this;
    if (sent === undefined || !write) return false;
    const document = write.document ?? sent;
    const written = await this.store.write({ ...write, document }).catch((error: unknown) => {
      if (this.isAway(error)) throw error;
      return undefined;
    });
    // Refused, or answered too long ago: the page as it is now decides.
    this.write = undefined;
    if (written !== undefined) this.settle(sent, document, written);
    return written !== undefined;
  }

  /** Takes `sent` as stored: `saved` is `sent` with the changes of others, `written` is `saved` with the keys of new blocks. */
  private settle(sent: T, saved: T, written: T): void {
    this.base = written;
    this.sent = undefined;
    this.write = undefined;
    this.replaceSource = undefined;
    if (this.pending !== sent) return this.goOn(sent, this.pending!, saved);
    if (saved !== sent) this.onMerged(saved);
    this.onSaved(written);
    this.pending = undefined;
    this.store.forget();
    this.set({ state: 'saved', conflicts: [] });
  }

  /** Merges what was typed during a save with what the save merged in; without changes of others that is what was typed. */
  private goOn(sent: T, typed: T, saved: T): void {
    const { document, conflicts } =
      saved === sent ? { document: typed, conflicts: [] } : this.merge(sent, typed, saved);
    if (conflicts.length > 0) this.undecided = { base: sent, sent };
    this.keep(document);
    if (saved !== sent) this.onMerged(document);
    if (conflicts.length > 0) this.set({ state: 'conflict', conflicts });
  }

  private keep(document: T): void {
    this.pending = document;
    const { base, sent, write } = this;
    this.store.keep({ ...(this.undecided ?? { base, sent, write }), document });
  }

  private set(status: SaveStatus<C>): void {
    this.current = status;
    this.listeners.forEach((listener) => listener());
  }
}
