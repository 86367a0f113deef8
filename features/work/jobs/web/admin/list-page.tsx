import IconCalendarShare from '@tabler/icons-react/dist/esm/icons/IconCalendarShare.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { JOB_TYPE_NAMES, JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { addDays, today as todayNow } from '#platform/web/business-time.ts';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { TinyHours } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import type { BulkAction } from '#platform/web/office/bulk-bar.tsx';
import type { ListFilter } from '#platform/web/office/list-controls.tsx';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { type ListView, useListParams } from '#platform/web/office/list-state.ts';
import { CallLink, CardLine } from '#platform/web/office/list-table.tsx';
import { listTotals } from '#platform/web/office/list-totals.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import type { Job } from '../../contract/shapes.ts';
import { type JobTotals, listJobs, totalJobs, trashJob, untrashJob, updateJob } from '../../contract.ts';
import { mayChange, mayTrash } from '../office/crew-plan.ts';
import styles from '../office/job-frame.module.css';
import { chipOf, crewLabel, hoursLabel, nameOf, paidLabel, priceLabel } from '../office/job-labels.ts';
import { useToday } from '../parts/use-now.ts';
import { AssignManySheet } from './assign-many-sheet.tsx';
import { MoveManySheet } from './move-many-sheet.tsx';

const HOME = '/admin/jobs';
/** All options of a filter. */
const EVERYBODY = { size: 1000, sortby: 'fullname', order: 'asc' } as const;

interface JobsListProps {
  /** What can be done to selected jobs, in addition to assigning and moving them. */
  readonly moreBulkActions?: readonly BulkAction<Job>[];
  /** Links of higher features, above the list. */
  readonly more?: ReactNode;
}

/** /admin/jobs. Without query parameters: today's jobs. */
export function JobsList({ moreBulkActions = [], more = null }: JobsListProps) {
  const today = useToday();
  const opensWith = useMemo(() => ({ from_date: today, to_date: today }), [today]);
  const [params] = useListParams(opensWith);
  return <JobsTable {...{ today, opensWith, moreBulkActions, more }} order={firstOrder(params)} />;
}

interface JobsTableProps extends Required<JobsListProps> {
  readonly today: string;
  readonly opensWith: Readonly<Record<string, string>>;
  readonly order: 'asc' | 'desc';
}

function JobsTable({ today, opensWith, order, moreBulkActions, more }: JobsTableProps) {
  const format = useFormat();
  const { date, time } = format;
  const cleaners = useCall(listCleaners, { query: EVERYBODY }).data?.items ?? [];
  const mobiles = new Map(cleaners.map(({ id, mobile }) => [id, mobile]));
  const regions = useCall(listRegions).data?.items ?? [];
  const filters: readonly ListFilter[] = [
    { label: t('Dates'), days: ['from_date', 'to_date'] },
    {
      name: 'jobType',
      label: t('Service'),
      options: JOB_TYPE_OPTIONS,
    },
    {
      name: 'cleanerID',
      label: t('Cleaner'),
      options: cleaners.map((cleaner) => ({ value: cleaner.id, label: nameOf(cleaner) })),
    },
    {
      name: 'regionID',
      label: t('Region'),
      options: regions.map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'stage', label: t('Stage'), options: STAGES },
    { name: 'status', label: t('Status'), options: STATUSES },
    { name: 'source', label: t('Booked by'), options: SOURCES },
    { name: 'needs', label: t('Attention'), options: ATTENTION_OPTIONS },
    { label: t('Cancelled on'), days: ['cancelled_from', 'cancelled_to'] },
    { name: 'weekday', label: t('Weekday'), options: WEEKDAYS },
    { name: 'hour', label: t('Hour'), options: HOURS },
  ];
  const mayChangeJobs = useMayCall(updateJob);
  return (
    <ListPage
      title={t('Jobs')}
      more={more}
      one={t('job')}
      many={t('jobs')}
      home={HOME}
      call={listJobs}
      calls={{ update: updateJob }}
      trash={trashJob}
      untrash={untrashJob}
      canTrash={(job) => mayTrash(job, appClock.now())}
      nameOf={(job) => `${job.customer.fullname}, ${date(job.startTime)} ${time(job.startTime)}`}
      columns={columns(format)}
      card={(job, link) => <Card job={job} link={link} mobileOf={(id) => mobiles.get(id)} />}
      filters={filters}
      sortby="startTime"
      order={order}
      opensWith={opensWith}
      // The toolbar above every page has this button.
      adds={false}
      views={jobViews({
        yesterday: addDays(today, -1),
        today,
        tomorrow: addDays(today, 1),
        inSixDays: addDays(today, 6),
      })}
      sumOf={hoursOf}
      totals={listTotals(totalJobs, ({ byStatus }) => <FilteredTotals {...totalsOf(byStatus)} />)}
      bulkActions={[...(mayChangeJobs ? BULK_CHANGES : []), ...moreBulkActions]}
      actions={(job) =>
        mayChangeJobs && mayChange(job)
          ? [
              { label: t('Change crew'), to: `${HOME}/${job.id}/view?ask=crew-1` },
              { label: t('Move'), to: `${HOME}/${job.id}/view?ask=move` },
              { label: t('Cancel'), to: `${HOME}/${job.id}/view?ask=cancel` },
            ]
          : []
      }
    />
  );
}

