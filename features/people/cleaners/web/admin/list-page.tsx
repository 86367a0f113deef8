import type { ReactNode } from 'react';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { SmallTile } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import type { CleanerItem } from '../../cleaner-shapes.ts';
import { CLEANERS } from '../parts/cleaner-page.tsx';
import { GENDER_NAMES, GENDERS } from '../parts/genders.ts';
import styles from '../parts/parts.module.css';
import { dayName, FROM_MONDAY } from '../parts/week-table.tsx';

/** The list of cleaners. `more`: buttons of other features. */
export function CleanersList({ more }: { readonly more: ReactNode }) {
  const regions = useCall(listRegions).data?.items ?? [];
  const regionNames = new Map(regions.map((region) => [region.id, region.name]));
  const { date } = useFormat();
  const columns: ListColumn<typeof CLEANERS.call>[] = [
    {
      key: 'name',
      title: t('Name'),
      sortby: 'fullname',
      render: (cleaner) => <NameWithPhoto cleaner={cleaner} />,
    },
    {
      key: 'mobile',
      title: t('Mobile'),
      sortby: 'mobile',
      number: true,
      render: (cleaner) => showMobile(cleaner.mobile),
    },
    {
      key: 'gender',
      title: t('Gender'),
      sortby: 'gender',
      render: (cleaner) => GENDER_NAMES[cleaner.gender],
    },
    {
      key: 'languages',
      title: t('Languages'),
      sortby: 'languages',
      render: (cleaner) => cleaner.languages.join(', '),
    },
    { key: 'week', title: t('Week'), render: (cleaner) => <WeekLine cleaner={cleaner} /> },
    {
      key: 'regions',
      title: t('Works in'),
      sortby: 'regions',
      render: (cleaner) => worksIn(cleaner, regionNames),
    },
    { key: 'email', title: t('E-mail'), sortby: 'email', extra: true, render: (cleaner) => cleaner.email },
    {
      key: 'postal',
      title: t('Postal code'),
      sortby: 'postal',
      extra: true,
      render: (cleaner) => cleaner.postal,
    },
    {
      key: 'since',
      title: t('Since'),
      sortby: 'createdAt',
      extra: true,
      render: (cleaner) => date(cleaner.createdAt, 'long'),
    },
  ];
  return (
    <ListPage
      {...CLEANERS}
      columns={columns}
      filters={[
        { name: 'gender', label: t('Gender'), options: GENDERS },
        {
          name: 'regionID',
          label: t('Works in'),
          options: regions.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      sortby="fullname"
      actions={({ id }) => [
        { label: t('Weekly hours'), to: `${CLEANERS.home}/${id}/availability` },
        { label: t('Schedule'), to: `${CLEANERS.home}/${id}/schedule` },
      ]}
      more={
        <>
          {more}
          <ButtonLink kind="quiet" size="small" href={`${CLEANERS.home}/set-unavailable-date`}>
            {t('Set time off')}
          </ButtonLink>
        </>
      }
    />
  );
}

function worksIn({ regionIDs }: CleanerItem, names: ReadonlyMap<string, string>): string {
  const named = regionIDs.map((id) => names.get(id) ?? '').toSorted();
  return named.join(', ') || t('Everywhere');
}

function NameWithPhoto({ cleaner }: { readonly cleaner: CleanerItem }) {
  const { id, fullname, profilePhoto } = cleaner;
  return (
    <span className="k-row k-gap-10">
      <PersonTile id={id} initials={initialsOf(fullname)} size={28} photo={profilePhoto} />
      <span>{fullname}</span>
    </span>
  );
}

/** A week as seven small tiles from Monday, filled on working days. */
function WeekLine({ cleaner }: { readonly cleaner: CleanerItem }) {
  const working = FROM_MONDAY.filter((day) => cleaner[`${day}Availability`]);
  const words = working.map((day) => dayName(day).slice(0, 3)).join(', ');
  return (
    <span className={`k-inline k-gap-8 ${styles.week}`} title={words}>
      <span className="k-figure">
        {working.length} {working.length === 1 ? t('day') : t('days')}
      </span>
      <span>
        {FROM_MONDAY.map((day) => (
          <SmallTile key={day} size={13} state={working.includes(day) ? 'done' : 'bare'} />
        ))}
      </span>
    </span>
  );
}
