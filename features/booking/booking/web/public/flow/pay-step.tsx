import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { getJob } from './calls.ts';
import type { Draft } from './draft.ts';
import { HeldPay } from './held-pay.tsx';
import { holdTime } from './hold-time.ts';
import { alternativesOf, draftWithTime, type OtherTime, SlotGoneNotice } from './slot-gone-notice.tsx';
import { stepPath } from './steps.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

/** Step 7: holds the time, then takes the payment. */
export function PayStep({ flow }: { flow: Flow }) {
  const hold = useHold(flow);
  const holdOther = (time: OtherTime) => {
    const other = draftWithTime(time);
    flow.change(other);
    hold.mutate({ ...flow.draft, ...other });
  };
  if (hold.data) {
    return (
      <HeldPay
        key={hold.data.id}
        flow={flow}
        held={hold.data}
        holdAgain={() => hold.mutate(flow.draft)}
        holdOther={holdOther}
      />
    );
  }
  return <NotHeld flow={flow} hold={hold} holdOther={holdOther} />;
}

interface Props {
  flow: Flow;
  hold: Hold;
  holdOther: (other: OtherTime) => void;
}

/** Before the time is held: the request, or why it failed. */
function NotHeld({ flow, hold, holdOther }: Props) {
  const { t } = useBookingText();
  const { t: jobsText } = useText(jobsTexts);
  const { time } = useFormat();
  const sentenceOf = useJobSentence();
  const { startTime } = flow.draft;
  const at = startTime === null ? '' : time(startTime);
  const others = alternativesOf(hold.error);
  const code = hold.error instanceof ApiError ? hold.error.code : null;
  return (
    <BookingFrame
      flow={flow}
      title={t('pay.title')}
      action={
        others === null &&
        hold.isError && (
          <Button full onClick={() => hold.mutate(flow.draft)}>
            {jobsText('tryAgain')}
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        {!hold.isError && <Skeleton words={t('pay.holding', { time: at })} lines={5} />}
        {hold.error && others === null && (
          <Notice kind="bad" live>
            {t('pay.holdFailed', { time: at })} {sentenceOf(hold.error)}
          </Notice>
        )}
        {code === 'too_many_holds' && (
          <ButtonLink kind="quiet" href="/dashboard/bookings">
            {t('pay.tooMany')}
          </ButtonLink>
        )}
        {code === 'series_conflict' && (
          <ButtonLink kind="quiet" href={stepPath(flow.service, 'dates')}>
            {t('dates.toDates')}
          </ButtonLink>
        )}
        {others !== null && startTime !== null && (
          <SlotGoneNotice
            service={flow.service}
            startTime={startTime}
            alternatives={others}
            onChoose={holdOther}
          />
        )}
      </div>
    </BookingFrame>
  );
}

export type Hold = UseMutationResult<Job, Error, Draft>;

/** Holds the chosen time as soon as the step opens; `mutate` tries again, possibly with another time. */
function useHold(flow: Flow): Hold {
  const { draft, change, sizing, service } = flow;
  const client = useQueryClient();
  const hold = useMutation({
    mutationFn: (wanted: Draft) => holdTime(wanted, { sizing, service, change }),
    // A changed hold keeps its id, so the cached job is stale.
    onSuccess: (job) => client.setQueryData(queryOf(getJob, { params: { id: job.id } }).queryKey, job),
  });
  const hasBegun = useRef(false);
  const isReady = sizing.pack !== null;
  const { mutate } = hold;
  useEffect(() => {
    if (hasBegun.current || !isReady) return;
    hasBegun.current = true;
    mutate(draft);
  }, [mutate, draft, isReady]);
  return hold;
}
