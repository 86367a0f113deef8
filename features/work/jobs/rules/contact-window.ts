/** A cleaner sees the customer's phone and address from this many days before the visit … */
export const CONTACT_OPENS_DAYS = 7;
/** … until this many days after it, for the PDPA's protection obligation. */
export const CONTACT_CLOSES_DAYS = 2;

export function mayCleanerSeeContact(
  visit: { readonly start: Temporal.Instant; readonly end: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const opens = visit.start.subtract({ hours: CONTACT_OPENS_DAYS * 24 });
  const closes = visit.end.add({ hours: CONTACT_CLOSES_DAYS * 24 });
  return Temporal.Instant.compare(opens, now) <= 0 && Temporal.Instant.compare(now, closes) < 0;
}
