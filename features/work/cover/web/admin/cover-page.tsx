import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { useNow, useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { queryOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { addDays } from '#platform/web/business-time.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { Loaded, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import type { Absence } from '../../contract/absences.ts';
import { type Cover, type CoverPlan, planCover, readCover, undoCover } from '../../contract.ts';
import { REASON_NAMES } from '../../rules/absence.ts';
import styles from './cover.module.css';
import { CoverForm } from './cover-form.tsx';

const LAST_DAY = '9999-12-31';
/** Days at once, as the server allows. */
const MAX_DAYS = 31;

/**
 * /admin/cleaners/cover?cleanerID=…: a cleaner cannot come, and each of their visits gets a solution. Several ids are
 * separated by commas; `everyone=1` is for days on which nobody can come. `day` (today unless given) and `until` are days;
 * `visits` limits it to some; `reason=Sick` also sets time off for a single cleaner, and `leaves=1` is for those who do not
 * come back. `cover` is what was started here, for the days in `covered`.
 */
export function Component() {
  const [params] = useSearchParams();
  const cleanerIDs = (params.get('cleanerID') ?? '').split(',').filter((id) => id !== '');
  if (cleanerIDs.length === 0 && !params.has('everyone')) {
    return (
      <RecordPage list={CLEANERS} title={t('Cover visits')}>
        <EmptyState
          title={t('Choose a cleaner first')}
          action={
            <ButtonLink kind="quiet" href="/admin/cleaners">
              {t('Cleaners')}
            </ButtonLink>
          }
        >
          {t('Open this page from the cleaner, or search for “sick” and their name.')}
        </EmptyState>
      </RecordPage>
    );
  }
  return <CoverOf key={cleanerIDs.join()} cleanerIDs={cleanerIDs} />;
}

function CoverOf({ cleanerIDs }: { readonly cleanerIDs: readonly string[] }) {
  const { first, day, until, jobIDs, reason, leaves, coverID, coveredPeriod, set } = useCoverParams();
  const period = { from: `${day} 00:00`, until: `${until} 23:59` };
  const periodKey = `${day}/${until}`;
  const { done, setDone } = useStartedCover(coverID);
  const plan = useCall(planCover, {
    query: {
      ...period,
      ...(cleanerIDs.length > 0 && { cleanerIDs: cleanerIDs.join() }),
      ...(jobIDs !== '' && { jobIDs }),
      ...(leaves && { leaves }),
    },
  });
  const isOne = cleanerIDs.length === 1;
  const isCovered = done !== null && done.undoneAt === null && coveredPeriod === periodKey;
  return (
    <RecordPage list={CLEANERS} title={plan.data ? titleOf(plan.data) : t('Cover visits')}>
      <div className={`k-stack k-gap-16 ${styles.page}`}>
        <div className={styles.period}>
          <DayField
            name="day"
            label={t('First day')}
            value={day}
            onChange={(value) => set({ day: value })}
            min={first}
          />
          <DayField
            name="until"
            label={t('Last day')}
            value={until}
            onChange={(value) => set({ until: value })}
            min={day}
          />
          {isOne && (
            <TextField
              name="reason"
              label={t('Time off')}
              hint={t('Leave blank if it is already set.')}
              value={reason}
              maxLength={200}
              onChange={({ target }) => set({ reason: target.value })}
            />
          )}
        </div>
        {jobIDs !== '' && (
          <p className="k-muted">
            {tNodes('Only the visits that the change affects. {{textbutton}}', {
              textbutton: (
                <TextButton onClick={() => set({ visits: '' })}>{t('Show all of this time')}</TextButton>
              ),
            })}
          </p>
        )}
        {done && <CoverResult key={done.id} cover={done} onUndone={setDone} />}
        <Loaded query={plan} what={t('the visits')}>
          {({ visits, more, later, absence }) => (
            <>
              {absence && <AbsenceReportLine absence={absence} />}
              {(visits.length > 0 || !isCovered || absence !== null) && (
                <Panel title={visits.length === 0 ? t('Visits') : counted(visits.length)}>
                  <CoverForm
                    key={`${periodKey} ${jobIDs}`}
                    visits={visits}
                    period={{ cleanerIDs: [...cleanerIDs], ...period, ...(leaves && { leaves }) }}
                    absence={absence}
                    reason={isOne && !isCovered ? reason : ''}
                    onDone={(cover) => {
                      setDone(cover);
                      set({ cover: cover.id, covered: periodKey });
                    }}
                  />
                </Panel>
              )}
              <RemainingVisitsLink more={more} later={later} onShow={set} />
            </>
          )}
        </Loaded>
      </div>
    </RecordPage>
  );
}

/** The last cover that was started here. It is in the address, so that it can be undone after a reload. */
function useStartedCover(id: string) {
  const client = useQueryClient();
  const query = useQuery({ ...queryOf(readCover, { params: { id } }), enabled: id !== '' });
  const setDone = (cover: Cover) =>
    client.setQueryData(queryOf(readCover, { params: { id: cover.id } }).queryKey, cover);
  return { done: id === '' ? null : (query.data ?? null), setDone };
}

/** What the address says; unknown days are ignored, and so is what has passed. */
function useCoverParams() {
  const [params, setParams] = useLatestSearchParams();
  const first = useToday();
  const day = within(dayIn(params.get('day')) ?? first, first, LAST_DAY);
  const until = within(dayIn(params.get('until')) ?? day, day, addDays(day, MAX_DAYS - 1));
  const set = (values: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return {
    first,
    day,
    until,
    jobIDs: params.get('visits') ?? '',
    reason: params.get('reason') ?? '',
    leaves: params.has('leaves'),
    coverID: params.get('cover') ?? '',
    coveredPeriod: params.get('covered') ?? '',
    set,
  };
}

function dayIn(text: string | null): string | null {
  return text === null || readDay(text) === null ? null : text;
}

/** Days as texts compare like days. */
function within(day: string, first: string, last: string): string {
  if (day < first) return first;
  return day > last ? last : day;
}

function titleOf({ cleaners }: CoverPlan): string {
  const [first] = cleaners;
  if (first === undefined) return t('Nobody can come');
  return cleaners.length === 1
    ? t('{{fullname}} cannot come', { fullname: first.fullname })
    : t('{{count}} cleaners cannot come', { count: cleaners.length });
}

/** What the cleaner has told us in their app. */
function AbsenceReportLine({ absence }: { readonly absence: Absence }) {
  const { date, time } = useFormat();
  const { reason, createdAt, until } = absence;
  return (
    <Notice kind="sun" live>
      {t('Told us on {{date}} at {{time}}: {{toLowerCase}}, until {{date2}}. The time off is set.', {
        date: date(createdAt),
        time: time(createdAt),
        toLowerCase: REASON_NAMES[reason].toLowerCase(),
        date2: date(until),
      })}
    </Notice>
  );
}

interface RemainingVisitsLinkProps extends Pick<CoverPlan, 'more' | 'later'> {
  onShow(params: Readonly<Record<string, string>>): void;
}

/** How many visits are not shown. */
function RemainingVisitsLink({ more, later, onShow }: RemainingVisitsLinkProps) {
  const { date } = useFormat();
  const next = later?.from.slice(0, 10) ?? '';
  return (
    <>
      {more > 0 && (
        <p className="k-muted">
          {t('{{counted}} more in this time, shown once these are covered.', { counted: counted(more) })}
        </p>
      )}
      {later && (
        <p className="k-muted">
          {t('{{counted}} after that, the first on {{date}}. ', {
            counted: counted(later.visits),
            date: date(later.from),
          })}
          <TextButton onClick={() => onShow({ day: next, until: addDays(next, MAX_DAYS - 1) })}>
            {t('Show {{max_days}} days from then', { max_days: MAX_DAYS })}
          </TextButton>
        </p>
      )}
    </>
  );
}

function counted(visits: number): string {
  return visits === 1 ? '1 visit' : t('{{visits}} visits', { visits });
}

interface CoverResultProps {
  readonly cover: Cover;
  onUndone(cover: Cover): void;
}

/** What became of each visit, with Undo while nobody has been told. */
export function CoverResult({ cover, onUndone }: CoverResultProps) {
  const seconds = Math.max(0, Math.ceil((Date.parse(cover.undoUntil) - useNow(1000).getTime()) / 1000));
  const undo = useAct(undoCover, { refresh: [planCover], onSuccess: onUndone });
  const failed = cover.visits.filter(({ detail }) => detail !== '');
  const isUndone = cover.undoneAt !== null;
  const done = cover.visits.length - failed.length;
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with its visits.
  useEffect(() => result.current?.focus(), []);
  return (
    <div ref={result} tabIndex={-1}>
      <Notice kind={failed.length > 0 ? 'bad' : 'good'} live>
        <p className="k-mb-8">{isUndone ? undoneWords(failed.length) : wordsOf(done, failed.length)}</p>
        {failed.length > 0 && (
          <ul className="k-stack k-gap-16">
            {failed.map(({ jobID, detail }) => (
              <li key={jobID}>
                <Link to={`/admin/jobs/${jobID}/view`}>{t('This visit')}</Link>
                {`: ${detail}`}
              </li>
            ))}
          </ul>
        )}
        {undo.error && <p>{undo.error.detail}</p>}
        {!isUndone && seconds > 0 && (
          <Button
            kind="quiet"
            size="small"
            busy={undo.isPending && t('Undoing')}
            onClick={() => undo.mutate({ params: { id: cover.id }, body: {} })}
          >
            {t('Undo ({{seconds}})', { seconds })}
          </Button>
        )}
      </Notice>
    </div>
  );
}

function undoneWords(failed: number): string {
  if (failed === 0) return t('Everything is as before, and nobody was told.');
  return t('Undone, except for {{value}}:', {
    value: failed === 1 ? t('1 visit') : t('{{failed}} visits', { failed }),
  });
}

function wordsOf(done: number, failed: number): string {
  if (done === 0 && failed === 0) return t('Done. No visits had to change.');
  const covered =
    done === 1 ? t('1 visit is taken care of.') : t('{{done}} visits are taken care of.', { done });
  const unchanged = failed === 1 ? t('1 was not changed:') : t('{{failed}} were not changed:', { failed });
  if (failed === 0) return covered;
  if (done > 0) return `${covered} ${unchanged}`;
  return failed === 1 ? t('The visit was not changed:') : t('No visit was changed:');
}
