/** When a visit is, in the zone of the business. */
export interface VisitTime {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** IANA name: `Asia/Singapore`. */
  readonly zone: string;
}

/** `Sat 28 Nov`. */
export function dayText({ start, zone }: VisitTime): string {
  return plain(formatsOf(zone).day.format(start.epochMilliseconds)).replaceAll(',', '');
}

/** `Sat 28 Nov, 9:00 am to 12:00 pm`. */
export function timeText(visit: VisitTime): string {
  const { time } = formatsOf(visit.zone);
  const [from, to] = [visit.start, visit.end].map((at) => plain(time.format(at.epochMilliseconds)));
  return `${dayText(visit)}, ${from} to ${to}`;
}

/** A narrow space before am and pm would turn a text message into Unicode, at twice the price. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

const formats = new Map<string, Formats>();

/** Made once a zone: making one costs more than all it will ever write. */
function formatsOf(timeZone: string): Formats {
  const made = formats.get(timeZone) ?? {
    day: new Intl.DateTimeFormat('en-SG', { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
    time: new Intl.DateTimeFormat('en-SG', { timeZone, hour: 'numeric', minute: '2-digit' }),
  };
  formats.set(timeZone, made);
  return made;
}
