import { clockText, dayText } from '#features/messages/messages/texts/visit-time.ts';
import { type AbsenceReason, REASON_NAMES } from '../rules/absence.ts';

interface AbsenceReport {
  readonly cleaner: { readonly id: string; readonly fullname: string };
  readonly reason: AbsenceReason;
  readonly start: Temporal.Instant;
  readonly lastDay: Temporal.PlainDate;
  readonly visits: number;
}

interface MailContext {
  /** Without a trailing slash. */
  readonly site: string;
  readonly zone: string;
}

/** Tells the office that a cleaner cannot come, with the link to cover the visits. */
export function absenceMail(report: AbsenceReport, { site, zone }: MailContext) {
  const { cleaner, reason, start, visits } = report;
  const until = untilText(report, zone);
  const lines = [
    `${cleaner.fullname} told us at ${clockText({ start, zone })} that they cannot come ${until}.`,
    `Reason: ${REASON_NAMES[reason]}.`,
    visits === 0 ? 'There are no visits in that time.' : `Visits in that time: ${visits}.`,
    '',
    `Cover them: ${site}${coverPath(report)}`,
  ];
  return {
    kind: 'cleaner-cannot-come',
    subject: `${cleaner.fullname} cannot come ${until}`,
    body: lines.join('\n'),
  };
}

/** Tells the office that the cleaner can come after all. */
export function absenceWithdrawnMail({ cleaner }: Pick<AbsenceReport, 'cleaner'>) {
  return {
    kind: 'cleaner-can-come',
    subject: `${cleaner.fullname} can come after all`,
    body: `${cleaner.fullname} can come after all. The time off is removed, and their visits stay as they are.`,
  };
}

function untilText({ start, lastDay }: AbsenceReport, zone: string): string {
  const today = start.toZonedDateTimeISO(zone).toPlainDate();
  if (lastDay.equals(today)) return 'today';
  return `until ${dayText({ start: lastDay.toZonedDateTime(zone).toInstant(), zone })}`;
}

function coverPath({ cleaner, lastDay }: AbsenceReport): string {
  return `/admin/cleaners/cover?cleanerID=${cleaner.id}&until=${lastDay}`;
}
