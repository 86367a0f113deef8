import { useRef, useState } from 'react';
import { getCustomer } from '#features/people/customers/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isOutcome } from '#platform/web/api/idempotency.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { readPaymentConfig } from '../../contract.ts';
import type { Outcome } from './bank-question.tsx';
import { NotConfirmed } from './card-problem.ts';
import { useCardText } from './card-text.ts';

/** What a paying call says of the card. */
export interface CardBody {
  readonly stripeToken?: string;
  /** The stored card. */
  readonly picked?: boolean;
  /** Keeps the new card. */
  readonly change?: boolean;
}

interface BankAsks {
  readonly requiresAction: true;
  readonly clientSecret: string;
}

/** A payment by card, on a screen: the card's form and the bank's question hang on it. */
export interface CardPayment<B> {
  readonly isBusy: boolean;
  /** Stripe's key; null: the sandbox's own form; undefined while it is not known. */
  readonly key: string | null | undefined;
  readonly config: { readonly isError: boolean; readonly retry: () => void };
  /** The sandbox bank's question. */
  readonly challenge: string | null;
  /** A payment that went out and was not answered: it goes out again instead of a new one. */
  readonly hasUnanswered: () => boolean;
  /** Pays; `fresh` makes the card's token, and is not asked while a lost payment waits. */
  readonly send: (fresh: () => Promise<B>) => Promise<void>;
  readonly afterBank: (outcome: Outcome) => void;
  /** The payment that went out has been cancelled: the next one is a new one. */
  readonly forget: () => void;
}

/** A reply of a paying call that says it is paid. */
type PaidBy<Reply> = Exclude<Reply, BankAsks>;

interface Options<B, Reply> {
  /** The call that pays, each time under the key that it had before: see useAct. */
  readonly pay: (body: B) => Promise<Reply>;
  readonly onPaid: (reply: PaidBy<Reply>) => void;
}

/** Pays by card, with the bank's question in between where it asks. */
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
 * One payment at a time. A body whose answer was lost goes out again as it was, under its key, so that nobody pays
 * twice; after the bank's question the same body asks how it ended.
 */
function useSending<B extends { readonly change?: unknown }, Reply extends object>(
  { pay, onPaid }: Options<B, Reply>,
  bank: Bank,
) {
  const { t } = useCardText();
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

  async function isConfirmed(clientSecret: string): Promise<boolean> {
    if (bank.key) {
      const { confirmWithBank } = await import('./stripe.ts');
      return confirmWithBank(bank.key, clientSecret);
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
        const hasConfirmed = await isConfirmed(reply.clientSecret);
        // Also after a no: until the server has heard of it, the payment is open and no other card is charged.
        reply = await sendOnce(body).catch((error: unknown) => {
          throw hasConfirmed ? error : new NotConfirmed(t('notConfirmed'));
        });
      }
      // The card's token is spent: another try begins with the card again.
      lost.current = null;
      if (isAsking(reply)) throw new NotConfirmed(t('notConfirmed'));
      if (body.change) await refreshStoredCard();
      onPaid(reply as PaidBy<Reply>);
    },
  };
}

function isAsking<T extends object>(reply: T): reply is T & BankAsks {
  return 'requiresAction' in reply;
}

/** The card is stored now: the session shows which one. */
async function refreshStoredCard(): Promise<void> {
  const { id } = session.getState();
  if (id === null) return;
  try {
    const customer = await callApi(getCustomer, { params: { id } });
    // The card and nothing else: the hours of a purchase come with its own reply, and would count twice.
    const { creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear } = customer;
    session.updateCard({ creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Paid is paid: the card shows when the page is next opened.
  }
}
