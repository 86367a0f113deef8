import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { NewCard, useCardChoices } from '#features/money/cards/web/parts/card-fields.tsx';
import { listTransactions } from '#features/money/payments/contract.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { BankQuestion } from '#features/money/payments/web/parts/bank-question.tsx';
import { isPaymentOpen, OpenPayment } from '#features/money/payments/web/parts/open-payment.tsx';
import { cardTexts } from '#features/money/payments/web/parts/texts.ts';
import { useCardForm } from '#features/money/payments/web/parts/use-card-form.ts';
import { type CardBody, useCardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import { checkPromoCode } from '#features/money/promo-codes/contract.ts';
import { usePromoMessage } from '#features/money/promo-codes/web/parts/promo-message.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { forgetSubmissions, useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import {
  cancelPackagePayment,
  listCreditMovements,
  listCredits,
  listLots,
  payPackage,
} from '../../../contract.ts';
import { BUY_HOURS, CREDITS } from '../../parts/addresses.ts';
import { usePayMessage } from '../../parts/error-messages.ts';
import type { Pack } from '../../parts/use-packs.ts';
import { creditsTexts } from '../../texts.ts';
import styles from './pay.module.css';

/** The id of the form's heading, which labels the choice below it. */
const METHOD = 'pay-method';

const codeOf = (problem: Error | null) => (problem instanceof ApiError ? problem.code : null);

/** The choice of card and the bank's error. */
export function PayForm({ pack, price }: { pack: Pack; price: PackPrice }) {
  const { t } = useText(creditsTexts);
  const { t: cardText } = useText(cardTexts);
  const { total } = price;
  const pay = usePayPack(pack, price);
  const { creditCardLast4 } = useSession();
  const [chosen, setChosen] = useState<'stored' | 'new' | null>(null);
  const method = chosen ?? (creditCardLast4 === null ? 'new' : 'stored');
  const isFree = total < SMALLEST_CHARGE;
  const form = useCardForm({ pay, method: isFree ? 'none' : method, send: pay.sendCard });
  const choices = useCardChoices();
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <Outcome problem={form.problem} cancel={pay.cancel} />
      {isFree && <p>{t('pay.free')}</p>}
      {!isFree && choices.length > 0 && (
        <RadioRows
          label={cardText('method')}
          labelledBy={METHOD}
          options={choices}
          value={method}
          onChange={setChosen}
        />
      )}
      {!isFree && method === 'new' && <NewCard pay={pay} form={form} />}
      <Dock total={total} isFree={isFree} isBusy={pay.isBusy || form.sending} isSandbox={pay.key === null} />
      <BankQuestion secret={pay.challenge} total={total} onAnswered={pay.afterBank} />
    </form>
  );
}

