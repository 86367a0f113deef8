import { useState } from 'react';
import { useParams } from 'react-router';
import { z } from 'zod';
import { refundPayment } from '#features/money/payments/rules/policy.ts';
import type { PaymentMethod } from '#features/money/payments/rules/transaction.ts';
import { AMOUNT_MESSAGE, centsOf, dollarsOf } from '#features/money/payments/web/parts/amount.ts';
import { METHOD_NAMES } from '#features/money/payments/web/parts/labels.ts';
import { download } from '#platform/web/api/api.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { FactList, LoadedRecord, Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { useMay, useMayCall } from '#platform/web/session/use-may.ts';
import {
  getInvoicePdf,
  type InvoiceDetails,
  readInvoice,
  recordInvoicePayment,
  sendInvoice,
  writeOffInvoice,
} from '../../contract.ts';
import { REMINDER_DAYS } from '../../rules/invoice.ts';
import { referenceOf } from '../../rules/reference.ts';
import { INVOICE_READS, INVOICES, STATE_CHIPS, STATE_NAMES } from '../office/invoice-labels.ts';

/** /admin/invoices/:invoiceID/view */
export function Component() {
  const { invoiceID = '' } = useParams();
  const query = useCall(readInvoice, { params: { id: invoiceID } });
  return (
    <LoadedRecord query={query} what={t('this invoice')} title={t('Invoice')} list={INVOICES}>
      {(invoice) => <Invoice key={invoice.id} invoice={invoice} />}
    </LoadedRecord>
  );
}

interface OfInvoice {
  readonly invoice: InvoiceDetails;
}

function Invoice({ invoice }: OfInvoice) {
  const [sheet, setSheet] = useState<'pay' | 'write-off' | null>(null);
  const close = () => setSheet(null);
  return (
    <RecordPage
      list={INVOICES}
      title={t('Invoice {{number}}, {{billTo}}', {
        number: referenceOf(invoice.number),
        billTo: invoice.billTo,
      })}
      subtitle={<StatusChip status={STATE_CHIPS[invoice.state]}>{STATE_NAMES[invoice.state]}</StatusChip>}
      acts={<Acts invoice={invoice} onAsk={setSheet} />}
    >
      <Panels
        left={
          <>
            <Lines invoice={invoice} />
            <Payments invoice={invoice} />
          </>
        }
        right={<Facts invoice={invoice} />}
      />
      {sheet === 'pay' && <PaymentSheet invoice={invoice} onClose={close} />}
      {sheet === 'write-off' && <WriteOffSheet invoice={invoice} onClose={close} />}
    </RecordPage>
  );
}

interface ActsProps extends OfInvoice {
  onAsk(sheet: 'pay' | 'write-off'): void;
}

