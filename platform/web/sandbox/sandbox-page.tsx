import { useQuery } from '@tanstack/react-query';
import { sandboxClock } from '../../contract/sandbox-calls.ts';
import type { ApiError } from '../api/api-error.ts';
import { queryOf } from '../api/queries.ts';
import { PageTitle } from '../design/parts/page.tsx';
import { ErrorState } from '../design/parts/states.tsx';
import { ClockCard } from './clock-card.tsx';
import { Inbox } from './inbox.tsx';
import styles from './sandbox.module.css';
import { useSandboxText } from './text.ts';

/** How often the app's time is refetched, in ms: someone else may move it. */
const CLOCK_EVERY = 15_000;

/** The sandbox page: the messages that would have been sent, and the clock. */
export function Component() {
  const { t } = useSandboxText();
  const clock = useQuery({ ...queryOf(sandboxClock), refetchInterval: CLOCK_EVERY });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
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
  const { t } = useSandboxText();
  // Outside a sandbox these routes do not exist.
  if (error.status === 404) return <ErrorState>{t('notHere')}</ErrorState>;
  return (
    <ErrorState retryLabel={t('again')} onRetry={onRetry} retrying={busy && t('trying')}>
      {t('failed')}
    </ErrorState>
  );
}
