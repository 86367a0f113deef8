import { useState } from 'react';
import { checkPromoCode } from '#features/money/promo-codes/contract.ts';
import { usePromoSentence } from '#features/money/promo-codes/web/parts/promo-sentence.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { useAct } from '#platform/web/api/queries.ts';
import type { Pack } from '../../parts/use-packs.ts';
import { CodeProblem } from './code-problem.ts';

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
  const promoSentenceOf = usePromoSentence();
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
