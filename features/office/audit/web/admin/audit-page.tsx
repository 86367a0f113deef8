import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { listAdmins } from '#features/people/accounts/contract.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import type { ListFilter } from '#platform/web/office/list-controls.tsx';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { CardLine } from '#platform/web/office/list-table.tsx';
import { type AuditChain, type AuditEntry, listAudit, readAuditChain } from '../../contract.ts';
import { ACTOR_NAMES, GROUPS } from '../../rules/sentences.ts';
import { SUBJECT_FILTERS } from '../../rules/subjects.ts';
import styles from './audit.module.css';

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
      title: t('When'),
      sortby: 'at',
      render: ({ at }) => <span className="k-nowrap">{`${date(at, 'dated')}, ${time(at)}`}</span>,
    },
    { key: 'who', title: t('Who'), render: whoOf },
    { key: 'what', title: t('What'), render: (entry) => <What entry={entry} /> },
    { key: 'changes', title: t('Before and after'), render: (entry) => <Changes entry={entry} /> },
    { key: 'ip', title: t('From where'), render: ({ ip }) => ip || '–' },
  ];
  return (
    <>
      <ChainProblem />
      <ListPage
        title={t('Audit log')}
        one={t('entry')}
        many={t('entries')}
        home={HOME}
        call={listAudit}
        nameOf={({ sentence }) => sentence}
        columns={columns}
        card={(entry) => (
          <>
            <CardLine end={<span className="k-nowrap">{`${date(entry.at)}, ${time(entry.at)}`}</span>}>
              {whoOf(entry)}
            </CardLine>
            <What entry={entry} />
            <Changes entry={entry} />
          </>
        )}
        filters={useFilters()}
        views={[{ label: t('Last two years') }]}
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
    { label: t('Days'), days: ['from_date', 'to_date'] },
    { name: 'by', label: t('By'), options: BY },
    {
      name: 'actor',
      label: t('Admin'),
      options: admins.map(({ id, fullname }) => ({ value: id, label: fullname })),
      anyValue: true,
    },
    { name: 'group', label: t('Action'), options: GROUPS },
    { name: 'kind', label: t('Kind'), options: SUBJECT_FILTERS, anyValue: true },
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
  const label = newest?.subject.label || t('One');
  return [{ name: 'record', label: t('Record'), options: [{ value: record, label }], anyValue: true }];
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
      {reason !== '' && <p className="k-mt-2 k-muted">“{reason}”</p>}
    </div>
  );
}

/** Kinds of records that have a page in the office, and its address before the id. */
const PAGES: Readonly<Record<string, string>> = {
  admin: '/admin/admins',
  application: '/admin/applications',
  checklist_item: '/admin/checklists',
  cleaner: '/admin/cleaners',
  contact_request: '/admin/contact-requests',
  customer: '/admin/customers',
  job: '/admin/jobs',
  money_transaction: '/admin/transactions',
  package: '/admin/packages',
  promo_code: '/admin/promocodes',
  transaction: '/admin/transactions',
};

/** Kinds that are all on one page. */
const COMMON_PAGES: Readonly<Record<string, string>> = {
  'api-key': '/admin/settings/api-keys',
  holiday: '/admin/settings',
  payment_alarm: '/admin/transactions/alarms',
  setting: '/admin/settings',
  'site-block': '/admin/cms',
  webhook: '/admin/settings/webhooks',
};

/** The page of a record; null if it has none. */
export function pageOf({ kind, id }: AuditEntry['subject']): string | null {
  const home = PAGES[kind];
  if (home === undefined || id === null) return COMMON_PAGES[kind] ?? null;
  return `${home}/${id}/view`;
}

/** More than these are shown on request. */
const SHOWN = 3;

/** What was before and after, field by field. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { changes } = entry;
  if (changes.length === 0) return <span className="k-muted">–</span>;
  const rest = changes.slice(SHOWN);
  return (
    <>
      <ChangeList changes={changes.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{t('{{count}} more', { count: rest.length })}</summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes }: Pick<AuditEntry, 'changes'>) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <b>{field}</b>{' '}
          {before !== '' && (
            <>
              <span className="k-hidden">{t('before: ')}</span>
              <del>{before}</del>{' '}
            </>
          )}
          {before !== '' && <span aria-hidden="true">→ </span>}
          <span className="k-hidden">{before === '' ? ': ' : t('after: ')}</span>
          {after === '' ? <span className="k-muted">{t('nothing')}</span> : <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** Above the list, if the last check found the trail broken. */
export function ChainProblem() {
  const { date, time } = useFormat();
  const check = useCall(readAuditChain).data?.lastCheck;
  if (!check || check.problem === null) return null;
  return (
    <div className={`k-row k-stretch k-gap-12 k-break ${styles.problem}`} role="alert">
      <Icon of={IconAlertTriangle} />
      <div>
        <p>
          <b>{t('The audit log has been tampered with, or part of it was lost.')}</b> {check.problem}
        </p>
        <p>
          {t(
            'Found on {{date}}, {{time}}. Keep a copy of the database, and ask the person who manages your server to follow the runbook “The audit check failed”.',
            { date: date(check.at, 'dated'), time: time(check.at) },
          )}
        </p>
      </div>
    </div>
  );
}

/** Below the list: when the trail was last checked, and its head. */
export function ChainState() {
  const chain = useCall(readAuditChain);
  if (chain.data === undefined) return null;
  return (
    <div className={styles.chain}>
      <p>
        <Icon of={IconShieldCheck} size={18} /> <Checked chain={chain.data} />
      </p>
      <details>
        <summary>{t('Keep proof outside Kemas')}</summary>
        <p>
          {tNodes(
            'This is the fingerprint of the log up to now ({{links}} links). Keep it somewhere else: with it, {{code}} proves later that nothing before it was changed.',
            {
              links: chain.data.links.toLocaleString('en-SG'),
              code: <code>npm run verify:audit -- --head</code>,
            },
          )}
        </p>
        <code className={styles.head}>{chain.data.head}</code>
      </details>
    </div>
  );
}

function Checked({ chain }: { readonly chain: AuditChain }) {
  const { date, time } = useFormat();
  const { lastCheck, waiting } = chain;
  const late =
    waiting === 0
      ? ''
      : t(' {{value}} the chain within a minute.', {
          value: waiting === 1 ? t('1 new entry joins') : t('{{waiting}} new entries join', { waiting }),
        });
  if (lastCheck === null) return t('Not checked yet: the first check runs at night.{{late}}', { late });
  const when = `${date(lastCheck.at, 'dated')}, ${time(lastCheck.at)}`;
  if (lastCheck.problem !== null) return t('Checked on {{when}}: broken.{{late}}', { when, late });
  return t('Checked on {{when}}: none of {{entries}} entries was changed, removed, added or moved.{{late}}', {
    when,
    entries: lastCheck.entries.toLocaleString('en-SG'),
    late,
  });
}
