import { useState } from 'react';
import { useParams } from 'react-router';
import { download } from '#platform/web/api/api.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { BackLink, Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { QrCode } from '#platform/web/design/parts/qr-code.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { getInvoicePdf, type InvoiceDetails, readInvoice } from '../../contract.ts';
import { referenceOf } from '../../rules/reference.ts';
import { invoiceTexts } from '../texts.ts';
import styles from './invoices.module.css';

/** /dashboard/invoices/:invoiceID: the mails of invoices link here. */
export function Component() {
  const { t } = useText(invoiceTexts);
  const { invoiceID = '' } = useParams();
  const invoice = useCall(readInvoice, { params: { id: invoiceID } });
  return (
    <div className="k-page">
      <BackLink href="/dashboard/account/payment-history">{t('back')}</BackLink>
      {invoice.data && <Invoice invoice={invoice.data} />}
      {invoice.isPending && (
        <>
          <PageTitle>{t('title')}</PageTitle>
          <Skeleton words={t('loading')} lines={6} />
        </>
      )}
      {invoice.isError && !invoice.data && (
        <>
          <PageTitle>{t('title')}</PageTitle>
          <ErrorState
            retryLabel={t('tryAgain')}
            onRetry={() => void invoice.refetch()}
            retrying={invoice.isFetching && t('trying')}
          >
            {t(invoice.error.status === 404 ? 'missing' : 'failed')}
          </ErrorState>
        </>
      )}
    </div>
  );
}

interface OfInvoice {
  readonly invoice: InvoiceDetails;
}

function Invoice({ invoice }: OfInvoice) {
  const { t } = useText(invoiceTexts);
  const { date, time, money } = useFormat();
  const { total, credited, paid, open, lines } = invoice;
  const sums = [
    { name: t('total'), cents: total },
    ...(credited > 0 ? [{ name: t('credited'), cents: -credited }] : []),
    ...(paid > 0 ? [{ name: t('paid'), cents: -paid }] : []),
    { name: t('toPay'), cents: open },
  ];
  return (
    <>
      <PageTitle>{t('one', { number: referenceOf(invoice.number) })}</PageTitle>
      <p className="k-muted k-mb-16">
        {t('line', { day: date(invoice.issuedOn, 'dated'), state: t(`state.${invoice.state}`) })}
      </p>
      <PdfButton id={invoice.id} />
      {open > 0 && <ToPay invoice={invoice} />}
      <h2 className="k-mt-16">{t('visits')}</h2>
      <ul className={styles.lines}>
        {lines.map(({ transactionID, startTime, label, name, cents }) => (
          <li key={transactionID} className={styles.line}>
            <span className="k-stack k-gap-2">
              <span>{`${date(startTime)}, ${time(startTime)}`}</span>
              <span className="k-muted k-small">{name === '' ? label : `${name}, ${label}`}</span>
            </span>
            <span>{money(cents)}</span>
          </li>
        ))}
        {sums.map(({ name, cents }) => (
          <li key={name} className={styles.line}>
            <b>{name}</b>
            <b>{money(cents)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function PdfButton({ id }: { readonly id: string }) {
  const { t } = useText(invoiceTexts);
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const save = async () => {
    setState('busy');
    try {
      await download(getInvoicePdf, { params: { id } });
      setState('ready');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button kind="quiet" size="small" busy={state === 'busy' && t('fetching')} onClick={() => void save()}>
        {t('pdf')}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="k-small">
          {t('pdfFailed')}
        </p>
      )}
    </>
  );
}

/** How to pay: the PayNow code, and the bank account. */
function ToPay({ invoice }: OfInvoice) {
  const { t } = useText(invoiceTexts);
  const { date, money } = useFormat();
  const { payNow, bankDetails, dueOn, open, number } = invoice;
  return (
    <section className="k-stack k-gap-12 k-mt-16">
      <Notice kind="sun">
        {t('open', { amount: money(open) })}. {t('dueOn', { day: date(dueOn, 'dated') })}
      </Notice>
      <p>{t('reference', { reference: referenceOf(number) })}</p>
      <div className="k-row k-wrap k-top k-gap-20">
        {payNow !== null && <QrCode text={payNow.code} label={t('code')} />}
        <div className="k-stack k-gap-8">
          {payNow !== null && (
            <p>
              {t('scan')} {t('payNow', { payee: payNow.payee })}
            </p>
          )}
          {bankDetails !== '' && (
            <div>
              <b>{t('bank')}</b>
              <p className={styles.bank}>{bankDetails}</p>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
