import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { listInvoices } from '../../contract.ts';
import { referenceOf } from '../../rules/reference.ts';
import { invoiceTexts } from '../texts.ts';
import styles from './invoices.module.css';

/** More than a customer gets in two years. */
const MOST = 30;

/** The customer's invoices, newest first; nothing for customers who have none. */
export function OwnInvoices() {
  const { t } = useText(invoiceTexts);
  const { date, money } = useFormat();
  const { data } = useCall(listInvoices, { query: { size: MOST, sortby: 'number', order: 'desc' } });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="k-mb-24">
      <h2>{t('title')}</h2>
      <ul className={styles.lines}>
        {items.map(({ id, number, issuedOn, state, total, open }) => (
          <li key={id} className={styles.line}>
            <span className="k-stack k-gap-2">
              <TextLink href={`/dashboard/invoices/${id}`}>
                {t('one', { number: referenceOf(number) })}
              </TextLink>
              <span className="k-muted k-small">
                {t('line', { day: date(issuedOn, 'dated'), state: t(`state.${state}`) })}
              </span>
            </span>
            <span className="k-stack k-gap-2">
              <b>{money(total)}</b>
              {open > 0 && <span className="k-muted k-small">{t('open', { amount: money(open) })}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
