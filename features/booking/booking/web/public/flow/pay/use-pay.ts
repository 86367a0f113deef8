import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { cancelJobPayment, commitJob } from '#features/booking/checkout/contract.ts';
import { type CardPayment, useCardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { forgetSubmissions, keyOf, useAct } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { getJob, listJobs } from '../calls.ts';
import type { Service } from '../services.ts';
import type { OtherTime } from '../slot-gone.tsx';
import { forgetDraft } from '../use-draft.ts';
import { alternativesOf } from './alternatives.ts';

type Commit = NonNullable<CallInput<typeof commitJob>['body']>;

/** After this long, in ms, the customer may press again: the server still charges once. */
const LONGEST_WAIT_MS = 90_000;

/** The payment for a held booking. */
export interface Pay extends Omit<CardPayment<Commit>, 'send'> {
  /** The bank has not confirmed yet: the button is disabled. */
  readonly isWaiting: boolean;
  /** The time is taken: free ones nearby. */
  readonly others: readonly OtherTime[] | null;
  /** Opens the success page. `credits`: change of the balance in hours. */
  readonly finish: (credits: number) => void;
  readonly send: (fresh: () => Promise<Commit>) => Promise<void>;
  /** Cancels the unconfirmed payment, so that another card can be used. */
  readonly cancel: () => Promise<void>;
}

export function usePay(jobID: string, service: Service): Pay {
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const [others, setOthers] = useState<readonly OtherTime[] | null>(null);
  const finish = useFinish(jobID, service);
  const act = useAct(commitJob, { refresh: [listJobs, getJob] });
  const payment = useCardPayment({
    pay: (body: Commit) => act.mutateAsync({ params: { id: jobID }, body }),
    onPaid: ({ creditsLeft }) => finish(creditsLeft),
  });
  const cancelling = useAct(cancelJobPayment, { refresh: [listJobs, getJob] });
  const cancel = async () => {
    await cancelling.mutateAsync({ params: { id: jobID } });
    forgetSubmissions(commitJob);
    payment.forget();
    setWaiting(false);
  };
  const wait = () => {
    setWaiting(true);
    setTimeout(() => setWaiting(false), LONGEST_WAIT_MS);
  };
  const send = async (fresh: () => Promise<Commit>) => {
    setOthers(null);
    try {
      await payment.send(fresh);
    } catch (error) {
      setOthers(alternativesOf(error));
      // A declined card extends the hold, so the countdown is refreshed.
      void client.invalidateQueries({ queryKey: keyOf(getJob) });
      if (error instanceof ApiError && error.code === 'payment_in_progress') wait();
      throw error;
    }
  };
  return { ...payment, isWaiting, others, send, cancel, finish };
}

/** Both the reply to the payment and polling may report success: the first one counts. */
function useFinish(jobID: string, { type, success }: Service): Pay['finish'] {
  const navigate = useNavigate();
  const isOver = useRef(false);
  return useCallback(
    (credits) => {
      if (isOver.current) return;
      isOver.current = true;
      session.updateCredit({ creditsLeft: credits });
      forgetDraft(type);
      void navigate(`${success}?id=${jobID}`, { replace: true });
    },
    [navigate, jobID, type, success],
  );
}
