import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  listTransactions,
  refundTransaction,
  type TransactionReply,
} from '#features/money/payments/contract.ts';
import { seeTransaction } from '#features/money/payments/rules/policy.ts';
import { METHOD_NAMES } from '#features/money/payments/web/parts/labels.ts';
import { refundableCents } from '#features/money/payments/web/parts/transaction.ts';
import { cardName } from '#features/people/customers/web/parts/card-name.ts';
import { type Cents, percentOf } from '#platform/kernel/money.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { FactList, Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { useMay, useMayCall } from '#platform/web/session/use-may.ts';
import type { CancellationTerms, Job } from '../../contract/shapes.ts';
import { changeJob } from '../../rules/policy.ts';
import { mayTakePayment } from '../parts/payment-sum.ts';
import { gstLineOf, priceLinesOf } from '../parts/price-lines.ts';
import { jobsTexts } from '../parts/texts.ts';
import { paidLabel } from './job-labels.ts';

interface JobProps {
  readonly job: Job;
}

/** The price frozen at booking. */
export function PricePanel({ job }: JobProps) {
  const { t: tCustomer } = useText(jobsTexts);
  const { money } = useFormat();
  if (job.price === undefined) return null;
  return (
    <Panel title={t('Price')} note={t('As agreed when booked')}>
      <MoneyLines
        lines={priceLinesOf(job.price, { t: tCustomer, language: officeLanguage() })}
        total={{ label: t('Total'), amount: money(job.price.total) }}
        gst={gstLineOf(job.price, tCustomer)}
      />
    </Panel>
  );
}

interface ReceiptProps {
  /** The button that downloads a transaction's receipt. */
  receipt(item: TransactionReply): ReactNode;
}

interface PaymentProps extends JobProps, ReceiptProps {
  /** The button that confirms a paid visit. */
  confirmButton(job: Job): ReactNode;
  onTakePayment(): void;
  /** Opens the sheet that charges extra or takes something off; absent where neither is possible. */
  onCharge?: (() => void) | undefined;
}

/** The payment status and method, and the transactions. */
export function PaymentPanel({ job, receipt, confirmButton, onTakePayment, onCharge }: PaymentProps) {
  const { date, time, money, hours } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  const mayCharge = useMay(changeJob);
  const takePayment = mayCharge && mayTakePayment(job) && (
    <Button kind="quiet" size="small" onClick={onTakePayment}>
      {t('Take payment')}
    </Button>
  );
  const isAhead = job.status === 'paid' && job.stage === 'upcoming' && job.trash === 0;
  return (
    <Panel
      title={t('Payment')}
      end={
        <span className="k-inline k-gap-6">
          {mayCharge && onCharge && (
            <Button kind="quiet" size="small" onClick={onCharge}>
              {t('Charge or discount')}
            </Button>
          )}
          {isAhead && job.confirmedAt === null ? confirmButton(job) : takePayment}
        </span>
      }
    >
      <FactList
        facts={{
          Status: paidLabel(job, today()),
          ...(job.paidAt ? { Paid: at(job.paidAt) } : { 'To pay': money(job.amountToPay ?? 0) }),
          ...(job.creditsUsed ? { 'Hours used': hours(job.creditsUsed) } : {}),
          ...(job.confirmedAt ? { Confirmed: at(job.confirmedAt) } : {}),
        }}
      />
      <May act={seeTransaction}>
        <Transactions job={job} receipt={receipt} />
      </May>
    </Panel>
  );
}

function Transactions({ job, receipt }: JobProps & ReceiptProps) {
  const { date, money } = useFormat();
  const moved = useCall(listTransactions, { query: { jobID: job.id, size: 100, trash: '*' } });
  if (moved.isError)
    return <p>{t('The transactions could not be loaded. {{message}}', { message: moved.error.message })}</p>;
  const items = moved.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <PanelTable
      caption={t('Transactions')}
      titled
      items={items}
      columns={[
        { title: t('Receipt'), render: receipt },
        { title: t('When'), render: ({ createdAt }) => date(createdAt) },
        { title: t('What'), render: (item) => <What item={item} jobID={job.id} /> },
        { title: t('Amount'), number: true, render: ({ total }) => money(total) },
      ]}
    />
  );
}

function What({ item, jobID }: { readonly item: TransactionReply; readonly jobID: string }) {
  const mayRefund = useMayCall(refundTransaction);
  const home = `/admin/transactions/${item.id}/view`;
  const how = item.card ? cardName(item.card) : METHOD_NAMES[item.method];
  return (
    <>
      <Link to={home}>
        {item.type === 'refund' ? t('Refund, {{how}}', { how }) : t('Payment, {{how}}', { how })}
      </Link>{' '}
      {mayRefund && refundableCents(item) > 0 && (
        <Link to={`${home}?ask=refund&visit=${jobID}`}>{t('Refund')}</Link>
      )}
      {item.details && <small>{item.details}</small>}
    </>
  );
}

function refundedByUs(percent: number): string {
  return percent === 100 ? t('Everything is refunded.') : t('{{percent}}% is refunded.', { percent });
}

/** The cost of cancelling by the agreed terms. */
export function CancellationPanel({ job }: JobProps) {
  const { date, time, money } = useFormat();
  if (job.policy === undefined || job.price === undefined) return null;
  const { freeUntil, kept } = lateFeeOf(job.startTime, job.policy, job.price.total);
  return (
    <Panel title={t('Cancellation')} note={t('As agreed when booked')}>
      <FactList
        facts={{
          'If the customer cancels': t('Free until {{date}}, {{time}}. After that we keep {{money}}.', {
            date: date(freeUntil),
            time: time(freeUntil),
            money: money(kept),
          }),
          'If we cancel': refundedByUs(job.policy.companyRefundPercent),
        }}
      />
    </Panel>
  );
}

const HOUR_MS = 3_600_000;

/** Until when cancelling is free, and what is kept after that, in cents. For display only, never for charging. */
function lateFeeOf(startTime: string, terms: CancellationTerms, total: Cents) {
  const freeUntil = new Date(Date.parse(startTime) - terms.freeHours * HOUR_MS).toISOString();
  return { freeUntil, kept: percentOf(total, terms.lateFeePercent) };
}
