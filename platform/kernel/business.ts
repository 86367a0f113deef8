/** The business as printed on receipts. Empty texts are not printed. */
export interface Business {
  readonly name: string;
  /** Lines of the address. */
  readonly address: readonly string[];
  /** Its Unique Entity Number with ACRA. */
  readonly uen: string;
  readonly gst: GstRegistration;
}

export interface GstRegistration {
  readonly isRegistered: boolean;
  /** The GST registration number; without one, no document is called a tax invoice. */
  readonly number: string;
  /** The first business day of the registration; null means since before the first payment. */
  readonly since: Temporal.PlainDate | null;
}

/** GST in whole percent, included in every price. Source: IRAS, 9 % since 1 January 2024. */
export const GST_PERCENT = 9;

/** Whether payments on a day include GST. */
export function isTaxed({ isRegistered, since }: GstRegistration, day: Temporal.PlainDate): boolean {
  return isRegistered && (since === null || Temporal.PlainDate.compare(since, day) <= 0);
}
