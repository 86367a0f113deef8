import IconPhonePlus from '@tabler/icons-react/dist/esm/icons/IconPhonePlus.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { sendCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { BulkAction } from '#platform/web/office/bulk-bar.tsx';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { CallLink, CardLine } from '#platform/web/office/list-table.tsx';
import { type BulkTask, useBulk } from '#platform/web/office/use-bulk.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { leaveWaitingList, listWaitingList, type WaitingEntry } from '../../contract.ts';
import { ENTRY_STATES, LIVE_STATES } from '../../rules/offer.ts';
import { PART_NAMES, STATE_CHIPS, STATE_NAMES } from '../office/entry-labels.ts';

const HOME = '/admin/jobs/waiting';
const LIVE: readonly string[] = LIVE_STATES;

const VIEWS = [
  { label: t('In line'), filters: { state: 'live' }, empty: t('Nobody is waiting for a full day.') },
  { label: t('All') },
];

const FILTERS = [
  { label: t('Days'), days: ['from_date', 'to_date'] as const },
  {
    name: 'state',
    label: t('State'),
    options: ENTRY_STATES.map((state) => ({ value: state, label: STATE_NAMES[state] })),
  },
];

/** /admin/jobs/waiting: who waits for which day, in the order in which times are offered. */
export function Component() {
  const format = useFormat();
  const mayRemove = useMayCall(leaveWaitingList);
  const { run } = useBulk<WaitingEntry>({ nameOf, refresh: [listWaitingList] });
  return (
    <ListPage
      title={t('Waiting list')}
      one={t('entry')}
      many={t('entries')}
      home={HOME}
      call={listWaitingList}
      nameOf={nameOf}
      columns={columnsOf(format)}
      card={(entry) => <Card entry={entry} />}
      views={VIEWS}
      opensWith={{ state: 'live' }}
      filters={FILTERS}
      sortby="date"
      adds={false}
      pages="none"
      more={mayRemove && <AddLink />}
      bulkActions={mayRemove ? [REMOVE] : []}
      actions={(entry) => [
        { label: t('See customer'), to: `/admin/customers/${entry.customer.id}/view` },
        ...(entry.jobID === null ? [] : [{ label: t('See booking'), to: `/admin/jobs/${entry.jobID}/view` }]),
        ...(mayRemove && isLive(entry)
          ? [{ label: REMOVE.label, run: async () => void (await run([entry], REMOVE.does)) }]
          : []),
      ]}
    />
  );
}

/** An entry begins like a booking: on a full day, that page offers the waiting list. */
function AddLink() {
  return (
    <ButtonLink kind="quiet" size="small" icon={IconPhonePlus} href="/admin/jobs/new">
      {t('Add a customer')}
    </ButtonLink>
  );
}

function columnsOf({
  date,
  time,
  hours,
}: ReturnType<typeof useFormat>): ListColumn<typeof listWaitingList>[] {
  return [
    { key: 'date', title: t('Day'), sortby: 'date', render: (entry) => date(entry.date) },
    { key: 'part', title: t('Time of day'), render: (entry) => PART_NAMES[entry.part] },
    { key: 'customer', title: t('Customer'), sortby: 'customer', render: (entry) => <b>{nameOf(entry)}</b> },
    {
      key: 'service',
      title: t('Service'),
      render: (entry) => `${JOB_TYPE_NAMES[entry.package.jobType]}, ${hours(entry.hours)}`,
    },
    { key: 'crew', title: t('Cleaners'), number: true, render: (entry) => entry.numCleaners },
    { key: 'address', title: t('Home'), render: (entry) => entry.address },
    {
      key: 'state',
      title: t('State'),
      sortby: 'state',
      render: ({ state }) => <StatusChip status={STATE_CHIPS[state]}>{STATE_NAMES[state]}</StatusChip>,
    },
    {
      key: 'createdAt',
      title: t('Since'),
      sortby: 'createdAt',
      render: ({ createdAt }) => `${date(createdAt)}, ${time(createdAt)}`,
    },
    { key: 'package', title: t('Package'), extra: true, render: (entry) => entry.package.label },
    {
      key: 'cleaner',
      title: t('Only with'),
      extra: true,
      render: ({ cleaner }) => cleaner?.firstname ?? '–',
    },
  ];
}

/** On a phone: day and state; customer; service and home. */
function Card({ entry }: { readonly entry: WaitingEntry }) {
  const { date, hours } = useFormat();
  const { customer, state } = entry;
  const part = entry.part === 'any' ? '' : `, ${PART_NAMES[entry.part].toLowerCase()}`;
  return (
    <>
      <CardLine end={<StatusChip status={STATE_CHIPS[state]}>{STATE_NAMES[state]}</StatusChip>}>
        <b>
          {date(entry.date)}
          {part}
        </b>
      </CardLine>
      <CardLine end={<CallLink mobile={customer.mobile} name={customer.fullname} />}>
        {customer.fullname}
      </CardLine>
      <CardLine>
        {JOB_TYPE_NAMES[entry.package.jobType]}, {hours(entry.hours)}, {entry.address}
      </CardLine>
    </>
  );
}

function nameOf({ customer }: WaitingEntry): string {
  return customer.fullname;
}

function isLive({ state }: WaitingEntry): boolean {
  return LIVE.includes(state);
}

const REMOVING: BulkTask<WaitingEntry> = {
  doing: t('Removing'),
  done: ([first, ...others]) =>
    others.length === 0 && first
      ? t('{{name}} no longer waits.', { name: nameOf(first) })
      : t('{{count}} entries removed.', { count: others.length + 1 }),
  failed: t('was not removed'),
  apply: ({ id }) => sendCall(leaveWaitingList, { params: { id }, body: {} }),
};

const REMOVE = {
  label: t('Remove'),
  icon: IconUserMinus,
  applies: isLive,
  does: REMOVING,
} as const satisfies BulkAction<WaitingEntry>;
