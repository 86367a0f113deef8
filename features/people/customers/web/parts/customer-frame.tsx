import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { ReactNode } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { recordKind } from '#platform/web/office/record-kind.ts';
import { useMay } from '#platform/web/session/use-may.ts';
import { getCustomer, listCustomers, trashCustomer, untrashCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { adjustCredits, manageCustomers } from '../../rules/policy.ts';
import { ADD_CUSTOMER, CHANGE_CUSTOMER } from './customer-layout.ts';

/** The office's customer records. */
export const CUSTOMERS = recordKind({
  one: t('customer'),
  many: t('customers'),
  home: '/admin/customers',
  param: 'customerID',
  audited: 'customer',
  calls: {
    list: listCustomers,
    get: getCustomer,
    create: ADD_CUSTOMER,
    update: CHANGE_CUSTOMER,
    trash: trashCustomer,
    untrash: untrashCustomer,
  },
  nameOf: ({ fullname }) => fullname,
});

/** The frame of every page about the customer in the URL. */
export function CustomerFrame({ children }: { readonly children: (customer: CustomerReply) => ReactNode }) {
  return (
    <RecordFrame
      of={CUSTOMERS}
      subtitle={({ mobile }) => <a href={`tel:+${mobile}`}>{showMobile(mobile)}</a>}
      acts={(customer) => <CustomerActions customer={customer} />}
      picture={(customer) => (
        <PersonTile id={customer.id} initials={initialsOf(customer.fullname)} size={52} />
      )}
    >
      {children}
    </RecordFrame>
  );
}

function CustomerActions({ customer }: { readonly customer: CustomerReply }) {
  const { id, creditCardLast4, trash } = customer;
  const mayBook = useMay(manageCustomers);
  const mayCharge = useMay(adjustCredits);
  if (trash === 1) return null;
  return (
    <>
      {mayBook && (
        <ButtonLink kind="quiet" size="small" icon={IconPlus} href={`/admin/jobs/new?customerID=${id}`}>
          {t('New job')}
        </ButtonLink>
      )}
      {mayCharge && creditCardLast4 !== null && (
        <ButtonLink
          kind="quiet"
          size="small"
          icon={IconCreditCard}
          href={`/admin/transactions/new?customerID=${id}&way=card`}
        >
          {t('Charge card')}
        </ButtonLink>
      )}
    </>
  );
}
