import { listJobs } from '#features/work/jobs/contract.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { leaveWaitingList, listWaitingList, rejoinWaitingList, type WaitingEntry } from '../../contract.ts';
import { waitingTexts } from '../texts.ts';
import styles from './own-entries.module.css';

/** More than a customer has ahead. */
const MAX_LISTED = 50;

/** States that a customer is shown. An offered time is paid among the bookings that wait for payment. */
type ShownState = 'waiting' | 'offered' | 'passed';

function useOwnEntries() {
  return useCall(listWaitingList, { query: { from_date: today(), size: MAX_LISTED } });
}

/** Whether the customer waits for a day; false while that is loading. */
export function useIsWaiting(): boolean {
  return shownEntries(useOwnEntries().data?.items ?? []).some(({ state }) => state !== 'passed');
}

/** The days that a customer waits for, with what became of missed offers; nothing if there are none. */
export function OwnEntries() {
  const { t } = useText(waitingTexts);
  const list = useOwnEntries();
  if (list.isError && list.data === undefined) {
    return (
      <ErrorState
        retryLabel={t('tryAgain')}
        onRetry={() => list.refetch()}
        retrying={list.isFetching && t('trying')}
      >
        {t('failed')}
      </ErrorState>
    );
  }
  const shown = shownEntries(list.data?.items ?? []);
  if (shown.length === 0) return null;
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('title')}</SectionTitle>
      {shown.some(({ state }) => state === 'waiting') && <p className="k-muted">{t('intro')}</p>}
      <ul className="k-stack k-gap-12">
        {shown.map((entry) => (
          <li key={entry.id} className={`k-row k-wrap k-between k-gap-10 k-gap-x-16 ${styles.entry}`}>
            <WaitingEntryCard entry={entry} state={entry.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type ShownEntry = WaitingEntry & { readonly state: ShownState };

/** A missed offer is no longer news once the customer waits for that day again, or has booked it. */
function shownEntries(entries: readonly WaitingEntry[]): ShownEntry[] {
  const isCurrent = ({ date, package: { id }, changedAt }: WaitingEntry) =>
    !entries.some((other) => other.date === date && other.package.id === id && other.changedAt > changedAt);
  return entries.filter(
    (entry): entry is ShownEntry =>
      entry.state === 'waiting' ||
      entry.state === 'offered' ||
      (entry.state === 'passed' && isCurrent(entry)),
  );
}

const CHIPS = { waiting: 'upcoming', offered: 'held', passed: 'cancelled' } as const;

function WaitingEntryCard({ entry, state }: { entry: WaitingEntry; state: ShownState }) {
  const { t } = useText(waitingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const { date, hours } = useFormat();
  const toast = useToast();
  const day = date(entry.date);
  const leave = useAct(leaveWaitingList, {
    refresh: [listWaitingList, listJobs],
    onSuccess: () => toast.show({ text: t('left', { day }) }),
  });
  const rejoin = useAct(rejoinWaitingList, {
    refresh: [listWaitingList],
    onSuccess: () => toast.show({ text: t('waitsAgain', { day }) }),
  });
  const what = t('what', {
    service: jobsText(`service.${entry.package.jobType}`),
    hours: hours(entry.hours),
  });
  return (
    <>
      <div className={`k-stack k-gap-4 k-break ${styles.words}`}>
        <div className="k-row k-wrap k-gap-6 k-gap-x-12">
          <b>{t(`parts.${entry.part}`, { day })}</b>
          <StatusChip status={CHIPS[state]}>{t(`states.${state}`)}</StatusChip>
        </div>
        <p className="k-muted">{t('place', { what, home: entry.address })}</p>
        {state === 'passed' && <p className="k-muted">{t('passedText')}</p>}
        {state === 'offered' && <p className="k-muted">{t('offeredText')}</p>}
        {leave.error && <p role="alert">{leave.error.message}</p>}
        {rejoin.error && <p role="alert">{rejoin.error.message}</p>}
      </div>
      {state === 'passed' ? (
        <Button
          kind="quiet"
          size="small"
          busy={rejoin.isPending && t('rejoining')}
          aria-label={t('rejoinOf', { day })}
          onClick={() => rejoin.mutate({ params: { id: entry.id }, body: {} })}
        >
          {t('rejoin')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          size="small"
          busy={leave.isPending && t('leaving')}
          aria-label={t(state === 'offered' ? 'giveUpOf' : 'leaveOf', { day })}
          onClick={() => leave.mutate({ params: { id: entry.id }, body: {} })}
        >
          {t(state === 'offered' ? 'giveUp' : 'leave')}
        </Button>
      )}
    </>
  );
}
