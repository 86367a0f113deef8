import type { Cents } from '#platform/kernel/money.ts';
import { hours, money } from '#platform/web/amounts.ts';
import type { PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import type { Language } from '#platform/web/i18n/language.ts';
import type { Job, Quote } from '../../contract/shapes.ts';
import type { JobsText } from './texts.ts';

/** What a visit costs besides its price. */
export type Charge = NonNullable<Job['charges']>[number];

export interface PriceWords {
  readonly t: JobsText;
  readonly language: Language;
  /** Shown below the hours: "1 cleaner, Mdm Lim". */
  readonly crewNote?: string | undefined;
}

/** 13500 → `135.00`: only the total of a panel shows the currency. */
function bare(amount: Cents): string {
  return money(amount).replace('S$', '');
}

/** The lines of an itemised price, formatted for display. */
export function priceLinesOf(quote: Quote, { t, language, crewNote }: PriceWords): PriceLine[] {
  return quote.lines.map((line, index) => {
    const shown = { key: `${line.code}-${index}`, amount: bare(line.amount) };
    if (line.code === 'supplies') return { ...shown, label: t('price.supplies') };
    if (line.kind !== undefined) {
      return {
        ...shown,
        label: chargeLabel({ kind: line.kind, note: line.label }, t),
        good: line.amount < 0,
      };
    }
    if (line.code === 'extra') return { ...shown, label: line.label };
    if (line.code === 'reclean') return { ...shown, label: t('price.reclean'), good: true };
    if (line.code === 'promo') return { ...shown, label: line.label, good: true };
    if (line.code === 'credits') {
      return {
        ...shown,
        label: t('price.credits', { hours: hours(line.quantity ?? 0, language) }),
        good: true,
      };
    }
    if (line.code === 'package' || line.unitPrice === undefined || line.quantity === undefined) {
      return { ...shown, label: line.label, note: crewNote };
    }
    const rate = money(line.unitPrice, { short: true });
    return {
      ...shown,
      label: t('price.labour', { hours: hours(line.quantity, language), rate }),
      note: crewNote,
    };
  });
}

/** What a charge is for, with the office's note: "Parking: Blk 145". */
export function chargeLabel({ kind, note }: Pick<Charge, 'kind' | 'note'>, t: JobsText): string {
  const name = t(`charge.${kind}`);
  return note === '' ? name : t('charge.noted', { name, note });
}

/** "GST of S$11.15 included"; null when the business is not registered. */
export function gstLineOf({ gst }: Pick<Quote, 'gst'>, t: JobsText): string | undefined {
  return gst > 0 ? t('price.gst', { amount: money(gst) }) : undefined;
}
