import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { readDay } from '#platform/kernel/business-time.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { today } from '#platform/web/business-time.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { DayField } from '#platform/web/office/day-field.tsx';
import { Loaded, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { type Cover, planCover } from '../../contract.ts';
import styles from './cover.module.css';
import { CoverForm } from './cover-form.tsx';
import { CoverResult } from './cover-result.tsx';

/**
 * /admin/cleaners/cover?cleanerID=…: a cleaner cannot come, and each of their visits gets a solution. `day` (today unless given) and
 * `until` are days; `reason=Sick` also sets time off.
 */
export function Component() {
  const [params] = useSearchParams();
  const cleanerID = params.get('cleanerID') ?? '';
  if (cleanerID === '') {
    return (
      <RecordPage list={CLEANERS} title="Cover visits">
        <EmptyState
          title="Choose a cleaner first"
          action={
            <ButtonLink kind="quiet" href="/admin/cleaners">
              Cleaners
            </ButtonLink>
          }
        >
          Open this page from the cleaner, or search for “sick” and their name.
        </EmptyState>
      </RecordPage>
    );
  }
  return <CoverOf key={cleanerID} cleanerID={cleanerID} />;
}

function CoverOf({ cleanerID }: { readonly cleanerID: string }) {
  const [params, setParams] = useSearchParams();
  const [done, setDone] = useState<Cover | null>(null);
  const reason = params.get('reason') ?? '';
  const day = dayIn(params.get('day')) ?? today();
  const until = dayIn(params.get('until')) ?? day;
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const [absence] = useState(() => ({ since: appClock.now().toISOString() }));
  const from = day === today() ? absence.since : `${day} 00:00`;
  const period = { cleanerID, from, until: `${until} 23:59` };
  const plan = useCall(planCover, { query: period });
  const name = plan.data?.cleaner.fullname ?? 'Cover visits';
  return (
    <RecordPage list={CLEANERS} title={plan.data ? `${name} cannot come` : name}>
      <div className={styles.page}>
        <div className={styles.period}>
          <DayField
            name="day"
            label="First day"
            value={day}
            onChange={(value) => set('day', value)}
            min={today()}
          />
          <DayField
            name="until"
            label="Last day"
            value={until}
            onChange={(value) => set('until', value)}
            min={day}
          />
          <TextField
            name="reason"
            label="Time off"
            hint="Blank: no time off is set, because it already is."
            value={reason}
            maxLength={200}
            onChange={({ target }) => set('reason', target.value)}
          />
        </div>
        {done && <CoverResult cover={done} onUndone={setDone} />}
        <Loaded query={plan} what="the visits">
          {({ visits }) =>
            visits.length === 0 && done !== null ? null : (
              <Panel title={visits.length === 1 ? '1 visit' : `${visits.length} visits`}>
                <CoverForm
                  key={`${from} ${until} ${visits.map(({ jobID }) => jobID).join()}`}
                  visits={visits}
                  period={period}
                  reason={done === null ? reason : ''}
                  onDone={setDone}
                />
              </Panel>
            )
          }
        </Loaded>
      </div>
    </RecordPage>
  );
}

function dayIn(text: string | null): string | null {
  return text === null || readDay(text) === null ? null : text;
}