/** The form's heading with the error below it: on a phone the submit button is far away. */
function Outcome({ problem, cancel }: { problem: Error | null; cancel: () => Promise<void> }) {
  const { t } = useText(creditsTexts);
  const { t: cardText } = useText(cardTexts);
  const sentenceOf = usePayMessage();
  const outcome = useRef<HTMLDivElement>(null);
  const code = codeOf(problem);
  useEffect(() => {
    if (problem !== null) outcome.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return (
    <div className={`k-stack k-gap-12 ${styles.outcome}`} ref={outcome}>
      <h2 id={METHOD}>{cardText('method')}</h2>
      <div role="alert">
        {/* The panel shows a changed price with both figures. */}
        {isPaymentOpen(problem) && (
          <OpenPayment
            sentence={sentenceOf(problem)}
            cancel={cancel}
            link={<TextLink href={CREDITS}>{t('pay.waitingLink')}</TextLink>}
          />
        )}
        {problem !== null && !isPaymentOpen(problem) && code !== 'price_changed' && (
          <Notice kind="bad">{sentenceOf(problem)}</Notice>
        )}
      </div>
    </div>
  );
}

interface DockProps {
  /** Cents. */
  readonly total: number;
  readonly isFree: boolean;
  readonly isBusy: boolean;
  readonly isSandbox: boolean;
}

function Dock({ total, isFree, isBusy, isSandbox }: DockProps) {
  const { t } = useText(creditsTexts);
  const { money } = useFormat();
  return (
    <div className={`k-stack k-gap-6 ${styles.dock}`}>
      <Button full type="submit" busy={isBusy && t('pay.paying')}>
        {isFree ? t('pay.goFree') : t('pay.go', { amount: money(total) })}
      </Button>
      {!isFree && <p className="k-muted k-small">{t(isSandbox ? 'pay.sandbox' : 'pay.bank')}</p>}
    </div>
  );
}

type Body = NonNullable<CallInput<typeof payPackage>['body']>;

/** Pays for a pack at the displayed price, then shows the purchase. */
function usePayPack(pack: Pack, price: PackPrice) {
  const navigate = useNavigate();
  const { promo, total } = price;
  const refresh = [listCredits, listLots, listCreditMovements, listTransactions];
  const act = useAct(payPackage, { refresh });
  const cancelling = useAct(cancelPackagePayment, { refresh });
  const payment = useCardPayment({
    pay: (body: Body) => act.mutateAsync({ params: { id: pack.id }, body }),
    onPaid: ({ credits, creditsLeft, creditsBalance, receiptNo, transactionID }) => {
      session.updateCredit({ creditsLeft });
      const paid = transactionID === null ? 0 : total;
      const state = boughtState({ hours: credits, balance: creditsBalance, paid, receiptNo });
      void navigate(BUY_HOURS, { replace: true, state });
    },
  });
  const sendCard = async (card: () => Promise<CardBody>) => {
    try {
      await payment.send(async () => ({
        ...(await card()),
        price: total,
        ...(promo !== null && { promocode: promo.code }),
      }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'price_changed') await price.refresh();
      throw error;
    }
  };
  const cancel = async () => {
    const { isPaid } = await cancelling.mutateAsync({ params: { id: pack.id } });
    forgetSubmissions(payPackage);
    payment.forget();
    if (isPaid) void navigate(CREDITS, { replace: true });
  };
  return { ...payment, sendCard, cancel };
}

interface Promo {
  readonly code: string;
  /** Cents off. */
  readonly discount: Cents;
}

export interface PackPrice {
  readonly promo: Promo | null;
  /** Cents to pay. */
  readonly total: Cents;
  /** The price in cents before it changed while the page was open; null if it has not changed. */
  readonly before: Cents | null;
  readonly apply: (code: string) => Promise<void>;
  readonly remove: () => void;
  /** After a price change: fetches the pack and the code's discount again. */
  readonly refresh: () => Promise<void>;
}

/** The price of a pack with the applied promo code. */
export function usePackPrice(pack: Pack, refreshPacks: () => Promise<unknown>): PackPrice {
  const promoSentenceOf = usePromoMessage();
  const [promo, setPromo] = useState<Promo | null>(null);
  const [seen, setSeen] = useState<Cents | null>(null);
  const check = useAct(checkPromoCode);
  const total = pack.price - Math.min(promo?.discount ?? 0, pack.price);
  const apply = async (code: string) => {
    const { valid, discount, message, why } = await check.mutateAsync({
      body: { code, package_id: pack.id },
    });
    if (!valid) throw new CodeProblem(promoSentenceOf({ message, why }));
    setPromo({ code: code.toUpperCase(), discount });
  };
  const refresh = async () => {
    setSeen(total);
    await refreshPacks();
    if (promo === null) return;
    await apply(promo.code).catch((error: unknown) => {
      if (!(error instanceof CodeProblem)) throw error;
      // The code has become invalid: the price without it is shown as changed.
      setPromo(null);
    });
  };
  const before = seen === total ? null : seen;
  return { promo, total, before, apply, remove: () => setPromo(null), refresh };
}

/** Why a promo code is not valid, as a user-facing sentence. */
export class CodeProblem extends Error {
  override name = 'CodeProblem';
}

const bought = z.object({
  /** The hours bought, and the new balance. */
  hours: z.number(),
  balance: z.number(),
  /** Cents. */
  paid: z.number(),
  receiptNo: z.number(),
});
export type BoughtHours = z.output<typeof bought>;

/** History state for the page that shows the purchase, so that it survives a reload. */
function boughtState(of: BoughtHours): object {
  return { bought: of };
}

export function boughtIn(state: unknown): BoughtHours | null {
  return z.object({ bought }).safeParse(state).data?.bought ?? null;
}
