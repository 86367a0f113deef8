/** When the saved card is charged for a visit of a series that is not paid ahead. */
export const CHARGE_TIMES = ['evening-before', 'after-visit', 'weekly'] as const;
export type ChargeTime = (typeof CHARGE_TIMES)[number];

/** How a confirmed visit is paid without anybody asking: by the saved card at its time, or on an invoice. */
export const CHARGE_WAYS = [...CHARGE_TIMES, 'invoice'] as const;
export type ChargeWay = (typeof CHARGE_WAYS)[number];

const WHEN: Readonly<Record<ChargeTime, string>> = {
  'evening-before': 'on the evening before each visit',
  'after-visit': 'after each visit',
  weekly: 'every Monday for the visits of the week before',
};

/** What the customer agrees to, stored with the series. */
export function mandateOf(charged: ChargeTime, business: string): string {
  return `I allow ${business} to charge my saved card ${WHEN[charged]} of this series: its price, what we agree on for it later, and the fee of a late cancellation. I can cancel the series at any time.`;
}
