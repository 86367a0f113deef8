import { showMobile } from '#platform/kernel/mobile.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Panel } from '#platform/web/office/record.tsx';
import type { CustomerReply } from '../../customer-shapes.ts';
import { isTestCustomer } from '../../rules/test-customer.ts';
import { storedCardName } from './card-name.ts';
import { CUSTOMERS } from './customer-frame.tsx';

/** A customer's contact details as links for calling and writing. */
export function CustomerContact({ customer }: { readonly customer: CustomerReply }) {
  const { date } = useFormat();
  const { mobile, email } = customer;
  // Every account has a number until it is closed; the test customer never has one.
  if (mobile === '')
    return (
      <Panel title={t('Contact details')}>
        <p>
          {isTestCustomer(customer.id)
            ? t('The customer of the test visit. Nobody can sign in as them or be sent anything.')
            : t('This customer has closed their account. Visits and payments stay, without a name.')}
        </p>
      </Panel>
    );
  return (
    <Panel
      title={t('Contact details')}
      end={<TextLink href={`${CUSTOMERS.home}/${customer.id}/update`}>{t('Change')}</TextLink>}
    >
      <FactList
        facts={{
          Name: `${customer.salutation} ${customer.fullname}`.trim(),
          Mobile: (
            <>
              <a href={`tel:+${mobile}`}>{showMobile(mobile)}</a>
              {customer.otpVerified ? t(', confirmed') : t(', not confirmed until the first sign-in')}
            </>
          ),
          'E-mail': <a href={`mailto:${email}`}>{email}</a>,
          ...(customer.pendingEmail && {
            'New e-mail': t('{{pendingEmail}}, not confirmed yet', { pendingEmail: customer.pendingEmail }),
          }),
          Card: cardOf(customer),
          Since: date(customer.createdAt, 'long'),
        }}
      />
    </Panel>
  );
}

function cardOf(customer: CustomerReply): string {
  const name = storedCardName(customer);
  if (name === null) return t('None');
  return t('{{name}}, expires {{creditCardExpiryMonth}}/{{creditCardExpiryYear}}', {
    name,
    creditCardExpiryMonth: String(customer.creditCardExpiryMonth),
    creditCardExpiryYear: String(customer.creditCardExpiryYear),
  });
}
