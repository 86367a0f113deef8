import { useNavigate } from 'react-router';
import { listTransactions } from '#features/money/payments/contract.ts';
import { type CardBody, useCardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { forgetSubmissions, useAct } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import {
  cancelPackagePayment,
  listCreditMovements,
  listCredits,
  listLots,
  payPackage,
} from '../../../contract.ts';
import { BUY_HOURS, CREDITS } from '../../parts/addresses.ts';
import type { Pack } from '../../parts/use-packs.ts';
import { boughtState } from '../bought-state.ts';
import type { PackPrice } from './use-pack-price.ts';

type Body = NonNullable<CallInput<typeof payPackage>['body']>;

/** Pays for a pack at the displayed price, then shows the purchase. */
export function usePayPack(pack: Pack, price: PackPrice) {
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
