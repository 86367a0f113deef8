import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { listAdmins } from '#features/people/accounts/contract.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import type { ListFilter } from '#platform/web/office/list-controls.tsx';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { CardLine } from '#platform/web/office/list-table.tsx';
import { type AuditEntry, listAudit } from '../../contract.ts';
import { ACTOR_NAMES, GROUPS } from '../../rules/sentences.ts';
import { SUBJECT_FILTERS } from '../../rules/subjects.ts';
import styles from './audit.module.css';
import { ChainProblem, ChainState } from './chain-state.tsx';
import { Changes } from './changes.tsx';
import { pageOf } from './record-pages.ts';

const HOME = '/admin/audit';
const BY = Object.entries(ACTOR_NAMES).map(([value, label]) => ({ value, label }));
/** All admins, for the filter. */
const EVERYBODY = { size: 1000, sortby: 'fullname', order: 'asc', trash: '*' } as const;

/** /admin/audit: who did what, when, from where, and what was before and after. */
export function Component() {
  const { date, time } = useFormat();
  const columns: ListColumn<typeof listAudit>[] = [
    {
      key: 'at',
      title: 'When',
      sortby: 'at',
      render: ({ at }) => <span className={styles.when}>{`${date(at, 'dated')}, ${time(at)}`}</span>,
    },
    { key: 'who', title: 'Who', render: whoOf },
    { key: 'what', title: 'What', render: (entry) => <What entry={entry} /> },
    { key: 'changes', title: 'Before and after', render: (entry) => <Changes entry={entry} /> },
    { key: 'ip', title: 'From where', render: ({ ip }) => ip || '–' },
  ];
  return (
    <>
      <ChainProblem />
      <ListPage
        title="Audit log"
        one="entry"
        many="entries"
        home={HOME}
        call={listAudit}
        nameOf={({ sentence }) => sentence}
        columns={columns}
        card={(entry) => (
          <>
            <CardLine end={<span className={styles.when}>{`${date(entry.at)}, ${time(entry.at)}`}</span>}>
              {whoOf(entry)}
            </CardLine>
            <What entry={entry} />
            <Changes entry={entry} />
          </>
        )}
        filters={useFilters()}
        views={[{ label: 'Last two years' }]}
        sortby="at"
        order="desc"
        size={50}
        adds={false}
        pages="none"
      />
      <ChainState />
    </>
  );
}

function useFilters(): ListFilter[] {
  const admins = useCall(listAdmins, { query: EVERYBODY }).data?.items ?? [];
  return [
    ...useRecordFilter(),
    { label: 'Days', days: ['from_date', 'to_date'] },
    { name: 'by', label: 'By', options: BY },
    {
      name: 'actor',
      label: 'Admin',
      options: admins.map(({ id, fullname }) => ({ value: id, label: fullname })),
      anyValue: true,
    },
    { name: 'group', label: 'Action', options: GROUPS },
    { name: 'kind', label: 'Kind', options: SUBJECT_FILTERS, anyValue: true },
  ];
}

/** The record whose entries were asked for, by name. */
function useRecordFilter(): ListFilter[] {
  const [params] = useSearchParams();
  const record = params.get('record');
  const newest = useQuery({
    ...queryOf(listAudit, { query: { record: record ?? '', size: 1, count: '0' } }),
    enabled: record !== null,
  }).data?.items[0];
  if (record === null) return [];
  const label = newest?.subject.label || 'One';
  return [{ name: 'record', label: 'Record', options: [{ value: record, label }], anyValue: true }];
}

function whoOf({ actor }: AuditEntry): string {
  return actor.name === '' ? ACTOR_NAMES[actor.kind] : actor.name;
}

/** What happened, with a link to the record if it has a page, and the reason that was given. */
function What({ entry }: { readonly entry: AuditEntry }) {
  const { sentence, reason, subject } = entry;
  const page = pageOf(subject);
  return (
    <div className={styles.what}>
      {page === null ? sentence : <Link to={page}>{sentence}</Link>}
      {reason !== '' && <p className={styles.reason}>“{reason}”</p>}
    </div>
  );
}