function columns(format: ReturnType<typeof useFormat>): ListColumn<typeof listJobs>[] {
  const { date, time } = format;
  return [
    { key: 'number', title: t('Job'), render: (job) => <span className="k-figure">{job.number}</span> },
    {
      key: 'when',
      title: t('When'),
      sortby: 'startTime',
      render: (job) => (
        <span className={styles.when}>
          <span>{date(job.startTime)}</span>
          <span className="k-figure">{time(job.startTime)}</span>
        </span>
      ),
    },
    {
      key: 'hours',
      title: t('Hours'),
      extra: 'desk',
      render: (job) => (
        <span className={styles.hours}>
          <span className="k-figure">{hoursLabel(job)}</span>
          <TinyHours service={job.jobType} hours={job.hours} />
        </span>
      ),
    },
    {
      key: 'service',
      title: t('Service'),
      sortby: 'jobType',
      extra: 'desk',
      render: (job) => JOB_TYPE_NAMES[job.jobType],
    },
    {
      key: 'customer',
      title: t('Customer'),
      sortby: 'customer',
      render: (job) => <ShortenedName bold>{job.customer.fullname}</ShortenedName>,
    },
    {
      key: 'area',
      title: t('Area'),
      extra: 'desk',
      render: (job) => <span title={job.area ?? undefined}>{areaOf(job)}</span>,
    },
    {
      key: 'crew',
      title: t('Crew'),
      sortby: 'crew',
      render: (job) =>
        job.cleaners.length > 0 ? (
          <ShortenedName>{crewLabel(job.cleaners)}</ShortenedName>
        ) : (
          <FindCrew job={job} />
        ),
    },
    {
      key: 'stage',
      title: t('Stage'),
      sortby: 'stage',
      render: (job) => {
        const { status, word } = chipOf(job, appClock.now());
        return <StatusChip status={status}>{word}</StatusChip>;
      },
    },
    { key: 'paid', title: t('Paid'), sortby: 'status', render: (job) => paidLabel(job, todayNow()) },
    { key: 'amount', title: 'S$', sortby: 'amountToPay', number: true, render: priceLabel },
    ...extraColumns(format),
  ];
}

interface CardProps {
  readonly job: Job;
  link(content: ReactNode): ReactNode;
  mobileOf(cleanerID: string): string | undefined;
}

/** A job on a phone: time and state; customer and area; crew, hours and price. */
function Card({ job, link, mobileOf }: CardProps) {
  const { date, time } = useFormat();
  const { status, word } = chipOf(job, appClock.now());
  const [cleaner] = job.cleaners;
  const mobile = cleaner && mobileOf(cleaner.id);
  const { customer } = job;
  return (
    <>
      <CardLine end={<StatusChip status={status}>{word}</StatusChip>}>
        {link(`${date(job.startTime)}, ${time(job.startTime)}`)}
      </CardLine>
      <CardLine end={customer.mobile && <CallLink mobile={customer.mobile} name={customer.fullname} />}>
        {customer.fullname}, {areaOf(job)}
      </CardLine>
      <CardLine end={cleaner && mobile && <CallLink mobile={mobile} name={nameOf(cleaner)} />}>
        {job.cleaners.length > 0 ? crewLabel(job.cleaners) : <FindCrew job={job} />}, {hoursLabel(job)},{' '}
        {(job.creditsUsed ?? 0) > 0 && job.amountToPay === 0 ? priceLabel(job) : `S$${priceLabel(job)}`}
      </CardLine>
    </>
  );
}

