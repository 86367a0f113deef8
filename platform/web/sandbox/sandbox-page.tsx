import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moveSandboxClock, sandboxClock, sandboxMessages } from '../../contract/sandbox-calls.ts';
import type { ApiError } from '../api/api-error.ts';
import { queryOf, useAct } from '../api/queries.ts';
import { Button } from '../design/parts/button.tsx';
import { Card, PageTitle, SectionTitle } from '../design/parts/page.tsx';
import { ErrorState, Skeleton } from '../design/parts/states.tsx';
import { useFormat } from '../format.ts';
import { useText } from '../i18n/texts.ts';
import { Inbox } from './inbox.tsx';
import styles from './sandbox.module.css';
import { sandboxTexts } from './texts.ts';

/** How often the app's time is refetched, in ms: someone else may move it. */
const CLOCK_EVERY = 15_000;

/** The sandbox page: the messages that would have been sent, and the clock. */
export function Component() {
  const { t } = useText(sandboxTexts);
  const clock = useQuery({ ...queryOf(sandboxClock), refetchInterval: CLOCK_EVERY });
  return (
    <div className={`k-stack k-gap-28 ${styles.page}`}>
      <header className={`k-stack k-gap-8 ${styles.head}`}>
        <PageTitle>{t('title')}</PageTitle>
        <p className="k-muted">{t('about')}</p>
      </header>
      {clock.error ? (
        <Unreachable error={clock.error} onRetry={() => void clock.refetch()} busy={clock.isFetching} />
      ) : (
        <div className={styles.columns}>
          <ClockCard clock={clock.data} />
          <Inbox />
        </div>
      )}
    </div>
  );
}

function Unreachable({ error, onRetry, busy }: { error: ApiError; onRetry: () => void; busy: boolean }) {
  const { t } = useText(sandboxTexts);
  // Outside a sandbox these routes do not exist.
  if (error.status === 404) return <ErrorState>{t('notHere')}</ErrorState>;
  return (
    <ErrorState retryLabel={t('again')} onRetry={onRetry} retrying={busy && t('trying')}>
      {t('failed')}
    </ErrorState>
  );
}

interface SandboxTime {
  readonly now: string;
  /** Seconds ahead of the real time. */
  readonly ahead: number;
}

const STEPS = [
  { name: 'quarter', seconds: 900 },
  { name: 'hour', seconds: 3600 },
  { name: 'day', seconds: 86_400 },
] as const;

/** The app's current time, and the buttons that move it. */
export function ClockCard({ clock }: { clock: SandboxTime | undefined }) {
  const { t } = useText(sandboxTexts);
  const move = useAct(moveSandboxClock, { refresh: [sandboxClock, sandboxMessages] });
  const busy = move.isPending && t('moving');
  return (
    <section className={styles.clock}>
      <SectionTitle>{t('clock')}</SectionTitle>
      <Card>
        <div className="k-stack k-gap-20">
          {clock ? <Face clock={clock} /> : <Skeleton words={t('getting')} lines={2} bare />}
          <div className="k-stack k-gap-8">
            {STEPS.map(({ name, seconds }) => (
              <Button
                key={name}
                kind="quiet"
                busy={busy}
                onClick={() => move.mutate({ body: { advance: seconds } })}
              >
                {t(name)}
              </Button>
            ))}
            {clock !== undefined && clock.ahead !== 0 && (
              <Button kind="quiet" busy={busy} onClick={() => move.mutate({ body: { reset: true } })}>
                {t('reset')}
              </Button>
            )}
          </div>
          <p className="k-muted k-small">{t('clockNote')}</p>
        </div>
      </Card>
    </section>
  );
}

function Face({ clock }: { clock: SandboxTime }) {
  const format = useFormat();
  const now = useTicking(clock.now);
  return (
    <div>
      <p className={styles.time}>{format.time(now)}</p>
      <p className="k-strong">{format.date(now, 'long')}</p>
      <p className="k-muted" aria-live="polite">
        {useDistance(clock.ahead)}
      </p>
    </div>
  );
}

/** The current time, ticking on from an API time that was current when it arrived. */
function useTicking(wire: string): string {
  const [shown, setShown] = useState(wire);
  useEffect(() => {
    const [start, began] = [Date.parse(wire), Date.now()];
    const tick = () => setShown(new Date(start + Date.now() - began).toISOString());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [wire]);
  return shown;
}

/** `1 day 2 hours ahead of the real time`. */
function useDistance(ahead: number): string {
  const { t } = useText(sandboxTexts);
  const minutes = Math.round(Math.abs(ahead) / 60);
  if (minutes === 0) return t('real');
  const parts = [
    ['days', Math.floor(minutes / 1440)],
    ['hours', Math.floor(minutes / 60) % 24],
    ['minutes', minutes % 60],
  ] as const;
  const time = parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => t(unit, { count }))
    .join(' ');
  return t(ahead > 0 ? 'ahead' : 'behind', { time });
}
