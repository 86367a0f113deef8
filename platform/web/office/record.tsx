import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import type { ApiError } from '../api/api-error.ts';
import { ButtonLink } from '../design/parts/button.tsx';
import { Icon } from '../design/parts/icon.tsx';
import { PageTitle } from '../design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../design/parts/states.tsx';
import { t } from '../i18n/office.ts';
import styles from './record.module.css';

export interface RecordPageProps {
  /** The list it belongs to: "Cleaners", `/admin/cleaners`. */
  readonly list: List;
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly picture?: ReactNode;
  /** Quiet buttons. */
  readonly acts?: ReactNode;
  readonly tabs?: readonly { readonly label: string; readonly to: string }[];
  readonly children: ReactNode;
}

/** A page about one record: breadcrumbs, name, pages. */
export function RecordPage({ list, title, subtitle, picture, acts, tabs, children }: RecordPageProps) {
  return (
    <div className={styles.record}>
      <nav className={`k-row k-gap-8 k-mb-8 k-muted ${styles.crumbs}`} aria-label={t('Breadcrumb')}>
        <Link to={list.to}>{list.title}</Link>
        <Icon of={IconChevronRight} size={16} />
        <span aria-current="page">{title}</span>
      </nav>
      <div className="k-row k-wrap k-between k-gap-8 k-gap-x-16">
        <div className={styles.who}>
          {picture}
          <div>
            <PageTitle tab={title}>{title}</PageTitle>
            {subtitle && <p className="k-muted">{subtitle}</p>}
          </div>
        </div>
        <div className="k-row k-wrap k-stretch k-gap-8">{acts}</div>
      </div>
      {tabs ? (
        <nav className={styles.tabs} aria-label={title}>
          {tabs.map(({ label, to }) => (
            <NavLink key={to} to={to} end>
              {label}
            </NavLink>
          ))}
        </nav>
      ) : (
        <div className={styles.tabs} />
      )}
      {children}
    </div>
  );
}

interface List {
  readonly title: string;
  readonly to: string;
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data, ApiError>;
  /** The record, for texts: "this cleaner". */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** The loaded content, placeholders, or an error. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton words={t('Loading {{what}}', { what })} lines={8} />;
  return (
    <ErrorState
      retryLabel={t('Try again')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching && t('Trying again')}
    >
      {t('We could not load {{what}}. {{message}}', { what, message: query.error.message })}
    </ErrorState>
  );
}

interface LoadedRecordProps<Data> extends LoadedProps<Data> {
  readonly list: List;
  /** The heading until the name has loaded: "Cleaner". */
  readonly title: string;
}

/** The same for a whole page about one record, which may not exist. */
export function LoadedRecord<Data>({ list, title, ...rest }: LoadedRecordProps<Data>) {
  if (rest.query.data !== undefined) return rest.children(rest.query.data);
  if (rest.query.error?.status === 404) return <NoSuchRecord list={list} title={title} />;
  return (
    <RecordPage list={list} title={title}>
      <Loaded {...rest} />
    </RecordPage>
  );
}

interface NoSuchRecordProps {
  readonly list: List;
  readonly title: string;
  /** Why it may not exist. */
  readonly hint?: string;
}

/** A page for a record that does not exist, with a link to the list. */
export function NoSuchRecord({ list, title, hint = t('The link may be incomplete.') }: NoSuchRecordProps) {
  return (
    <RecordPage list={list} title={title}>
      <EmptyState
        title={t('We could not find this page.')}
        level={2}
        action={
          <ButtonLink kind="quiet" size="small" href={list.to}>
            {t('Back to {{toLowerCase}}', { toLowerCase: list.title.toLowerCase() })}
          </ButtonLink>
        }
      >
        {hint}
      </EmptyState>
    </RecordPage>
  );
}

interface PanelsProps {
  readonly left: ReactNode;
  readonly right?: ReactNode;
  /** The left column is twice as wide. */
  readonly wide?: boolean;
}

/** Panels in one column; with a right side, two on a desktop. */
export function Panels({ left, right, wide = false }: PanelsProps) {
  const columns = wide ? 'wide' : 2;
  return (
    <div className={styles.panels} data-columns={right ? columns : 1}>
      <div>{left}</div>
      {right && <div>{right}</div>}
    </div>
  );
}

export interface PanelProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** At the right end of the title's line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** A ruled box with a heading. */
export function Panel({ title, note, end, children }: PanelProps) {
  return (
    <section className={`k-panel ${styles.panel}`}>
      <header>
        <div>
          <h2>{title}</h2>
          {note && <p className="k-mt-2 k-muted">{note}</p>}
        </div>
        {end}
      </header>
      {children}
    </section>
  );
}

/** Names and values; a missing value is shown as a dash. */
export function FactList({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).flatMap(([name, value]) => [
        <dt className="k-muted" key={`${name} name`}>
          {t(name)}
        </dt>,
        <dd className="k-break" key={name}>
          {value === '' || value === null || value === undefined ? '–' : value}
        </dd>,
      ])}
    </dl>
  );
}