function Acts({ invoice, onAsk }: ActsProps) {
  const { id, open, state, reminders, email } = invoice;
  const toast = useToast();
  const [isLoading, setLoading] = useState(false);
  const send = useAct(sendInvoice, { refresh: INVOICE_READS });
  const mayPay = useMayCall(recordInvoicePayment);
  const maySend = useMayCall(sendInvoice) && email !== '';
  const mayWriteOff = useMayCall(writeOffInvoice) && invoice.writtenOff === 0;
  const mail = (reminder: boolean) =>
    send.mutate(
      { params: { id }, body: { reminder } },
      { onSuccess: () => toast.show({ text: t('On its way to {{email}}.', { email }) }) },
    );
  const save = async () => {
    setLoading(true);
    try {
      await download(getInvoicePdf, { params: { id } });
    } catch {
      toast.show({ text: t('The file could not be loaded. Try again.') });
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <SubmitProblem problem={send.error} />
      {mayPay && <Button onClick={() => onAsk('pay')}>{t('Record payment')}</Button>}
      <Button kind="quiet" busy={isLoading && t('Loading')} onClick={() => void save()}>
        {t('PDF')}
      </Button>
      {maySend && (
        <Button kind="quiet" busy={send.isPending && t('Sending')} onClick={() => mail(false)}>
          {invoice.sentAt === null ? t('Send by e-mail') : t('Send again')}
        </Button>
      )}
      {maySend && state === 'overdue' && (
        <Button kind="quiet" busy={send.isPending && t('Sending')} onClick={() => mail(true)}>
          {t('Send reminder {{number}}', { number: Math.min(reminders + 1, REMINDER_DAYS.length) })}
        </Button>
      )}
      {mayWriteOff && open > 0 && (
        <Button kind="quiet" onClick={() => onAsk('write-off')}>
          {t('Write off')}
        </Button>
      )}
    </>
  );
}

function Facts({ invoice }: OfInvoice) {
  const { money, date } = useFormat();
  const { total, gst, credited, paid, writtenOff, open, sentAt, reminders } = invoice;
  return (
    <Panel title={t('Invoice')}>
      <FactList
        facts={{
          Customer: (
            <TextLink href={`/admin/customers/${invoice.customerID}/view`}>
              {invoice.customer.fullname}
            </TextLink>
          ),
          Date: date(invoice.issuedOn, 'dated'),
          Due: date(invoice.dueOn, 'dated'),
          ...(invoice.poNumber !== '' && { 'PO number': invoice.poNumber }),
          Total: money(total),
          ...(gst > 0 && { 'GST in it': money(gst) }),
          ...(credited > 0 && { 'Credit notes': money(-credited) }),
          Paid: money(paid),
          ...(writtenOff > 0 && { 'Written off': `${money(writtenOff)}, ${invoice.writeOffReason}` }),
          Open: <b>{money(open)}</b>,
          Sent: sentAt === null ? t('Not sent') : date(sentAt, 'dated'),
          ...(reminders > 0 && { Reminders: reminders }),
        }}
      />
    </Panel>
  );
}

function Lines({ invoice }: OfInvoice) {
  const { money, date, time } = useFormat();
  const mayCredit = useMay(refundPayment);
  return (
    <Panel title={t('Visits')}>
      <PanelTable
        caption={t('Visits')}
        items={invoice.lines.map((line) => ({ ...line, id: line.transactionID }))}
        columns={[
          {
            title: t('Visit'),
            render: ({ jobID, startTime }) => (
              <TextLink
                href={`/admin/jobs/${jobID}/view`}
              >{`${date(startTime)}, ${time(startTime)}`}</TextLink>
            ),
          },
          { title: t('What'), render: ({ label, name }) => (name === '' ? label : `${name}, ${label}`) },
          { title: t('Amount'), number: true, render: ({ cents }) => money(cents) },
          {
            title: t('Credited'),
            number: true,
            render: ({ credited }) => (credited > 0 ? money(credited) : ''),
          },
          ...(mayCredit
            ? [
                {
                  title: t('Credit note'),
                  render: ({
                    transactionID,
                    cents,
                    credited,
                  }: {
                    transactionID: string;
                    cents: number;
                    credited: number;
                  }) =>
                    credited < cents && (
                      <TextLink href={`/admin/transactions/${transactionID}/view?ask=refund`}>
                        {t('Credit')}
                      </TextLink>
                    ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

function Payments({ invoice }: OfInvoice) {
  const { money, date } = useFormat();
  return (
    <Panel title={t('Payments')}>
      {invoice.payments.length === 0 ? (
        <p className="k-muted">{t('None so far.')}</p>
      ) : (
        <PanelTable
          caption={t('Payments')}
          items={invoice.payments.map((payment) => ({ ...payment, id: payment.transactionID }))}
          columns={[
            {
              title: t('When'),
              render: ({ transactionID, createdAt }) => (
                <TextLink href={`/admin/transactions/${transactionID}/view`}>
                  {date(createdAt, 'dated')}
                </TextLink>
              ),
            },
            { title: t('Method'), render: ({ method }) => METHOD_NAMES[method as PaymentMethod] },
            { title: t('Note'), render: ({ details }) => details },
            { title: t('Amount'), number: true, render: ({ cents, refunded }) => money(cents - refunded) },
          ]}
        />
      )}
    </Panel>
  );
}

interface SheetProps extends OfInvoice {
  onClose(): void;
}

type Method = 'bank' | 'paynow' | 'cash';

const METHODS = [
  { value: 'bank', label: t('Bank transfer') },
  { value: 'paynow', label: t('PayNow') },
  { value: 'cash', label: t('Cash') },
] as const;

function PaymentSheet({ invoice, onClose }: SheetProps) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(recordInvoicePayment, { refresh: INVOICE_READS });
  const form = useForm<{ amount: string; method: Method; details: string }, unknown>({
    initial: { amount: dollarsOf(invoice.open), method: 'bank', details: '' },
    schema: z.object({
      amount: z.string().refine((typed) => (centsOf(typed) ?? 0) > 0, { error: AMOUNT_MESSAGE }),
      method: z.enum(['bank', 'paynow', 'cash']),
      details: z.string(),
    }),
    send: async ({ amount, method, details }) => {
      const cents = centsOf(amount) ?? 0;
      const body = { amount: cents, method, details: details.trim() };
      await act.mutateAsync({ params: { id: invoice.id }, body });
      toast.show({ text: t('Recorded {{money}}.', { money: money(cents) }) });
      onClose();
    },
  });
  const over = (centsOf(form.values.amount) ?? 0) - invoice.open;
  return (
    <Sheet open onClose={onClose} title={t('Record payment')} closeLabel={t('Close')}>
      <p className="k-mb-12 k-muted">
        {t('{{money}} is open. Enter what has arrived.', { money: money(invoice.open) })}
      </p>
      <form className="k-stack k-gap-14" noValidate onSubmit={form.submit}>
        <TextField
          label={t('Amount')}
          before="S$"
          inputMode="decimal"
          hint={
            over > 0
              ? t('{{money}} too much: it pays other open invoices, or the next one.', { money: money(over) })
              : undefined
          }
          {...form.text('amount')}
        />
        <Segments<Method>
          label={t('Paid by')}
          value={form.values.method}
          onChange={(method) => form.set({ method })}
          options={METHODS}
        />
        <TextField
          label={t('Note')}
          aside={t('Optional')}
          maxLength={500}
          hint={t('A reference number, for example.')}
          {...form.text('details')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Recording')}>
          {t('Record {{money}}', { money: money(centsOf(form.values.amount) ?? 0) })}
        </Button>
      </form>
    </Sheet>
  );
}

function WriteOffSheet({ invoice, onClose }: SheetProps) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(writeOffInvoice, { refresh: INVOICE_READS });
  const form = useForm<{ reason: string }, unknown>({
    initial: { reason: '' },
    schema: z.object({
      reason: z
        .string()
        .trim()
        .min(1, { error: t('Fill this in.') }),
    }),
    send: async ({ reason }) => {
      await act.mutateAsync({ params: { id: invoice.id }, body: { reason } });
      toast.show({ text: t('{{money}} is written off.', { money: money(invoice.open) }) });
      onClose();
    },
  });
  return (
    <Sheet open onClose={onClose} title={t('Write off')} closeLabel={t('Close')}>
      <p className="k-mb-12 k-muted">
        {t('{{money}} will not be paid. It leaves what is owed as a bad debt, and reminders stop.', {
          money: money(invoice.open),
        })}
      </p>
      <form className="k-stack k-gap-14" noValidate onSubmit={form.submit}>
        <TextArea label={t('Reason')} rows={2} maxLength={300} {...form.text('reason')} />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Saving')}>
          {t('Write off {{money}}', { money: money(invoice.open) })}
        </Button>
      </form>
    </Sheet>
  );
}
