import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconDeviceMobileX from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileX.mjs';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useAskBeforeUnload } from '#platform/web/forms/not-stored.tsx';
import { useOnline } from '#platform/web/use-online.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { photoKey, photoStore } from './photo-store.ts';
import { retryPause, type Trouble } from './retry-pause.ts';
import { unsent, useUnsent } from './unsent.ts';
import { isEntry, type Unsent } from './unsent-items.ts';
import { useDeliver } from './use-deliver.tsx';
import { sentLater, word } from './words.ts';

interface SendAction {
  /** Queues an action and sends it now or once online. */
  readonly sendAction: (item: Unsent) => void;
  /** Sends what is queued. */
  readonly flush: () => void;
}

const SendActionContext = createContext<SendAction | null>(null);

export function useSendAction(): SendAction {
  const value = use(SendActionContext);
  if (value === null) throw new Error('useSendAction must be used inside UnsentSender');
  return value;
}

/**
 * Wraps the cleaner's pages and sends their actions, including those left unsent by an earlier page or visit. Shows a
 * banner while items are queued because the phone is offline.
 */
export function UnsentSender({ children }: { children: ReactNode }) {
  const { items } = useUnsent();
  const send = useSend();
  useRetries(send, items.length > 0);
  useEffect(() => void send(), [send]);
  useOtherTabs();
  const value = useMemo(() => {
    const flush = () => void send();
    const sendAction = (item: Unsent) => {
      unsent.put(item);
      flush();
    };
    return { sendAction, flush };
  }, [send]);
  return (
    <SendActionContext value={value}>
      <NotSentYet />
      {children}
    </SendActionContext>
  );
}

function useSend(): Try {
  const deliver = useDeliver();
  const latest = useRef(deliver);
  useEffect(() => {
    latest.current = deliver;
  });
  return useCallback(async () => {
    let trouble: Trouble | null = null;
    await unsent.send(async (batch) => {
      const outcome = await latest.current(batch);
      trouble = outcome === 'unreachable' || outcome === 'busy' ? outcome : null;
      return outcome;
    });
    return trouble;
  }, []);
}

/** Items sent by another tab are removed from the list, and this tab's pages are updated. */
function useOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (!isEntry(key)) return;
      unsent.refresh();
      for (const read of [getJob, listJobs]) void client.invalidateQueries({ queryKey: keyOf(read) });
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [client]);
}

function NotSentYet() {
  const { items, trouble, isUnstored } = useUnsent();
  const online = useOnline();
  const owner = unsent.owner() ?? '';
  const isFull =
    isUnstored ||
    items.some((item) => item.act === 'photo' && photoStore.isOnlyInMemory(photoKey(owner, item.photoID)));
  useAskBeforeUnload(isFull);
  if (isFull) return <PhoneFull />;
  if (trouble === null) return null;
  const count = (act: Unsent['act']) => items.filter((item) => item.act === act).length;
  const named = {
    ticks: count('tick'),
    starts: count('start'),
    finishes: count('finish'),
    photos: count('photo'),
  };
  const others = items.length - Object.values(named).reduce((sum, each) => sum + each, 0);
  const counts = { ...named, others };
  return (
    <div className={styles.unsent}>
      <Notice kind="sun" icon={trouble === 'busy' ? IconCloudOff : IconWifiOff} live>
        <BilingualText text={sentLater(counts, { trouble: online ? trouble : null })} />
      </Notice>
    </div>
  );
}

/** Before anything is lost: closing the page would lose what the phone could not store. */
function PhoneFull() {
  return (
    <div className={styles.unsent}>
      <Notice kind="bad" icon={IconDeviceMobileX} live>
        <BilingualText text={word('phoneFull')} />
      </Notice>
    </div>
  );
}

/** Sends queued items; resolves with the cause of a failure, or null. Never rejects. */
type Try = () => Promise<Trouble | null>;

/**
 * While items are queued, retries with increasing delays, and at once if the server may be reachable again. No single
 * event is reliable: a browser may never report that it is online again, or be online without reaching us.
 */
function useRetries(send: Try, waits: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!waits) return;
    const retries = startRetries(send);
    const stopListening = [
      onEvents(window, ['online', 'focus', 'pageshow'], retries.now),
      onEvents(document, ['visibilitychange'], () => {
        if (!document.hidden) retries.now();
      }),
      // A page that has loaded data has reached the server.
      client.getQueryCache().subscribe((event) => {
        const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
        if (isRead) retries.onSignal();
      }),
    ];
    return () => {
      retries.stop();
      for (const stop of stopListening) stop();
    };
  }, [client, send, waits]);
}

function startRetries(send: Try) {
  let failures = 0;
  let trouble: Trouble = 'unreachable';
  let isTrying = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout>;

  function waitForNext(): void {
    if (isOver) return;
    const tries = { failures: Math.max(failures, 1), trouble, isHidden: document.hidden };
    timer = setTimeout(now, retryPause({ ...tries, random: Math.random() }));
  }

  function now(): void {
    if (isTrying || isOver) return;
    isTrying = true;
    clearTimeout(timer);
    void send().then((kept) => {
      isTrying = false;
      failures = kept === trouble || failures === 0 ? failures + 1 : 1;
      trouble = kept ?? 'unreachable';
      waitForNext();
    });
  }

  waitForNext();
  return {
    now,
    /** A busy server is not retried early: it was reachable all the time. */
    onSignal: () => {
      if (trouble === 'unreachable') now();
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function onEvents(target: EventTarget, names: readonly string[], listener: () => void): () => void {
  for (const name of names) target.addEventListener(name, listener);
  return () => {
    for (const name of names) target.removeEventListener(name, listener);
  };
}
