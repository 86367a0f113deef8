/** What prevents closing an account, by kind. */
interface Matter {
  readonly kind: string;
}

const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  visit: ['a booked visit', 'booked visits'],
  hold: ['a booking to be paid', 'bookings to be paid'],
  gift: ['a gift on its way', 'gifts on their way'],
  payment: ['a payment under way', 'payments under way'],
};

/** `You still have 2 booked visits and a gift on its way. Your account can be closed once these have ended.` */
export function openMattersMessage(matters: readonly Matter[]): string {
  const parts = Object.entries(NAMES).flatMap(([kind, [one, many]]) => {
    const count = matters.filter((matter) => matter.kind === kind).length;
    if (count === 0) return [];
    return count === 1 ? one : `${count} ${many}`;
  });
  const last = parts.pop();
  const listed = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `You still have ${listed}. Your account can be closed once that has ended.`;
}