/** Opens the crew sheet of the job. */
function FindCrew({ job }: { readonly job: Job }) {
  if (!mayChange(job)) return '–';
  return (
    <Link to={`${HOME}/${job.id}/view?ask=crew-1`} className="k-bad k-strong">
      {t('Find crew')}
    </Link>
  );
}

/** Optional columns. */
function extraColumns({ date }: ReturnType<typeof useFormat>): ListColumn<typeof listJobs>[] {
  return [
    {
      key: 'label',
      title: t('Label'),
      sortby: 'label',
      extra: 'wide',
      render: (job) => <ShortenedName>{job.label}</ShortenedName>,
    },
    {
      key: 'postal',
      title: t('Postal'),
      sortby: 'postal',
      extra: true,
      render: (job) => <span className="k-code">{job.job_address_postal}</span>,
    },
    {
      key: 'address',
      title: t('Address'),
      sortby: 'address',
      extra: 'wide',
      render: (job) => <ShortenedName>{job.job_address_addressLine1}</ShortenedName>,
    },
    {
      key: 'package',
      title: t('Package'),
      sortby: 'package',
      extra: true,
      render: (job) => <ShortenedName>{job.package.label}</ShortenedName>,
    },
    {
      key: 'ticks',
      title: t('Checklist'),
      extra: true,
      number: true,
      render: (job) =>
        t('{{checklistDone}} of {{checklistTotal}}', {
          checklistDone: job.checklistDone,
          checklistTotal: job.checklistTotal,
        }),
    },
    {
      key: 'stars',
      title: t('Stars'),
      extra: true,
      number: true,
      render: (job) => job.reviewStarts ?? '',
    },
    {
      key: 'booked',
      title: t('Booked'),
      sortby: 'createdAt',
      extra: 'wide',
      render: (job) => date(job.createdAt),
    },
  ];
}

/** An area is called by all its places, such as "Balestier, Toa Payoh, Serangoon": the first one is enough in a list. */
function areaOf({ area, job_address_postal }: Job): string {
  return area?.split(',')[0] ?? job_address_postal;
}

/** Long names are truncated so that the following columns stay visible; the tooltip shows the full name. */
function ShortenedName({ children, bold = false }: { readonly children: string; readonly bold?: boolean }) {
  const Tag = bold ? 'b' : 'span';
  return (
    <Tag className={styles.name} title={children}>
      {children}
    </Tag>
  );
}

/** "1,420 hours, S$36,204.00, S$540.00 owed" */
function FilteredTotals({ hours, amount, owed, off }: JobSums) {
  const { money } = useFormat();
  return (
    <>
      <span>
        <b>{hours.toLocaleString('en-SG')}</b> {hours === 1 ? t('hour') : t('hours')}
      </span>
      <span>
        <b>{money(amount)}</b>
      </span>
      <span>{tNodes('{{b}} owed', { b: <b>{money(owed)}</b> })}</span>
      {off > 0 && (
        <span>{t('without {{off}} cancelled or expired', { off: off.toLocaleString('en-SG') })}</span>
      )}
    </>
  );
}

/** "11 hours" of work, summed over all cleaners. */
function hoursOf(jobs: readonly Job[]): string {
  const sum = jobs.reduce((hours, job) => hours + job.hours * job.numCleaners, 0);
  return sum === 1 ? t('{{sum}} hour', { sum }) : t('{{sum}} hours', { sum });
}

const BULK_CHANGES: readonly BulkAction<Job>[] = [
  {
    label: t('Assign'),
    icon: IconUserPlus,
    applies: mayChange,
    does: (sheet) => <AssignManySheet {...sheet} />,
  },
  {
    label: t('Move'),
    icon: IconCalendarShare,
    applies: mayChange,
    does: (sheet) => <MoveManySheet {...sheet} />,
  },
];

const STAGES = [
  { value: 'upcoming', label: t('Upcoming') },
  { value: 'in-progress', label: t('In progress') },
  { value: 'done', label: t('Done') },
];

