import { Checkbox, Popover, Radio } from '@mantine/core';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { changeJob, chooseCrew } from '#features/work/jobs/rules/policy.ts';
import { useNow, useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { addDays, instantOf } from '#platform/web/business-time.ts';
import { Button, IconButton } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { overlay } from '#platform/web/office/overlay.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { useChangedRows } from '#platform/web/office/use-changed-rows.ts';
import { useIsPhone } from '#platform/web/office/use-is-phone.ts';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import { usePermissions } from '#platform/web/session/use-may.ts';
import { useShortcut } from '#platform/web/shortcuts.ts';
import { type DayBoard, readDayBoard } from '../../contract.ts';
import { EXTRA, type Proposal, withProposal } from '../../rules/proposal.ts';
import { filterRows, groupRows, rowsOf, SORTS, type Sort, TRAY, withMoved } from '../../rules/rows.ts';
import { Board, type Zoom } from './board.tsx';
import { dayTitle } from './board-text.ts';
import { type BoardView, readView, writeView } from './board-view.ts';
import styles from './day-board.module.css';
import { DayList } from './day-list.tsx';
import { useDrop } from './use-drop.ts';
import { fillWindow, WeekTiles } from './week-tiles.tsx';

const MINUTE = 60_000;

type ShowProposal = (proposal: Proposal | null) => ReactNode;

interface DayPageProps {
  /** Plans for the crews of a day, above its board: `show` is the board with what is proposed. */
  withPlan(day: string, board: DayBoard | undefined, show: ShowProposal): ReactNode;
}

/** Who does what on `?day=`, or the week around it with `?view=week`. */
export function DayPage({ withPlan }: DayPageProps) {
  const today = useToday();
  const [params, setParams] = useLatestSearchParams();
  const written = params.get('day');
  const day = written !== null && readDay(written) !== null ? written : today;
  const isWeek = params.get('view') === 'week';
  const change = useCallback(
    (changes: Readonly<Record<string, string>>) =>
      setParams(
        (now) => {
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') now.delete(name);
            else now.set(name, value);
          }
          return now;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const go = (days: number) => change({ day: addDays(day, days) });
  const by = isWeek ? 7 : 1;
  useShortcut('[', () => go(-by));
  useShortcut(']', () => go(by));
  useShortcut('t', () => change({ day: '' }));
  const view = readView(params);
  const changeView = (options: Partial<BoardView>) => change(writeView(options));
  useShortcut('f', isWeek ? undefined : () => changeView({ onlyFree: !view.onlyFree }));
  const head = { day, today, isWeek, view, change, changeView, go: (step: number) => go(step * by) };
  return isWeek ? <WeekView head={head} /> : <DayView head={head} withPlan={withPlan} />;
}

interface DayHeadProps {
  readonly day: string;
  readonly today: string;
  readonly isWeek: boolean;
  readonly view: BoardView;
  /** Changes the address. */
  change(changes: Readonly<Record<string, string>>): void;
  changeView(options: Partial<BoardView>): void;
  /** To later days or weeks, or earlier ones. */
  go(step: number): void;
}

function DayView({ head, withPlan }: { readonly head: DayHeadProps } & DayPageProps) {
  const query = useQuery({
    ...queryOf(readDayBoard, { query: { day: head.day } }),
    // Holds end without an event.
    refetchInterval: MINUTE,
  });
  const board = query.data;
  const sums = board && sumsOf(board);
  return (
    <div className={styles.page} ref={fillWindow}>
      <DayHead {...head} title={dayTitle(head.day)} sums={sums} regions={board ? regionsOf(board) : []} />
      {withPlan(head.day, board, (proposal) => (
        <Loaded query={query} what={t('the day board')}>
          {(loaded) => (
            <DayBody
              key={loaded.day}
              board={loaded}
              proposal={proposal}
              view={head.view}
              changeView={head.changeView}
            />
          )}
        </Loaded>
      ))}
    </div>
  );
}

function sumsOf({ cleaners }: DayBoard): string {
  const sum = (of: (cleaner: DayBoard['cleaners'][number]) => number) =>
    Math.round(cleaners.reduce((all, cleaner) => all + of(cleaner), 0));
  return t('{{sum}} of {{sum2}} hours booked', {
    sum: sum((each) => each.hoursBooked),
    sum2: sum((each) => each.hoursAvailable),
  });
}

function regionsOf({ cleaners }: DayBoard): string[] {
  return [...new Set(cleaners.flatMap(({ regions }) => regions))].sort();
}

interface DayBodyProps {
  readonly board: DayBoard;
  readonly proposal: Proposal | null;
  readonly view: BoardView;
  changeView(options: Partial<BoardView>): void;
}

function DayBody({ board, proposal, view, changeView }: DayBodyProps) {
  const may = usePermissions();
  const mayChange = may(changeJob) && may(chooseCrew);
  const isPhone = useIsPhone();
  const now = useNow(MINUTE);
  const rowOf = useCallback((id: string) => rowsOf(board).find((row) => row.id === id), [board]);
  const drop = useDrop(board.day, rowOf);
  const shown = useMemo(
    () => (drop.saving === null ? board : withMoved(board, drop.saving)),
    [board, drop.saving],
  );
  const proposed = proposal?.visits;
  const all = useMemo(() => {
    const rows = rowsOf(shown);
    return proposed === undefined ? rows : withProposal(rows, { visits: proposed }, shown);
  }, [shown, proposed]);
  const { region, words, sort, isGrouped, onlyFree, zoom } = view;
  const freeFrom = onlyFree ? Math.max(minuteOfDay(board.day, now), 0) : null;
  const rows = useMemo(() => {
    const others = filterRows(all, { region, words, sort, freeFrom });
    const pinned = all.filter(({ id }) => id === TRAY || id === EXTRA);
    const found = others.filter(({ id }) => id !== EXTRA);
    return [...pinned, ...(isGrouped ? groupRows(found) : found)];
  }, [all, region, words, sort, freeFrom, isGrouped]);
  const items = useMemo(() => board.visits.map((visit) => ({ ...visit, id: visit.jobID })), [board]);
  const changed = useChangedRows(items, board.day);
  const isFiltered = region !== '' || words.trim() !== '' || onlyFree;
  return (
    <>
      {board.closed !== null && (
        <Notice kind="sun">{t('Closed: {{closed}}. No one can be booked.', { closed: board.closed })}</Notice>
      )}
      {rows.length === 1 && rows[0]?.parts.length === 0 && (
        <EmptyState
          level={2}
          title={isFiltered ? t('No one matches these filters') : t('No one works on this day')}
          action={
            isFiltered && (
              <Button
                kind="quiet"
                size="small"
                onClick={() => changeView({ region: '', words: '', onlyFree: false })}
              >
                {t('Clear filters')}
              </Button>
            )
          }
        >
          {isFiltered ? t('Everyone else is hidden.') : t('Set weekly hours on the cleaners’ pages.')}
        </EmptyState>
      )}
      {isPhone ? (
        <DayList rows={rows} now={now} mayChange={mayChange} />
      ) : (
        <Board board={shown} {...{ rows, changed, now, mayChange, drop, proposal, isGrouped, zoom }} />
      )}
    </>
  );
}

interface WholeHeadProps extends DayHeadProps {
  readonly title: string;
  readonly sums: string | undefined;
  readonly regions: readonly string[];
}

/** The minute of a business day that it is now; negative before that day. */
function minuteOfDay(day: string, now: Date): number {
  return Math.floor((now.getTime() - instantOf(day).getTime()) / MINUTE);
}

function DayHead({ title, sums, regions, day, today, isWeek, view, change, changeView, go }: WholeHeadProps) {
  const what = isWeek ? 'week' : 'day';
  return (
    <header className="k-row k-wrap k-gap-8 k-gap-x-14">
      <PageTitle tab={t('Day board, {{title}}', { title })}>{title}</PageTitle>
      <span className="k-row k-wrap k-gap-8">
        <IconButton
          icon={IconChevronLeft}
          label={t('Previous {{what}}', { what })}
          look="square"
          aria-keyshortcuts="["
          onClick={() => go(-1)}
        />
        <Button
          kind={day === today ? 'chosen' : 'quiet'}
          size="small"
          aria-keyshortcuts="t"
          onClick={() => change({ day: '' })}
        >
          {t('Today')}
        </Button>
        <IconButton
          icon={IconChevronRight}
          label={t('Next {{what}}', { what })}
          look="square"
          aria-keyshortcuts="]"
          onClick={() => go(1)}
        />
      </span>
      <span className={`k-right k-nowrap k-muted ${styles.sums}`}>{sums}</span>
      <span className={`k-row k-wrap k-gap-8 ${styles.filters}`}>
        <input
          className={`k-input ${styles.find}`}
          aria-label={t('Find on the board')}
          placeholder={t('Find a name')}
          type="search"
          value={view.words}
          onChange={(event) => changeView({ words: event.target.value })}
        />
        <select
          className={`k-input ${styles.select}`}
          aria-label={t('Region')}
          value={view.region}
          onChange={(event) => changeView({ region: event.target.value })}
        >
          <option value="">{t('All regions')}</option>
          {regions.map((region) => (
            <option key={region}>{region}</option>
          ))}
        </select>
        <ViewMenu view={view} isWeek={isWeek} change={changeView} />
        <Segments
          label={t('Show')}
          hideLabel
          options={[
            { value: 'day', label: t('Day') },
            { value: 'week', label: t('Week') },
          ]}
          value={what}
          onChange={(view) => change({ view: view === 'week' ? 'week' : '' })}
        />
      </span>
    </header>
  );
}

function WeekView({ head }: { readonly head: DayHeadProps }) {
  return (
    <WeekTiles day={head.day} filter={head.view} onOpen={(day) => head.change({ day, view: '' })}>
      {({ title, sums, regions }) => <DayHead {...head} title={title} sums={sums} regions={regions} />}
    </WeekTiles>
  );
}

interface ViewMenuProps {
  readonly view: BoardView;
  readonly isWeek: boolean;
  change(view: Partial<BoardView>): void;
}

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  name: t('Name'),
  region: t('Region'),
  start: t('First visit'),
  free: t('Most free time'),
};
const WEEK_SORTS: readonly Sort[] = ['name', 'free'];

const ZOOM_NAMES: Readonly<Record<Zoom, string>> = {
  fit: t('Fit the day'),
  wide: t('Wide'),
  widest: t('Widest'),
};
const ZOOMS = ['fit', 'wide', 'widest'] as const;

/** Order, groups, filters and scale of the board. */
function ViewMenu({ view, isWeek, change }: ViewMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  // A phone has a list, which has neither groups nor hours.
  const isBoard = !useIsPhone() && !isWeek;
  const { sort, isGrouped, onlyFree, zoom } = view;
  const isChanged = sort !== 'name' || (!isWeek && onlyFree) || (isBoard && (isGrouped || zoom !== 'fit'));
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus {...overlay}>
      <Popover.Target>
        <Button
          kind={isChanged ? 'chosen' : 'quiet'}
          size="small"
          icon={IconAdjustments}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('View')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.view} aria-label={t('View')}>
        <Radio.Group label={t('Order')} value={sort} onChange={(value) => change({ sort: value as Sort })}>
          {(isWeek ? WEEK_SORTS : SORTS).map((each) => (
            <Radio key={each} value={each} label={SORT_NAMES[each]} />
          ))}
        </Radio.Group>
        {isBoard && (
          <Checkbox
            label={t('Group by region')}
            checked={isGrouped}
            onChange={(event) => change({ isGrouped: event.currentTarget.checked })}
          />
        )}
        {!isWeek && (
          <Checkbox
            label={t('Only with an hour free')}
            description={isBoard && t('Press F on the board')}
            checked={onlyFree}
            onChange={(event) => change({ onlyFree: event.currentTarget.checked })}
          />
        )}
        {isBoard && (
          <Radio.Group
            label={t('Width of an hour')}
            value={zoom}
            onChange={(value) => change({ zoom: value as Zoom })}
          >
            {ZOOMS.map((each) => (
              <Radio key={each} value={each} label={ZOOM_NAMES[each]} />
            ))}
          </Radio.Group>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
