import type { ReactNode } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { CsvButton } from '#platform/web/office/csv-button.tsx';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import type { ListView } from '#platform/web/office/list-state.ts';
import { CallLink, CardLine } from '#platform/web/office/list-table.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import { addresses } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { seeSpending } from '../../rules/policy.ts';
import { storedCardName } from '../parts/card-name.ts';
import { CUSTOMERS } from '../parts/customer-frame.tsx';

const VIEWS: readonly ListView[] = [
  { label: t('All') },
  { label: t('With hours'), filters: { credits: '1' } },
  { label: t('Not confirmed'), filters: { confirmed: '0' } },
  { label: t('Trash'), trash: true },
];

/** The list of customers. `more`: buttons of other features. */
export function CustomersList({ more }: { readonly more: ReactNode }) {
  return (
    <ListPage
      {...CUSTOMERS}
      columns={columns(useFormat(), useMay(seeSpending))}
      card={(customer, link) => (
        <>
          <CardLine end={customer.mobile && <CallLink mobile={customer.mobile} name={customer.fullname} />}>
            {link(customer.fullname)}
          </CardLine>
          <CardLine>{customer.mobile && showMobile(customer.mobile)}</CardLine>
          <CardLine>{customer.creditsLeft > 0 ? hoursOf([customer]) : customer.email}</CardLine>
        </>
      )}
      views={VIEWS}
      filters={[
        {
          name: 'confirmed',
          label: t('Mobile'),
          options: [
            { value: '1', label: t('Confirmed') },
            { value: '0', label: t('Not confirmed') },
          ],
        },
        {
          name: 'credits',
          label: t('Credit hours'),
          options: [
            { value: '1', label: t('Has some') },
            { value: '0', label: t('Has none') },
          ],
        },
      ]}
      sortby="createdAt"
      order="desc"
      more={
        <>
          {more}
          <CsvButton call={addresses.list} query={{}}>
            {t('Addresses, CSV')}
          </CsvButton>
        </>
      }
      sumOf={(customers) => hoursOf(customers)}
      actions={({ id }) => [
        { label: t('New job'), to: `/admin/jobs/new?customerID=${id}` },
        { label: t('Add a home'), to: `${CUSTOMERS.home}/${id}/address/add` },
      ]}
    />
  );
}

function hoursOf(customers: readonly CustomerReply[]): string {
  const sum = customers.reduce((hours, { creditsLeft }) => hours + creditsLeft, 0);
  return sum === 1 ? t('{{sum}} credit hour', { sum }) : t('{{sum}} credit hours', { sum });
}

function columns(
  { date, time, money }: ReturnType<typeof useFormat>,
  maySeeSpending: boolean,
): ListColumn<typeof CUSTOMERS.call>[] {
  return [
    { key: 'name', title: t('Name'), sortby: 'fullname', render: (customer) => customer.fullname },
    {
      key: 'mobile',
      title: t('Mobile'),
      sortby: 'mobile',
      number: true,
      render: ({ mobile }) => mobile !== '' && <a href={`tel:+${mobile}`}>{showMobile(mobile)}</a>,
    },
    {
      key: 'next',
      title: t('Next visit'),
      render: ({ activity }) =>
        activity?.nextVisit ? `${date(activity.nextVisit)}, ${time(activity.nextVisit)}` : '',
    },
    {
      key: 'visits',
      title: t('Visits done'),
      number: true,
      render: ({ activity }) => activity?.visitsDone || '',
    },
    ...(maySeeSpending
      ? [
          {
            key: 'spent',
            title: t('Spent'),
            number: true as const,
            render: ({ activity }: CustomerReply) => (activity?.spent ? money(activity.spent) : ''),
          },
        ]
      : []),
    { key: 'email', title: t('E-mail'), sortby: 'email', render: (customer) => customer.email },
    {
      key: 'credits',
      title: t('Credit hours'),
      sortby: 'creditsLeft',
      number: true,
      render: (customer) => customer.creditsLeft || '',
    },
    {
      key: 'confirmed',
      title: t('Mobile confirmed'),
      sortby: 'confirmed',
      extra: true,
      render: (customer) => (customer.otpVerified ? t('Confirmed') : t('Not confirmed')),
    },
    {
      key: 'since',
      title: t('Since'),
      sortby: 'createdAt',
      render: (customer) => date(customer.createdAt, 'dated'),
    },
    {
      key: 'salutation',
      title: t('Salutation'),
      sortby: 'salutation',
      extra: true,
      render: (customer) => customer.salutation,
    },
    {
      key: 'card',
      title: t('Card'),
      sortby: 'card',
      extra: 'wide',
      render: storedCardName,
    },
  ];
}
