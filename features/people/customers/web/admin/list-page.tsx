import type { ReactNode } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useFormat } from '#platform/web/format.ts';
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
  { label: 'All' },
  { label: 'With hours', filters: { credits: '1' } },
  { label: 'Not confirmed', filters: { confirmed: '0' } },
  { label: 'Trash', trash: true },
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
          label: 'Mobile',
          options: [
            { value: '1', label: 'Confirmed' },
            { value: '0', label: 'Not confirmed' },
          ],
        },
        {
          name: 'credits',
          label: 'Credit hours',
          options: [
            { value: '1', label: 'Has some' },
            { value: '0', label: 'Has none' },
          ],
        },
      ]}
      sortby="createdAt"
      order="desc"
      more={
        <>
          {more}
          <CsvButton call={addresses.list} query={{}}>
            Addresses, CSV
          </CsvButton>
        </>
      }
      sumOf={(customers) => hoursOf(customers)}
      actions={({ id }) => [
        { label: 'New job', to: `/admin/jobs/new?customerID=${id}` },
        { label: 'Add a home', to: `${CUSTOMERS.home}/${id}/address/add` },
      ]}
    />
  );
}

function hoursOf(customers: readonly CustomerReply[]): string {
  const sum = customers.reduce((hours, { creditsLeft }) => hours + creditsLeft, 0);
  return `${sum} credit ${sum === 1 ? 'hour' : 'hours'}`;
}

function columns(
  { date, time, money }: ReturnType<typeof useFormat>,
  maySeeSpending: boolean,
): ListColumn<typeof CUSTOMERS.call>[] {
  return [
    { key: 'name', title: 'Name', sortby: 'fullname', render: (customer) => customer.fullname },
    {
      key: 'mobile',
      title: 'Mobile',
      sortby: 'mobile',
      number: true,
      render: ({ mobile }) => mobile !== '' && <a href={`tel:+${mobile}`}>{showMobile(mobile)}</a>,
    },
    {
      key: 'next',
      title: 'Next visit',
      render: ({ activity }) =>
        activity?.nextVisit ? `${date(activity.nextVisit)}, ${time(activity.nextVisit)}` : '',
    },
    {
      key: 'visits',
      title: 'Visits done',
      number: true,
      render: ({ activity }) => activity?.visitsDone || '',
    },
    ...(maySeeSpending
      ? [
          {
            key: 'spent',
            title: 'Spent',
            number: true as const,
            render: ({ activity }: CustomerReply) => (activity?.spent ? money(activity.spent) : ''),
          },
        ]
      : []),
    { key: 'email', title: 'E-mail', sortby: 'email', render: (customer) => customer.email },
    {
      key: 'credits',
      title: 'Credit hours',
      sortby: 'creditsLeft',
      number: true,
      render: (customer) => customer.creditsLeft || '',
    },
    {
      key: 'confirmed',
      title: 'Mobile confirmed',
      sortby: 'confirmed',
      extra: true,
      render: (customer) => (customer.otpVerified ? 'Confirmed' : 'Not confirmed'),
    },
    {
      key: 'since',
      title: 'Since',
      sortby: 'createdAt',
      render: (customer) => date(customer.createdAt, 'dated'),
    },
    {
      key: 'salutation',
      title: 'Salutation',
      sortby: 'salutation',
      extra: true,
      render: (customer) => customer.salutation,
    },
    {
      key: 'card',
      title: 'Card',
      sortby: 'card',
      extra: 'wide',
      render: storedCardName,
    },
  ];
}
