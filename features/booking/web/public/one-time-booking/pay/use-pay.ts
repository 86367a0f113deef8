import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { commitJob } from '#features/checkout/contract.ts';
import { getCustomer } from '#features/customers/contract.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { readPaymentConfig } from '#features/payments/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput, CallReply } from '#platform/web/api/callable.ts';
import { keyOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import type { OtherTime } from '../slot-gone.tsx';
import { useBookingText } from '../text.ts';
import { forgetDraft } from '../use-draft.ts';
import { alternativesOf } from './alternatives.ts';
import type { Outcome } from './bank-question.tsx';
import { CardProblem } from './card-problem.ts';

type Commit = NonNullable<CallInput<typeof commitJob>['body']>;
type Paid = CallReply<typeof commitJob>;

/** After so long the person may press again: the server still pays once. */
const LONGEST_WAIT_MS = 90_000;

/** Paying for a held booking. */
export interface Pay {
  readonly isBusy: boolean;
  /** The bank has not said yet: nobody pays again meanwhile. */
  readonly isWaiting: boolean;
  /** Stripe's key; null: the sandbox's own form; undefined while it is not known. */
  readonly key: string | null | undefined;
  readonly config: { readonly isError: boolean; readonly retry: () => void };
  /** The sandbox bank's question. */
  readonly challenge: string | null;
  /** The time has gone: free ones nearby. */
  readonly others: readonly OtherTime[] | null;
  /** A payment that went out and was not answered: it goes out again instead of a new one. */
  readonly hasUnanswered: () => boolean;
  /** Pays; `fresh` makes the card's token, and is not asked while a lost payment waits. */
  readonly send: (fresh: () => Promise<Commit>) => Promise<void>;
  readonly afterBank: (outcome: Outcome) => void;
  /** Goes to the end of the booking. `credits`: hours that the balance changed by. */
  readonly finish: (credits: number) => void;
}

export function usePay(jobID: string): Pay {
  const client = useQueryClient();
  const config = useCall(readPaymentConfig);
  const key = config.data?.publishableKey;
  const [isBusy, setBusy] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [others, setOthers] = useState<readonly OtherTime[] | null>(null);
  const finish = useFinish(jobID);
  const commit = useCommit({ jobID, key, finish, askInSandbox: setChallenge });
  const wait = () => {
    setWaiting(true);
    setTimeout(() => setWaiting(false), LONGEST_WAIT_MS);
  };
  const run = async (fresh: () => Promise<Commit>) => {
    setBusy(true);
    setOthers(null);
    try {
      await commit.pay(fresh);
    } catch (error) {
      setOthers(alternativesOf(error));
      // A refused card gives the hold more time: the countdown follows.
      void client.invalidateQueries({ queryKey: keyOf(getJob) });
      if (error instanceof ApiError && error.code === 'payment_in_progress') wait();
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy: isBusy || challenge !== null,
    isWaiting,
    key,
    config: { isError: config.isError, retry: () => void config.refetch() },
    challenge,
    others,
    hasUnanswered: commit.hasUnanswered,
    send: run,
    afterBank: (outcome) => {
      setChallenge(null);
      commit.answerBank(outcome);
    },
    finish,
  };
}

interface CommitOptions {
  readonly jobID: string;
  readonly key: string | null | undefined;
  readonly finish: (credits: number) => void;
  readonly askInSandbox: (clientSecret: string) => void;
}

/**
 * One payment at a time. A body whose answer was lost goes out again as it was, under its key, so that nobody pays
 * twice; after the bank's question the same body asks how it ended.
 */
function useCommit({ jobID, key, finish, askInSandbox }: CommitOptions) {
  const { t } = useBookingText();
  const act = useAct(commitJob, { refresh: [listJobs, getJob] });
  const lost = useRef<Commit | null>(null);
  const answered = useRef<((outcome: Outcome) => void) | null>(null);

  async function sendOnce(body: Commit): Promise<Paid> {
    lost.current = body;
    try {
      return await act.mutateAsync({ params: { id: jobID }, body });
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) lost.current = null;
      throw error;
    }
  }

  async function isConfirmed(clientSecret: string): Promise<boolean> {
    if (key) {
      const { confirmWithBank } = await import('./stripe.ts');
      return confirmWithBank(key, clientSecret);
    }
    const outcome = await new Promise<Outcome>((done) => {
      answered.current = done;
      askInSandbox(clientSecret);
    });
    return outcome === 'succeed';
  }

  return {
    hasUnanswered: () => lost.current !== null,
    answerBank: (outcome: Outcome) => answered.current?.(outcome),
    async pay(fresh: () => Promise<Commit>): Promise<void> {
      const body = lost.current ?? (await fresh());
      let reply = await sendOnce(body);
      if ('requiresAction' in reply) {
        // The card's token is spent: another try begins with the card again.
        lost.current = null;
        if (!(await isConfirmed(reply.clientSecret))) throw new CardProblem(t('pay.notConfirmed'));
        reply = await sendOnce(body);
      }
      lost.current = null;
      if ('requiresAction' in reply) throw new CardProblem(t('pay.notConfirmed'));
      if (body.change) await refreshStoredCard();
      finish(reply.creditsLeft);
    },
  };
}

/** The card is stored now: the session shows which one. */
async function refreshStoredCard(): Promise<void> {
  const { id } = session.getState();
  if (id === null) return;
  try {
    session.updateCard(await callApi(getCustomer, { params: { id } }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Paid is paid: the card shows when the page is next opened.
  }
}

/** The answer to the payment and a look at the booking may both say that it is paid: the first one counts. */
function useFinish(jobID: string): (credits: number) => void {
  const navigate = useNavigate();
  const isOver = useRef(false);
  return useCallback(
    (credits) => {
      if (isOver.current) return;
      isOver.current = true;
      session.updateCredit({ creditsLeft: credits });
      forgetDraft();
      void navigate(`/one-time/success?id=${jobID}`, { replace: true });
    },
    [navigate, jobID],
  );
}
