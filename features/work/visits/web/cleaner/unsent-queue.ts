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

/** Kept for later for the trouble there was. `refused`: the server said no, and the person was told. */
export type Outcome = 'sent' | Trouble | 'refused';

/** Sends a batch; never rejects. */
export type Deliver = (batch: Batch) => Promise<Outcome>;

export interface UnsentState {
  readonly items: readonly Unsent[];
  /** True once sending them was tried in vain. */
  readonly isHeld: boolean;
  /** What kept them at the last try; null while none was in vain. */
  readonly trouble: Trouble | null;
}

interface QueueParts {
  readonly storage: TextStorage;
  /** The cleaner who is signed in; null when nobody is. */
  readonly owner: () => string | null;
  /** Lets one tab of a name work at a time. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
  readonly now?: () => Date;
}

/**
 * What a cleaner pressed and the server has not heard, in the order of the presses. It outlives the page: each
 * cleaner's list lies in the browser's storage under their id, for all tabs, and only they send it.
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
      if (outcome === 'unheard' || outcome === 'busy') return view.hold(of, outcome);
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
    /** Of several starts the first is when somebody arrived; of finishes and ticks of a line the last counts. */
    put(item: Unsent): void {
      const of = owner();
      if (of !== null) change(of, (items) => withPress(items, item));
    },
    /** Forgets presses that are not wanted any more. */
    drop(isUnwanted: (item: Unsent) => boolean): void {
      const of = owner();
      if (of !== null) change(of, (items) => items.filter((item) => !isUnwanted(item)));
    },
    /** Where the phone was at a clocking; null when it will not say. */
    settlePlace(clocking: Clocking, place: Place | null): void {
      const of = owner();
      if (of !== null) change(of, (items) => withPlace(items, clocking, place));
    },
    /** When what waits for the phone's place goes out anyway; null when nothing waits for that. */
    waitsUntil(): string | null {
      const of = owner();
      return of === null ? null : waitsUntil(lists.read(of), now());
    },
    /** Tries everything, one batch after another, never two at once. Resolves when all was sent, refused or kept. */
    send: onceAtATime(async (deliver: Deliver) => {
      const of = owner();
      if (hasItems(of)) await alone(entryOf(of), () => drain(of, deliver));
    }),
    /** Looks again: another tab changed the list. */
    refresh: view.refresh,
  };
}

/** What is shown: the list of the cleaner who is signed in, and whether it is held. */
function createView(lists: ReturnType<typeof createLists>, owner: QueueParts['owner']) {
  const changed = createSignal<void>();
  let trouble: Trouble | null = null;
  let shown: UnsentState & { readonly of: string | null } = {
    of: null,
    items: NOTHING,
    isHeld: false,
    trouble,
  };

  /** True when there is something else to show. */
  function look(): boolean {
    const of = owner();
    const items = of === null ? NOTHING : lists.read(of);
    // The next cleaner has not tried anything yet.
    if (of !== shown.of || items.length === 0) trouble = null;
    const isSame = JSON.stringify(items) === JSON.stringify(shown.items);
    if (of === shown.of && isSame && trouble === shown.trouble) return false;
    shown = { of, items: isSame ? shown.items : items, isHeld: trouble !== null, trouble };
    return true;
  }

  function refresh(): void {
    if (look()) changed.tell();
  }

  return {
    subscribe: changed.subscribe,
    /** Of the cleaner who is signed in at this moment. */
    getState: (): UnsentState => {
      if (owner() !== shown.of) look();
      return shown;
    },
    refresh,
    /** Until all of the list is gone: what is on its way may still be lost. */
    hold(of: string, why: Trouble): void {
      trouble = owner() === of ? why : null;
      refresh();
    },
  };
}

/** Asked again while it works, it works once more afterwards. */
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
      // In the same breath as the last look at `asked`: who asks now begins anew.
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
