import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type ReactNode, useState } from 'react';
import { getCleaner } from '#features/people/cleaners/contract.ts';
import type { WholeWeekFields } from '#features/people/cleaners/rules/week.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { placeOf } from '#features/work/jobs/web/parts/job-day.ts';
import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { listUnavailableDates } from '#features/work/schedule/contract.ts';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { addDays, dayOfWire, mondayOf } from '#platform/web/business-time.ts';
import { VisitLine } from '#platform/web/design/booking/job-card.tsx';
import { IconButton } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { BackLink, PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { time, timeRange } from '#platform/web/format.ts';
import { inOneLine, mainLanguage, type Pair } from '#platform/web/i18n/pair.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { clockVisit } from '../../rules/policy.ts';
import { BilingualText, JobsFailed, LoadingJobs, StaleNotice } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { useCachedJobs } from './use-cached-jobs.ts';
import { dayLabel, word } from './words.ts';

/** One's own week, with its hours, jobs and time off. */
export function WeekPage({ bottom }: { readonly bottom: ReactNode }) {
  const thisWeek = mondayOf(useToday());
  // Until the user changes the week it follows the clock, which the server's first reply may correct.
  const [chosen, choose] = useState<string | null>(null);
  const from = chosen ?? thisWeek;
  const to = addDays(from, 6);
  const id = useOwnID(clockVisit) ?? '';
  const cleaner = useCall(getCleaner, { params: { id } });
  const diary = useCall(listUnavailableDates, { query: { cleanerID: id, from_date: from, to_date: to } });
  const jobs = useCachedJobs({
    from_date: from,
    to_date: to,
    status: 'paid',
    sortby: 'startTime',
    order: 'asc',
    size: 200,
  });
  const away = (Array.isArray(diary.data) ? diary.data : []).filter((period) => period.kind !== 'job');
  const week = cleaner.data !== undefined && 'mobile' in cleaner.data ? cleaner.data : undefined;
  return (
    <div className="k-cleaner-page">
      <BackLink href="/cleaner/upcoming">
        <BilingualText text={word('upcoming')} />
      </BackLink>
      <PageTitle zh={word('week').zh}>{word('week').text}</PageTitle>
      <Weeks from={from} onChange={choose} />
      {jobs.isOld && <StaleNotice error={jobs.error} />}
      {jobs.data === undefined && jobs.isPending && !jobs.isMissing && <LoadingJobs />}
      {jobs.data === undefined && (jobs.isMissing || jobs.error !== null) && (
        <JobsFailed onRetry={() => jobs.refetch()} retrying={jobs.isFetching} />
      )}
      {jobs.data !== undefined &&
        Array.from({ length: 7 }, (_, i) => addDays(from, i)).map((day) => (
          <WeekDay
            key={day}
            day={day}
            week={week}
            jobs={(jobs.data ?? []).filter((job) => dayOfWire(job.startTime) === day)}
            away={away.filter((period) => touches(period, day))}
          />
        ))}
      {bottom}
      <TextLink href="/cleaner/calendar" roomy>
        <BilingualText text={word('inCalendar')} />
      </TextLink>
    </div>
  );
}

/** `23–29 Nov`: business days, without a time zone. */
const daysOfWeek = new Intl.DateTimeFormat('en-SG', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function Weeks({ from, onChange }: { from: string; onChange: (from: string) => void }) {
  return (
    <div className={`k-row k-stretch k-between k-gap-16 ${styles.bar}`}>
      <IconButton
        look="square"
        icon={IconChevronLeft}
        label={inOneLine(word('earlier'))}
        onClick={() => onChange(addDays(from, -7))}
      />
      <b aria-live="polite">{daysOfWeek.formatRange(new Date(from), new Date(addDays(from, 6)))}</b>
      <IconButton
        look="square"
        icon={IconChevronRight}
        label={inOneLine(word('later'))}
        onClick={() => onChange(addDays(from, 7))}
      />
    </div>
  );
}

/** Time off or a block, in business time. */
interface Period {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly description: string;
}

function touches(period: Period, day: string): boolean {
  return period.startTime.slice(0, 10) <= day && period.endTime > `${day} 00:00:00`;
}

interface WeekDayProps {
  day: string;
  /** Undefined until loaded. */
  week: WholeWeekFields | undefined;
  jobs: readonly Job[];
  away: readonly Period[];
}

function WeekDay({ day, week, jobs, away }: WeekDayProps) {
  return (
    <section className={styles.day}>
      <SectionTitle ruled end={week && <BilingualText text={hoursOf(week, day)} />}>
        <BilingualText text={dayLabel(day)} />
      </SectionTitle>
      {away.map((period) => (
        <p key={period.id} className="k-py-10">
          <b>
            <BilingualText text={word('timeOff')} />
          </b>{' '}
          {spanOf(period, day)} {period.description}
        </p>
      ))}
      <ul className={styles.lines}>
        {jobs.map((job) => (
          <li key={job.id}>
            <VisitLine
              service={job.jobType}
              title={timeRange(job.startTime, job.endTime, mainLanguage())}
              note={placeOf(job)}
              action={
                <TextLink href={`/cleaner/jobs/${job.id}`} roomy>
                  <BilingualText text={word('seeShort')} />
                </TextLink>
              }
            />
          </li>
        ))}
      </ul>
      {jobs.length === 0 && away.length === 0 && !isDayOff(week, day) && (
        <p className={`k-py-10 k-muted`}>
          <BilingualText text={word('noJobs')} />
        </p>
      )}
    </section>
  );
}

function isDayOff(week: WholeWeekFields | undefined, day: string): boolean {
  return week !== undefined && !week[`${weekdayOf(day)}Availability`];
}

function weekdayOf(day: string): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sunday';
}

/** The regular hours of that weekday: `9 am–6:30 pm`, or the day off. */
function hoursOf(week: WholeWeekFields, day: string): Pair {
  if (isDayOff(week, day)) return word('dayOff');
  const hours = week[`${weekdayOf(day)}Hours`].replace(/\d\d:\d\d/g, (clock) => clockLabel(clock));
  return { text: hours.replaceAll('-', '–').replaceAll(',', ', '), zh: '' };
}

/** `18:30` → `6:30 pm`, `09:00` → `9 am`. */
function clockLabel(clock: string): string {
  return time(`1970-01-01T${clock}:00+08:00`, mainLanguage()).replace(':00', '');
}

/** The part of a period on this day. */
function spanOf({ startTime, endTime }: Period, day: string): string {
  const wire = (local: string) => `${local.replace(' ', 'T')}+08:00`;
  const from = startTime.slice(0, 10) < day ? null : time(wire(startTime), mainLanguage());
  const until = endTime.slice(0, 10) > day ? null : time(wire(endTime), mainLanguage());
  if (from === null && until === null) return '';
  return `${from ?? ''} – ${until ?? ''}`;
}
