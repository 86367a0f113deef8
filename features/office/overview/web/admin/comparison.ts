/** "+8% on last week"; in words where a percentage says nothing. */
export function changeOf(now: number, before: number): string {
  if (now === before) return 'as last week';
  if (before <= 0) return before === 0 ? 'none last week' : 'less than none last week';
  const percent = Math.round(((now - before) / before) * 100);
  return `${signed(percent)}% on last week`;
}

/** "+12 in a week". */
export function differenceOf(now: number, before: number): string {
  const difference = Math.round((now - before) * 10) / 10;
  return difference === 0 ? 'as a week ago' : `${signed(difference)} in a week`;
}

function signed(count: number): string {
  return count < 0 ? `−${Math.abs(count)}` : `+${count}`;
}

/** Booked of the available hours, in percent; null if nobody was available. */
export function filledOf({ booked, available }: { readonly booked: number; readonly available: number }) {
  return available === 0 ? null : Math.round((booked / available) * 100);
}
