import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import type { CleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import { CleanerPage } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import { useCall } from '#platform/web/api/queries.ts';
import { addDays, mondayOf, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel, Panels } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { listUnavailableDates, type unavailablePeriod } from '../../contract.ts';
import { manageTimeOff } from '../../rules/policy.ts';
import { DiaryDay } from './diary-day.tsx';
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
        <Panel title="Diary" end={<Weeks from={from} />}>
          <Loaded query={diary} what="the diary">
            {(found) => <Diary cleaner={cleaner} from={from} periods={Array.isArray(found) ? found : []} />}
          </Loaded>
        </Panel>
      }
      right={
        <May act={manageTimeOff}>
          <Panel title="Add time off">
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
    <span className={styles.weekNav}>
      <span aria-live="polite">
        {date(from)} to {date(addDays(from, WEEKS * 7 - 1))}
      </span>
      <span className={styles.weekTurns}>
        <Button
          kind="quiet"
          size="small"
          icon={IconChevronLeft}
          onClick={() => go(addDays(from, -WEEKS * 7))}
        >
          Earlier
        </Button>
        <Button
          kind="quiet"
          size="small"
          icon={IconChevronRight}
          onClick={() => go(addDays(from, WEEKS * 7))}
        >
          Later
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
