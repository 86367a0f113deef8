import { CLAIM_DAYS, VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';
import type { PlaceholderValues } from './placeholders.ts';

/** The settings that the site's texts may mention. */
export interface SiteFacts {
  readonly businessName: string;
  /** Hours before a visit until which it can be cancelled for free; 0: until it starts. */
  readonly cancelFreeHours: number;
  /** The percentage of the price that is kept when a visit is cancelled later than that. */
  readonly lateFeePercent: number;
}

/**
 * The values of the placeholders in a language. They reflect the terms of new bookings; existing ones keep their own
 * terms.
 */
export function placeholderValues(facts: SiteFacts, language: 'en' | 'zh'): PlaceholderValues {
  return {
    company: facts.businessName,
    months: String(VALID_MONTHS),
    claimDays: String(CLAIM_DAYS),
    ...(language === 'zh' ? inChinese(facts) : inEnglish(facts)),
  };
}

type Terms = Pick<PlaceholderValues, 'hours' | 'share' | 'cancellation'>;

function inEnglish({ cancelFreeHours, lateFeePercent: percent }: SiteFacts): Terms {
  const hours = `${cancelFreeHours} ${cancelFreeHours === 1 ? 'hour' : 'hours'}`;
  const shares: Readonly<Record<number, string>> = { 50: 'half of its price', 100: 'its whole price' };
  const share = shares[percent] ?? `${percent}% of its price`;
  const terms = { hours, share };
  if (cancelFreeHours === 0)
    return {
      ...terms,
      cancellation: 'You can cancel a visit, or move it once, for free until it starts.',
    };
  if (percent === 0)
    return {
      ...terms,
      cancellation: `You can cancel a visit for free until it starts, and move it once up to ${hours} before.`,
    };
  return {
    ...terms,
    cancellation: `Up to ${hours} before a visit you can cancel it, or move it once, for free. If you cancel later, we keep ${share}.`,
  };
}

function inChinese({ cancelFreeHours, lateFeePercent: percent }: SiteFacts): Terms {
  const hours = `${cancelFreeHours} 小时`;
  const shares: Readonly<Record<number, string>> = { 50: '收费用的一半', 100: '收全部费用' };
  const share = shares[percent] ?? `收费用的 ${percent}%`;
  const terms = { hours, share };
  if (cancelFreeHours === 0)
    return { ...terms, cancellation: '清洁开始前，可以免费取消，也可以免费改期一次。' };
  if (percent === 0)
    return { ...terms, cancellation: `清洁开始前，可以免费取消；${hours}前还可以免费改期一次。` };
  return {
    ...terms,
    cancellation: `清洁开始前 ${hours}或更早，可以免费取消，也可以免费改期一次。之后取消，${share}。`,
  };
}
