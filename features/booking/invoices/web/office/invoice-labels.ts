import type { Status } from '#platform/web/design/parts/status-chip.tsx';
import { t } from '#platform/web/i18n/office.ts';
import {
  listDrafts,
  listInvoices,
  readAgeing,
  readBilling,
  readInvoice,
  readStatement,
} from '../../contract.ts';
import type { Age, InvoiceState } from '../../rules/invoice.ts';

export const INVOICES = { title: t('Invoices'), to: '/admin/invoices' } as const;

/** What a change of an invoice or an account makes stale. */
export const INVOICE_READS = [listInvoices, readInvoice, listDrafts, readAgeing, readBilling, readStatement];

export const STATE_NAMES: Readonly<Record<InvoiceState, string>> = {
  issued: t('Open'),
  'part-paid': t('Part paid'),
  overdue: t('Overdue'),
  paid: t('Paid'),
  credited: t('Credited'),
  'written-off': t('Written off'),
};

export const STATE_CHIPS: Readonly<Record<InvoiceState, Status>> = {
  issued: 'upcoming',
  'part-paid': 'now',
  overdue: 'wrong',
  paid: 'done',
  credited: 'cancelled',
  'written-off': 'cancelled',
};

export const AGE_NAMES: Readonly<Record<Age, string>> = {
  current: t('Not due'),
  '1-30': t('1 to 30 days'),
  '31-60': t('31 to 60 days'),
  '61-90': t('61 to 90 days'),
  'over-90': t('Over 90 days'),
};
