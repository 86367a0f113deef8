import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import type { CleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import { CleanerPage } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { hoursInWords } from '#features/people/cleaners/web/parts/week-table.tsx';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { addDays, mondayOf, today, weekdayOf } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { DayRuler, type RulerBlock } from '#platform/web/design/tiles/day-ruler.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel, Panels } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { listUnavailableDates, type unavailablePeriod } from '../../contract.ts';
import { manageTimeOff } from '../../rules/policy.ts';
import { useRemoveTimeOff, useTimeOffLabel } from '../office/time-off-list.tsx';
import { TimeOffForm } from './time-off-form.tsx';

type Period = z.output<typeof unavailablePeriod>;
const WEEKS = 4;

/** /admin/cleaners/:cleanerID/schedule; `?from=` selects the weeks. */
export function Component() {
  return <CleanerPage>{(cleaner) => <Schedule cleaner={cleaner} />}</CleanerPage>;
}

function Schedule({ cleaner }: { readonly cleaner: CleanerReply }) {
  const [params] = useSearchParams();
  const asked = params.get('from') ?? '';
  const from = mondayOf(/^\d{4}-\d\d-\d\d$/.test(asked) ? asked : today());
  const to = addDays(from, WEEKS * 7 - 1);
  const diary = useCall(listUnavailableDates, {
    query: { cleanerID: cleaner.id, from_date: from, to_date: to },
  });
  return (
    <Panels
      wide
      left={
        <Panel title={t('Diary')} end={<Weeks from={from} />}>
          <Loaded query={diary} what={t('the diary')}>
            {(found) => <Diary cleaner={cleaner} from={from} periods={Array.isArray(found) ? found : []} />}
          </Loaded>
        </Panel>
      }
      right={
        <May act={manageTimeOff}>
          <Panel title={t('Add time off')}>
            <TimeOffForm cleaners={[cleaner]} />
          </Panel>
        </May>
      }
    />
  );
}

function Weeks({ from }: { readonly from: string }) {
  const [, setParams] = useSearchParams();
  const { date } = useFormat();
  const go = (day: string) =>
    setParams(day === mondayOf(today()) ? {} : { from: day }, { preventScrollReset: true });
  return (
    <span className="k-row k-wrap k-gap-6 k-gap-x-10">
      <span aria-live="polite">
        {t('{{date}} to {{date2}}', { date: date(from), date2: date(addDays(from, WEEKS * 7 - 1)) })}
      </span>
      <span className="k-row k-stretch k-gap-10">
        <Button
          kind="quiet"
          size="small"
          icon={IconChevronLeft}
          onClick={() => go(addDays(from, -WEEKS * 7))}
        >
          {t('Earlier')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          icon={IconChevronRight}
          onClick={() => go(addDays(from, WEEKS * 7))}
        >
          {t('Later')}
        </Button>
      </span>
    </span>
  );
}

interface DiaryProps {
  readonly cleaner: CleanerReply;
  readonly from: string;
  readonly periods: readonly Period[];
}

function Diary({ cleaner, from, periods }: DiaryProps) {
  const days = Array.from({ length: WEEKS * 7 }, (_, i) => addDays(from, i));
  return days.map((day) => (
    <DiaryDay
      key={day}
      day={day}
      cleaner={cleaner}
      periods={periods.filter(
        (period) => period.startTime.slice(0, 10) <= day && period.endTime > `${day} 00:00:00`,
      )}
    />
  ));
}

interface DiaryDayProps {
  /** `2026-11-24` */
  readonly day: string;
  readonly cleaner: CleanerReply;
  readonly periods: readonly Period[];
}

/** One day of a diary: its hours as tiles, its entries as text. */
export function DiaryDay({ day, cleaner, periods }: DiaryDayProps) {
  const { date } = useFormat();
  const weekday = WEEKDAYS[weekdayOf(day)] ?? 'sunday';
  const works = cleaner[`${weekday}Availability`];
  return (
    <div className={styles.day} data-today={day === today() || undefined}>
      <b className="k-figure">{date(day)}</b>
      {works || periods.length > 0 ? (
        <DayRuler
          blocks={periods.map((period) => blockOf(day, period))}
          label={t('{{count}} entries', { count: periods.length })}
        />
      ) : (
        <span className="k-muted">{t('Day off')}</span>
      )}
      <ul>
        {periods.map((period) => (
          <DiaryPeriod key={period.id} period={period} cleanerID={cleaner.id} />
        ))}
        {works && periods.length === 0 && day >= today() && (
          <li className="k-muted">
            {t('Free {{hoursInWords}}', { hoursInWords: hoursInWords(cleaner, weekday) })}
          </li>
        )}
      </ul>
    </div>
  );
}

function blockOf(day: string, period: Period): RulerBlock {
  const start = Math.max(0, hourWithin(day, period.startTime));
  const end = Math.min(24, hourWithin(day, period.endTime));
  return { start, hours: end - start, service: 'regular', kind: period.kind === 'job' ? 'visit' : 'travel' };
}

/** A time as hours since midnight of `day`: 9.5; below 0 or over 24 on other days. */
function hourWithin(day: string, written: string): number {
  return (Date.parse(`${written.replace(' ', 'T')}Z`) - Date.parse(`${day}T00:00:00Z`)) / 3_600_000;
}

function DiaryPeriod({ period, cleanerID }: { readonly period: Period; readonly cleanerID: string }) {
  const { timeRange } = useFormat();
  const timeOffLabel = useTimeOffLabel();
  const remove = useRemoveTimeOff(cleanerID);
  if (period.kind === 'job') {
    return (
      <li>
        <TextLink href={`/admin/jobs/${period.id}/view`}>
          {timeRange(period.startTime, period.endTime)} {period.description || t('Job')}
        </TextLink>
      </li>
    );
  }
  return (
    <li>
      <span>
        {period.kind === 'block' ? t('Blocked') : t('Time off')} {timeOffLabel(period, true)}{' '}
        <span className="k-muted">{period.description}</span>
      </span>
      {period.kind === 'time-off' && (
        <TextButton onClick={() => void remove(period)}>
          {t('Remove')}
          <span className="k-hidden">{t(' time off {{timeOff}}', { timeOff: timeOffLabel(period) })}</span>
        </TextButton>
      )}
    </li>
  );
}
