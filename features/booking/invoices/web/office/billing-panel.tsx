import { useState } from 'react';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { Switch, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Loaded, Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import { type BillingReply, changeBilling, readBilling } from '../../contract.ts';
import { type Collect, MAX_TERMS_DAYS } from '../../rules/invoice.ts';
import { allowInvoices, seeReceivables } from '../../rules/policy.ts';
import { INVOICE_READS, INVOICES } from './invoice-labels.ts';

interface OfCustomer {
  readonly customer: { readonly id: string; readonly fullname: string; readonly email: string };
}

/** Whether a customer is billed by invoice, what is printed, and what they owe. */
export function BillingPanel({ customer }: OfCustomer) {
  const billing = useCall(readBilling, { params: { id: customer.id } });
  const mayAllow = useMay(allowInvoices);
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('Billing')}
      end={
        mayAllow &&
        billing.data && (
          <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
            {billing.data.isAllowed ? t('Change') : t('Bill by invoice')}
          </Button>
        )
      }
    >
      <Loaded query={billing} what={t('how this customer is billed')}>
        {(reply) => <Billing billing={reply} />}
      </Loaded>
      {isOpen && billing.data && (
        <BillingSheet billing={billing.data} customer={customer} onClose={() => setOpen(false)} />
      )}
    </Panel>
  );
}

function Billing({ billing }: { readonly billing: BillingReply }) {
  const { money, date } = useFormat();
  const { details, isAllowed, open, balance, customerID } = billing;
  if (details === null) return <p className="k-muted">{t('Pays for each booking.')}</p>;
  const { allowedBy } = details;
  return (
    <>
      {!isAllowed && <p className="k-mb-8">{t('No longer billed by invoice, for new bookings.')}</p>}
      <FactList
        facts={{
          'Bill to': details.billTo,
          Invoices: details.collect === 'month' ? t('One for each month') : t('One for each visit'),
          Terms: t('{{count}} days', { count: details.termsDays }),
          'E-mail': details.email,
          ...(details.poNumber !== '' && { 'PO number': details.poNumber }),
          Open: money(open),
          ...(balance !== 0 && { 'Paid in advance': money(balance) }),
          Allowed:
            allowedBy === null
              ? date(details.allowedAt, 'dated')
              : t('{{date}}, by {{name}}', { date: date(details.allowedAt, 'dated'), name: allowedBy }),
        }}
      />
      <May act={seeReceivables}>
        <p className="k-row k-wrap k-gap-16 k-mt-10">
          <TextLink href={`${INVOICES.to}?customerID=${customerID}`}>{t('Invoices')}</TextLink>
          <TextLink href={`/admin/customers/${customerID}/statement`}>{t('Statement of account')}</TextLink>
        </p>
      </May>
    </>
  );
}

interface BillingSheetProps extends OfCustomer {
  readonly billing: BillingReply;
  onClose(): void;
}

type Values = {
  readonly isAllowed: boolean;
  readonly billTo: string;
  readonly uen: string;
  readonly address: string;
  readonly contact: string;
  readonly email: string;
  readonly poNumber: string;
  readonly termsDays: string;
  readonly collect: Collect;
};

const SCHEMA = z.object({
  isAllowed: z.boolean(),
  billTo: z
    .string()
    .trim()
    .min(1, { error: t('Fill this in.') }),
  uen: z.string(),
  address: z.string(),
  contact: z.string(),
  email: z.union([z.literal(''), z.email({ error: t('Use an e-mail address like name@example.com.') })]),
  poNumber: z.string(),
  termsDays: z.string().refine((typed) => /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= MAX_TERMS_DAYS, {
    error: t('Enter a number of days from 0 to {{most}}.', { most: MAX_TERMS_DAYS }),
  }),
  collect: z.enum(['month', 'visit']),
});

/** Days that a first invoice gives. */
const USUAL_TERMS = '14';

function BillingSheet({ billing, customer, onClose }: BillingSheetProps) {
  const toast = useToast();
  const act = useAct(changeBilling, { refresh: INVOICE_READS });
  const { details } = billing;
  const form = useForm<Values, unknown>({
    initial: {
      isAllowed: true,
      billTo: details?.billTo ?? customer.fullname,
      uen: details?.uen ?? '',
      address: details?.address ?? '',
      contact: details?.contact ?? '',
      email: details?.email ?? customer.email,
      poNumber: details?.poNumber ?? '',
      termsDays: details === null ? USUAL_TERMS : String(details.termsDays),
      collect: details?.collect ?? 'month',
    },
    schema: SCHEMA,
    send: async (values) => {
      const body = { ...values, termsDays: values.termsDays.trim(), version: billing.version };
      await act.mutateAsync({ params: { id: customer.id }, body });
      toast.show({
        text: values.isAllowed
          ? t('{{fullname}} is billed by invoice.', { fullname: customer.fullname })
          : t('{{fullname}} pays for new bookings at once.', { fullname: customer.fullname }),
      });
      onClose();
    },
  });
  return (
    <Sheet open onClose={onClose} title={t('Bill by invoice')} closeLabel={t('Close')}>
      <p className="k-mb-12 k-muted">
        {t('Visits go ahead without a payment and are put on an invoice once they are done.')}
      </p>
      <form className="k-stack k-gap-14" noValidate onSubmit={form.submit}>
        {details !== null && (
          <Switch label={t('New bookings may be billed by invoice')} {...form.flag('isAllowed')} />
        )}
        <TextField label={t('Bill to')} maxLength={120} {...form.text('billTo')} />
        <TextField label={t('UEN')} aside={t('Optional')} maxLength={20} {...form.text('uen')} />
        <TextArea label={t('Address')} rows={3} maxLength={300} {...form.text('address')} />
        <TextField label={t('Contact')} aside={t('Optional')} maxLength={100} {...form.text('contact')} />
        <TextField
          label={t('E-mail for invoices')}
          type="email"
          hint={t('Invoices and reminders go there.')}
          {...form.text('email')}
        />
        <TextField label={t('PO number')} aside={t('Optional')} maxLength={40} {...form.text('poNumber')} />
        <TextField label={t('Days to pay')} inputMode="numeric" {...form.text('termsDays')} />
        <Segments<Collect>
          label={t('Invoices')}
          value={form.values.collect}
          onChange={(collect) => form.set({ collect })}
          options={[
            { value: 'month', label: t('One for each month') },
            { value: 'visit', label: t('One for each visit') },
          ]}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Saving')}>
          {t('Save')}
        </Button>
      </form>
    </Sheet>
  );
}
