import { useRef, useState } from 'react';
import { getCustomer } from '#features/people/customers/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isOutcome } from '#platform/web/api/idempotency.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';
import { readPaymentConfig } from '../../contract.ts';
import type { Outcome } from './bank-question.tsx';
import { ChallengeFailed } from './card-problem.ts';
import { cardTexts } from './texts.ts';

/** The card fields of a payment request. */
export interface CardBody {
  readonly stripeToken?: string;
  /** Use the stored card. */
  readonly picked?: boolean;
  /** Store the new card. */
  readonly change?: boolean;
}

interface BankAsks {
  readonly requiresAction: true;
  readonly clientSecret: string;
}

/** A card payment in progress; the card form and the bank challenge share it. */
export interface CardPayment<B> {
  readonly isBusy: boolean;
  /** Stripe's key; null for the sandbox form; undefined while loading. */
  readonly key: string | null | undefined;
  readonly config: { readonly isError: boolean; readonly retry: () => void };
  /** The sandbox bank's challenge. */
  readonly challenge: string | null;
  /** True if a payment was sent without a reply: it is sent again instead of a new one. */
  readonly hasUnanswered: () => boolean;
  /** Pays; `fresh` creates the card's token, and is not called while an unanswered payment is resent. */
  readonly send: (fresh: () => Promise<B>) => Promise<void>;
  readonly afterBank: (outcome: Outcome) => void;
  /** The unanswered payment was cancelled: the next one is new. */
  readonly forget: () => void;
}

/** A reply that says the payment succeeded. */
type PaidBy<Reply> = Exclude<Reply, BankAsks>;

interface Options<B, Reply> {
  /** Sends the payment, each body under the same idempotency key: see useAct. */
  readonly pay: (body: B) => Promise<Reply>;
  readonly onPaid: (reply: PaidBy<Reply>) => void;
}

/** Pays by card, including the bank challenge if there is one. */
export function useCardPayment<B extends { readonly change?: unknown }, Reply extends object>(
  options: Options<B, Reply>,
): CardPayment<B> {
  const config = useCall(readPaymentConfig);
  const key = config.data?.publishableKey;
  const [isBusy, setBusy] = useState(false);
  const [challenge, setChallenge] = useState<string | null>(null);
  const sending = useSending(options, { key, askInSandbox: setChallenge });
  return {
    isBusy: isBusy || challenge !== null,
    key,
    config: { isError: config.isError, retry: () => void config.refetch() },
    challenge,
    hasUnanswered: sending.hasUnanswered,
    send: async (fresh) => {
      setBusy(true);
      try {
        await sending.send(fresh);
      } finally {
        setBusy(false);
      }
    },
    afterBank: (outcome) => {
      setChallenge(null);
      sending.answerBank(outcome);
    },
    forget: sending.forget,
  };
}

interface Bank {
  readonly key: string | null | undefined;
  readonly askInSandbox: (clientSecret: string) => void;
}

/**
 * Sends one payment at a time. A body without a reply is sent again unchanged under its key, so that nobody
 * pays twice; after the bank challenge the same body returns the outcome.
 */
function useSending<B extends { readonly change?: unknown }, Reply extends object>(
  { pay, onPaid }: Options<B, Reply>,
  bank: Bank,
) {
  const { t } = useText(cardTexts);
  const lost = useRef<B | null>(null);
  const answered = useRef<((outcome: Outcome) => void) | null>(null);

  async function sendOnce(body: B): Promise<Reply> {
    lost.current = body;
    try {
      return await pay(body);
    } catch (error) {
      if (isOutcome(error)) lost.current = null;
      throw error;
    }
  }

  async function passesChallenge(clientSecret: string): Promise<boolean> {
    if (bank.key) {
      const { passChallenge } = await import('./stripe.ts');
      return passChallenge(bank.key, clientSecret);
    }
    const outcome = await new Promise<Outcome>((done) => {
      answered.current = done;
      bank.askInSandbox(clientSecret);
    });
    return outcome === 'succeed';
  }

  return {
    hasUnanswered: () => lost.current !== null,
    forget: () => {
      lost.current = null;
    },
    answerBank: (outcome: Outcome) => answered.current?.(outcome),
    async send(fresh: () => Promise<B>): Promise<void> {
      const body = lost.current ?? (await fresh());
      let reply = await sendOnce(body);
      if (isAsking(reply)) {
        const hasPassed = await passesChallenge(reply.clientSecret);
        // Also after a failed challenge: until the server knows of it, the payment is open and no other card
        // can be charged.
        reply = await sendOnce(body).catch((error: unknown) => {
          throw hasPassed ? error : new ChallengeFailed(t('notConfirmed'));
        });
      }
      // The card's token is used up: another try starts with the card form.
      lost.current = null;
      if (isAsking(reply)) throw new ChallengeFailed(t('notConfirmed'));
      if (body.change) await refreshStoredCard();
      onPaid(reply as PaidBy<Reply>);
    },
  };
}

function isAsking<T extends object>(reply: T): reply is T & BankAsks {
  return 'requiresAction' in reply;
}

/** Updates the stored card in the session. */
async function refreshStoredCard(): Promise<void> {
  const { id } = session.getState();
  if (id === null) return;
  try {
    const customer = await callApi(getCustomer, { params: { id } });
    // The card only: the hours of a purchase come with its own reply, and would be counted twice.
    const { creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear } = customer;
    session.updateCard({ creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The payment succeeded anyway: the card is refreshed when the page is next opened.
  }
}
