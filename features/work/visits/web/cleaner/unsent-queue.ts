import type { TextStorage } from '#platform/web/session/safe-storage.ts';
import type { Trouble } from './retry-pause.ts';
import {
  type Batch,
  type Clocking,
  createLists,
  entryOf,
  firstBatch,
  NOTHING,
  type Place,
  type Unsent,
  waitsUntil,
  without,
  withPlace,
  withPress,
} from './unsent-items.ts';

/** `unreachable` and `busy` items stay in the queue for a retry. `refused`: the server refused it and the user was notified. */
export type Outcome = 'sent' | Trouble | 'refused';

/** Sends a batch; never rejects. */
export type Deliver = (batch: Batch) => Promise<Outcome>;

export interface UnsentState {
  readonly items: readonly Unsent[];
  /** True once sending has failed. */
  readonly isHeld: boolean;
  /** The cause of the last failure; null if there was none. */
  readonly trouble: Trouble | null;
  /** The phone's storage is full: the items are lost if the page is closed before they are sent. */
  readonly isUnstored: boolean;
}

interface QueueParts {
  readonly storage: TextStorage;
  /** The signed-in cleaner; null if nobody is signed in. */
  readonly owner: () => string | null;
  /** Runs `work` in one tab at a time per name. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
  readonly now?: () => Date;
}

/**
 * The queue of a cleaner's actions that the server has not received, in order. It survives reloads: each cleaner's list
 * is in the browser's storage under their id, shared by all tabs, and only they can send it.
 */
export function createUnsentQueue({ storage, owner, alone, now = () => new Date() }: QueueParts) {
  const lists = createLists(storage);
  const view = createView(lists, owner);
  const sent = createSignal<Batch>();

  function change(of: string, next: (items: readonly Unsent[]) => readonly Unsent[]): void {
    lists.write(of, next(lists.read(of)));
    view.refresh();
  }

  async function drain(of: string, deliver: Deliver): Promise<void> {
    while (owner() === of) {
      const batch = firstBatch(lists.read(of));
      if (batch === null || waitsUntil(lists.read(of), now()) !== null) return;
      const outcome = await deliver(batch);
      if (outcome === 'unreachable' || outcome === 'busy') return view.hold(of, outcome);
      change(of, (items) => without(items, batch));
      if (outcome === 'sent') sent.tell(batch);
    }
  }

  const hasItems = (of: string | null): of is string => of !== null && lists.read(of).length > 0;
  return {
    getState: view.getState,
    subscribe: view.subscribe,
    /** Called for each batch that this tab has sent. */
    onSent: sent.subscribe,
    /** Of several starts the first counts; of finishes and ticks of a line the last. */
    put(item: Unsent): void {
      const of = owner();
      if (of !== null) change(of, (items) => withPress(items, item));
    },
    /** Removes unwanted items. */
    drop(isUnwanted: (item: Unsent) => boolean): void {
      const of = owner();
      if (of !== null) change(of, (items) => items.filter((item) => !isUnwanted(item)));
    },
    /** Sets the position of a clocking; null if it is unavailable. */
    setPosition(clocking: Clocking, place: Place | null): void {
      const of = owner();
      if (of !== null) change(of, (items) => withPlace(items, clocking, place));
    },
    /** When the item that waits for a position is sent without it; null if none waits. */
    waitsUntil(): string | null {
      const of = owner();
      return of === null ? null : waitsUntil(lists.read(of), now());
    },
    /** Sends all items, batch by batch, never two at once. Resolves once everything was sent or refused, or sending has failed. */
    send: onceAtATime(async (deliver: Deliver) => {
      const of = owner();
      if (hasItems(of)) await alone(entryOf(of), () => drain(of, deliver));
    }),
    /** Re-reads the list after another tab has changed it. */
    refresh: view.refresh,
  };
}

/** The visible state: the signed-in cleaner's list, and whether sending has failed. */
function createView(lists: ReturnType<typeof createLists>, owner: QueueParts['owner']) {
  const changed = createSignal<void>();
  let trouble: Trouble | null = null;
  let shown: UnsentState & { readonly of: string | null } = {
    of: null,
    items: NOTHING,
    isHeld: false,
    trouble,
    isUnstored: false,
  };

  /** True if the state has changed. */
  function look(): boolean {
    const of = owner();
    const items = of === null ? NOTHING : lists.read(of);
    // Reset for another cleaner, who has not tried to send anything yet.
    if (of !== shown.of || items.length === 0) trouble = null;
    const isUnstored = of !== null && lists.isOnlyInMemory(of);
    const isSame = JSON.stringify(items) === JSON.stringify(shown.items);
    const isSameState = trouble === shown.trouble && isUnstored === shown.isUnstored;
    if (of === shown.of && isSame && isSameState) return false;
    shown = { of, items: isSame ? shown.items : items, isHeld: trouble !== null, trouble, isUnstored };
    return true;
  }

  function refresh(): void {
    if (look()) changed.tell();
  }

  return {
    subscribe: changed.subscribe,
    /** For the cleaner signed in at this moment. */
    getState: (): UnsentState => {
      if (owner() !== shown.of) look();
      return shown;
    },
    refresh,
    /** Until the list is empty: a request in progress may still fail. */
    hold(of: string, why: Trouble): void {
      trouble = owner() === of ? why : null;
      refresh();
    },
  };
}

/** A call while it is running runs it once more afterwards. */
function onceAtATime<Argument>(work: (argument: Argument) => Promise<void>) {
  let asked = false;
  let running: Promise<void> | null = null;
  async function workOff(argument: Argument): Promise<void> {
    try {
      while (asked) {
        asked = false;
        await work(argument);
      }
    } finally {
      // Synchronous with the last check of `asked`, so that a later call starts a new run.
      running = null;
    }
  }
  return function ask(argument: Argument): Promise<void> {
    asked = true;
    running ??= workOff(argument);
    return running;
  };
}

function createSignal<Told>() {
  const listeners = new Set<(told: Told) => void>();
  return {
    tell(told: Told): void {
      for (const listener of listeners) listener(told);
    },
    subscribe(listener: (told: Told) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
