import type { SaveState } from './page-saver';

/** The Markdown of a page as a revision has it. */
export interface ReadSource {
  markdown: string;
  revision: string;
}

export interface SourceStore {
  /** Writes the page that was read in a revision, and answers the revision that it makes. */
  write(markdown: string, base: string): Promise<string>;
  keep(markdown: string): void;
  forget(): void;
}

export interface SourceStatus {
  state: SaveState;
  error?: string;
}

/** Milliseconds from the last change until it is saved, and between attempts while the server is away. */
const rest = 1_000;
const retryAfter = 4_000;

/** Saves the Markdown of a page a moment after each change, one save at a time. What is not saved is kept in the browser. */
export class SourceSaver {
  private current: SourceStatus = { state: 'saved' };
  private pending?: string;
  private timer?: ReturnType<typeof setTimeout>;
  private running?: Promise<void>;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly store: SourceStore,
    private revision: string,
    /** Whether an error means that the server was not reached. */
    private readonly isAway: (error: unknown) => boolean,
  ) {}

  readonly status = (): SourceStatus => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  change(markdown: string): void {
    this.pending = markdown;
    this.store.keep(markdown);
    if (this.current.state !== 'saving') this.set({ state: 'unsaved' });
    this.schedule(rest);
  }

  /** Saves what is not saved yet, now. Ends when there is nothing left or it could not be saved. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.save().finally(() => (this.running = undefined));
    await this.running;
  }

  private schedule(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), after);
  }

  private async save(): Promise<void> {
    while (this.pending !== undefined) {
      const sent = this.pending;
      this.set({ state: 'saving' });
      try {
        this.revision = await this.store.write(sent, this.revision);
      } catch (error) {
        const isAway = this.isAway(error);
        this.set({
          state: isAway ? 'offline' : 'failed',
          error: error instanceof Error ? error.message : String(error),
        });
        if (isAway) this.schedule(retryAfter);
        return;
      }
      if (this.pending !== sent) continue;
      this.pending = undefined;
      this.store.forget();
    }
    this.set({ state: 'saved' });
  }

  private set(status: SourceStatus): void {
    this.current = status;
    this.listeners.forEach((listener) => listener());
  }
}
