import { isSame } from '#platform/web/forms/form-changes.ts';
import type { Values } from './field-spec.ts';

/** What of a block was read last: whoever sends another is told that somebody was faster. */
export interface Seen {
  readonly version: number;
  readonly revision: string | null;
}

export type DraftState =
  | { readonly kind: 'same' | 'keeping' | 'invalid' | 'conflict' }
  | { readonly kind: 'kept'; readonly at: string }
  | { readonly kind: 'failed'; readonly message: string };

interface KeeperParts {
  readonly seen: Seen;
  /** What the site says. */
  readonly shown: Values;
  /** The draft as it was kept before, and when; null where there is none. */
  readonly kept: { readonly content: Values; readonly at: string } | null;
  /** What the form holds; null while something in it cannot be sent. */
  read(): Values | null;
  send(content: Values, seen: Seen): Promise<{ readonly revision: string; readonly at: string }>;
  /** True where the refusal says that somebody else was faster. */
  isConflict(error: unknown): boolean;
  onState(state: DraftState): void;
  later(run: () => void, ms: number): () => void;
}

/** Typing pauses this long before a draft is kept, ms. */
export const PAUSE_MS = 700;
/** A draft that could not be sent is sent again after this, ms. */
const RETRY_MS = 5000;

/** Keeps a draft as one types: one request at a time, the newest text last, nothing over what was not seen. */
export class DraftKeeper {
  #seen: Seen;
  #shown: Values;
  #kept: KeeperParts['kept'];
  #state: DraftState = { kind: 'same' };
  #cancel: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #isPaused = false;
  readonly #parts: KeeperParts;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#seen = parts.seen;
    this.#shown = parts.shown;
    this.#kept = parts.kept;
    this.#show(this.#atRest());
  }

  get seen(): Seen {
    return this.#seen;
  }

  /** Something was typed. */
  changed(): void {
    if (this.#state.kind === 'conflict') return;
    const content = this.#parts.read();
    if (content === null) {
      this.stop();
      this.#show({ kind: 'invalid' });
    } else if (!this.#isKept(content)) {
      this.#show({ kind: 'keeping' });
      this.#wait(PAUSE_MS);
    } else if (this.#running === null) this.#show(this.#atRest());
  }

  /** Keeps at once what is not kept; settled when it is, or cannot be. */
  async flush(): Promise<DraftState> {
    this.stop();
    if (this.#state.kind === 'conflict' || this.#isPaused) return this.#state;
    this.#running ??= this.#send().finally(() => {
      this.#running = null;
    });
    await this.#running;
    return this.#state;
  }

  /** While it is published nothing is kept: the version that it was begun from is about to be another. */
  pause(isOn: boolean): void {
    this.#isPaused = isOn;
    if (!isOn) this.changed();
  }

  /** The site says this now. */
  published(version: number, content: Values): void {
    this.#seen = { version, revision: null };
    this.#shown = content;
    this.#kept = null;
    this.#show(this.#atRest());
  }

  /** What somebody else kept or published has been seen: from now on it may be replaced. */
  accept(theirs: Seen, shown: Values): Promise<DraftState> {
    this.#seen = theirs;
    this.#shown = shown;
    this.#kept = null;
    this.#state = { kind: 'keeping' };
    return this.flush();
  }

  /** Nothing more is kept until something is typed. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #show(state: DraftState): void {
    this.#state = state;
    this.#parts.onState(state);
  }

  #atRest(): DraftState {
    const content = this.#parts.read();
    if (content === null) return { kind: 'invalid' };
    if (isSame(content, this.#shown)) return { kind: 'same' };
    return this.#kept ? { kind: 'kept', at: this.#kept.at } : { kind: 'keeping' };
  }

  #isKept(content: Values): boolean {
    return isSame(content, this.#kept ? this.#kept.content : this.#shown);
  }

  #wait(ms: number): void {
    this.stop();
    this.#cancel = this.#parts.later(() => void this.flush(), ms);
  }

  async #send(): Promise<void> {
    const { read, send, isConflict } = this.#parts;
    for (let content = read(); ; content = read()) {
      if (content === null || this.#isKept(content)) return this.#show(this.#atRest());
      try {
        const { revision, at } = await send(content, this.#seen);
        this.#seen = { ...this.#seen, revision };
        this.#kept = { content, at };
      } catch (error) {
        if (isConflict(error)) return this.#show({ kind: 'conflict' });
        this.#show({ kind: 'failed', message: error instanceof Error ? error.message : '' });
        return this.#wait(RETRY_MS);
      }
    }
  }
}