const ATTENTION_OPTIONS = [
  { value: 'crew', label: t('Needs crew') },
  { value: 'start', label: t('Late') },
  { value: 'finish', label: t('Not clocked out') },
];

const SOURCES = [
  { value: 'site', label: t('Customer') },
  { value: 'office', label: t('Office') },
];
const WEEKDAYS = [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
].map((label, index) => ({ value: String(index + 1), label }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label:
    hour < 12
      ? t('{{value}} am', { value: hour % 12 === 0 ? 12 : hour % 12 })
      : t('{{value}} pm', { value: hour % 12 === 0 ? 12 : hour % 12 }),
}));
const STATUSES = [
  { value: 'unpaid', label: t('Unpaid') },
  { value: 'pending', label: t('Held') },
  { value: 'confirmed', label: t('Owed') },
  { value: 'paid', label: t('Paid') },
  { value: 'going-ahead', label: t('Paid or owed') },
  { value: 'cancelled', label: t('Cancelled') },
  { value: 'expired', label: t('Expired') },
  { value: '*', label: t('Any') },
];

/** The days that the tabs name, `YYYY-MM-DD`. */
interface TabDays {
  readonly yesterday: string;
  readonly today: string;
  readonly tomorrow: string;
  /** The last day of the week that begins today. */
  readonly inSixDays: string;
}

/** The tabs above the jobs list. Dates are in the URL so that a link stays valid on other days. */
export function jobViews({ yesterday, today, tomorrow, inSixDays }: TabDays): readonly ListView[] {
  return [
    { label: t('Today'), filters: { from_date: today, to_date: today }, empty: t('No jobs today.') },
    {
      label: t('Tomorrow'),
      filters: { from_date: tomorrow, to_date: tomorrow },
      empty: t('No jobs tomorrow.'),
    },
    {
      label: t('Next 7 days'),
      filters: { from_date: today, to_date: inSixDays },
      empty: t('No jobs in the next 7 days.'),
    },
    { label: t('Needs crew'), filters: { needs: 'crew' }, empty: t('Every upcoming job has its crew.') },
    { label: t('Late'), filters: { needs: 'start' }, empty: t('No one is late.') },
    { label: t('Unpaid'), filters: { status: 'unpaid' }, empty: t('No unpaid jobs.') },
    { label: t('Past'), filters: { to_date: yesterday } },
    { label: t('Cancelled'), filters: { status: 'cancelled' }, empty: t('No cancelled jobs.') },
    { label: t('All'), filters: { status: '*' } },
    { label: t('Trash'), filters: { status: '*' }, trash: true },
  ];
}

const NEAREST_FIRST: readonly (string | null)[] = ['pending', 'confirmed', 'unpaid'];
const AHEAD: readonly (string | null)[] = ['upcoming', 'in-progress'];

/** Upcoming visits start with the nearest, past ones with the latest. */
export function firstOrder(params: URLSearchParams): 'asc' | 'desc' {
  const isAhead =
    params.get('from_date') !== null ||
    params.get('needs') !== null ||
    NEAREST_FIRST.includes(params.get('status')) ||
    AHEAD.includes(params.get('stage'));
  return isAhead ? 'asc' : 'desc';
}

/** The figures below the list of jobs. */
interface JobSums {
  readonly hours: number;
  /** Cents. */
  readonly amount: number;
  /** Cents of visits that the customer pays later. */
  readonly owed: number;
  /** The number of cancelled and expired jobs that the sums leave out. */
  readonly off: number;
}

const OFF: readonly string[] = ['cancelled', 'expired'];

/** Jobs that do not take place do not count, unless the list has no others. */
export function totalsOf(byStatus: JobTotals['byStatus']): JobSums {
  const on = byStatus.filter(({ status }) => !OFF.includes(status));
  const counted = on.length > 0 ? on : byStatus;
  const sum = (of: JobTotals['byStatus'], figure: 'count' | 'hours' | 'amount') =>
    of.reduce((total, row) => total + row[figure], 0);
  return {
    hours: sum(counted, 'hours'),
    amount: sum(counted, 'amount'),
    owed: sum(
      byStatus.filter(({ status }) => status === 'confirmed'),
      'amount',
    ),
    off: sum(byStatus, 'count') - sum(counted, 'count'),
  };
}
