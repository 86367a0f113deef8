import { useState } from 'react';
import { type CreditLot, listLots } from '#features/money/credits/contract.ts';
import { hoursIn } from '#features/money/credits/web/parts/use-lots.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { updateCredit } from '../../../contract.ts';
import { hoursOffer } from '../../../rules/hours-offer.ts';
import { PaymentProblem } from './payment-problem.tsx';
import type { ToPay } from './to-pay.ts';

/** Pays with the customer's hours. The rest stays to be paid another way. */
export function PayWithHours(toPay: ToPay) {
  const { hours } = useFormat();
  const lots = useCall(listLots, { params: { id: toPay.job.customerID } });
  const used = toPay.visits.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0);
  if (lots.isError)
    return (
      <Notice kind="bad">
        {t('The hours could not be loaded. {{message}}', { message: lots.error.message })}
      </Notice>
    );
  if (lots.data === undefined) return <Skeleton words={t('Looking up the hours')} lines={2} />;
  const now = appClock.now().getTime();
  const usable = lots.data.filter(
    ({ expiresAt, isDisputed }) => !isDisputed && (expiresAt === null || Date.parse(expiresAt) > now),
  );
  const left = hoursIn(usable);
  return (
    <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      {used > 0 ? (
        <>
          <p className={styles.lead}>
            {t('Uses {{hours}} of credit. {{hours2}} left. Take payment for the rest another way.', {
              hours: hours(used),
              hours2: hours(left),
            })}
          </p>
          <ReturnHours {...toPay} />
        </>
      ) : (
        <UseHours {...toPay} lots={usable} />
      )}
    </div>
  );
}

function UseHours({ lots, ...toPay }: ToPay & { readonly lots: readonly CreditLot[] }) {
  const { money, hours } = useFormat();
  const { job, visits } = toPay;
  const left = hoursIn(lots);
  const offer = hoursOffer(
    visits.flatMap(({ price }) => price ?? []),
    lots,
  );
  const act = useHours(toPay);
  if (offer === null) {
    const has =
      left === 0
        ? t('no credit hours')
        : t('{{hours}} of credit, which cannot be used here', { hours: hours(left) });
    return (
      <p className={styles.lead}>
        {t('{{fullname}} has {{has}}.', { fullname: job.customer.fullname, has })}
      </p>
    );
  }
  return (
    <>
      <p className={styles.lead}>
        {t('{{fullname}} has {{hours}}. This uses {{hours2}}', {
          fullname: job.customer.fullname,
          hours: hours(left),
          hours2: hours(offer.use),
        })}
        {offer.toPay > 0 ? t(' and leaves {{money}} to pay.', { money: money(offer.toPay) }) : '.'}
      </p>
      <PaymentProblem problem={act.problem} job={job} />
      <Button full busy={act.busy && t('Using the hours')} onClick={() => act.change({})}>
        {offer.toPay === 0
          ? t('Pay with {{hours}}', { hours: hours(offer.use) })
          : t('Use {{hours}}', { hours: hours(offer.use) })}
      </Button>
    </>
  );
}

function ReturnHours(toPay: ToPay) {
  const act = useHours(toPay);
  return (
    <>
      <PaymentProblem problem={act.problem} job={toPay.job} />
      <Button
        full
        kind="quiet"
        busy={act.busy && t('Giving them back')}
        onClick={() => act.change({ credit_ID: '' })}
      >
        {t('Give the hours back')}
      </Button>
    </>
  );
}

function useHours({ job, visits, onDone }: ToPay) {
  const toast = useToast();
  const [problem, setProblem] = useState<Error | null>(null);
  const act = useAct(updateCredit, { refresh: [...JOB_READS, listLots] });
  const change = (hours: { readonly credit_ID?: '' }) =>
    act.mutate(
      { body: { jobID: job.id, ...hours } },
      {
        onError: (error) => setProblem(error),
        onSuccess: ({ amountToPay }) => {
          if (amountToPay > 0) return;
          const what =
            visits.length === 1 ? t('The visit is') : t('{{count}} visits are', { count: visits.length });
          toast.show({ text: t('{{what}} paid with credit hours.', { what }) });
          onDone();
        },
      },
    );
  return { busy: act.isPending, problem, change };
}
