import { useState } from 'react';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import type { Job } from '../../../contract/shapes.ts';
import { getJob, listJobs, updateJob } from '../../../contract.ts';
import styles from '../../office/job-sheets.module.css';
import { customerTexts } from '../customer-texts.ts';
import { useJobSentence } from '../sentence.ts';
import { jobsTexts } from '../texts.ts';
import { useNow } from '../use-now.ts';
import { hasFormerHome } from './former-home.ts';

interface VisitsOfHomeProps {
  /** The home as just saved. */
  readonly home: AddressReply;
  onClose(): void;
}

/** Upper limit of upcoming visits to one home: a year of a few series. */
const MAX_VISITS = 200;
const MINUTE_MS = 60_000;

/** After a home was corrected, asks which of its booked visits to update. */
export function VisitsOfHome({ home, onClose }: VisitsOfHomeProps) {
  const now = useNow(MINUTE_MS);
  const query = { customerID: home.customerID, addressID: home.id, from_date: today() };
  const jobs = useCall(listJobs, {
    query: { ...query, sortby: 'startTime', order: 'asc', size: MAX_VISITS },
  });
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const items = jobs.data?.items ?? [];
  const visits = items.filter((job) => !changed.has(job.id) && hasFormerHome(job, home, now));
  if (jobs.isError)
    return <VisitsFailed onRetry={() => jobs.refetch()} isRetrying={jobs.isFetching} onClose={onClose} />;
  if (visits.length === 0) return null;
  return (
    <ChooseVisits
      visits={visits}
      home={home}
      onChanged={(id) => setChanged((ids) => new Set(ids).add(id))}
      onClose={onClose}
    />
  );
}

interface VisitsFailedProps {
  readonly isRetrying: boolean;
  onRetry(): void;
  onClose(): void;
}

/** The home is saved, but visits may still have the old address, so the failure must be visible. */
function VisitsFailed({ isRetrying, onRetry, onClose }: VisitsFailedProps) {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  return (
    <Sheet open onClose={onClose} title={t('visitsOfHome.title')} closeLabel={t('visitsOfHome.close')}>
      <ErrorState retryLabel={shared('tryAgain')} onRetry={onRetry} retrying={isRetrying && shared('trying')}>
        {t('visitsOfHome.notLoaded')}
      </ErrorState>
    </Sheet>
  );
}

interface ChooseVisitsProps extends VisitsOfHomeProps {
  readonly visits: readonly Job[];
  onChanged(id: string): void;
}

function ChooseVisits({ visits, home, onChanged, onClose }: ChooseVisitsProps) {
  const { t } = useText(customerTexts);
  const sentenceOf = useJobSentence();
  const { date, time } = useFormat();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { change, isChanging, problems } = useChangeVisits(home, onChanged, onClose);
  const chosen = visits.filter(({ id }) => !left.has(id));
  const toggle = (id: string) =>
    setLeft((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set(ids).add(id)));
  return (
    <Sheet open onClose={onClose} title={t('visitsOfHome.title')} closeLabel={t('visitsOfHome.close')}>
      <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
        <p className={styles.lead}>{t('visitsOfHome.text')}</p>
        {visits.map(({ id, startTime }) => {
          const problem = problems.get(id);
          return (
            <Checkbox
              key={id}
              label={t('visitsOfHome.visit', { day: date(startTime), time: time(startTime) })}
              checked={!left.has(id)}
              onChange={() => toggle(id)}
              error={problem && sentenceOf(problem)}
            />
          );
        })}
        {problems.size > 0 && (
          <Notice kind="bad" live>
            {t('visitsOfHome.failed')}
          </Notice>
        )}
        {chosen.length > 0 && (
          <Button full busy={isChanging && t('visitsOfHome.changing')} onClick={() => void change(chosen)}>
            {t('visitsOfHome.change', { count: chosen.length })}
          </Button>
        )}
        <Button kind="quiet" full onClick={onClose}>
          {t('visitsOfHome.leave')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Changes the visits one by one; those that cannot be changed stay in the list with the reason. */
function useChangeVisits(home: AddressReply, onChanged: (id: string) => void, onClose: () => void) {
  const { t } = useText(customerTexts);
  const toast = useToast();
  const act = useAct(updateJob, { refresh: [listJobs, getJob] });
  const [isChanging, setChanging] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, Error>>(new Map());
  const change = async (visits: readonly Job[]) => {
    setChanging(true);
    const failed = new Map<string, Error>();
    for (const { id } of visits) {
      try {
        await act.mutateAsync({ params: { id }, body: { addressID: home.id } });
        onChanged(id);
      } catch (error) {
        failed.set(id, error as Error);
      }
    }
    setProblems(failed);
    setChanging(false);
    const count = visits.length - failed.size;
    if (count > 0) toast.show({ text: t('visitsOfHome.done', { count }) });
    if (failed.size === 0) onClose();
  };
  return { change, isChanging, problems };
}
