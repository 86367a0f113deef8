import { useRef, useState } from 'react';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { type DraftReply, issueInvoice, listDrafts, listInvoices } from '../../contract.ts';
import { referenceOf } from '../../rules/reference.ts';
import { INVOICE_READS, INVOICES } from '../office/invoice-labels.ts';

/** The last day of the month before, in the first days of a month; otherwise today. */
function usualDay(): string {
  const day = Number(today().slice(8));
  return day <= 10 ? addDays(today(), -day) : today();
}

/** /admin/invoices/to-bill: what is done and not billed, by customer, and invoices that nobody has sent. */
export function Component() {
  const [until, setUntil] = useState(usualDay);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until);
  const drafts = useCall(listDrafts, { query: isDay ? { until } : {} });
  return (
    <RecordPage list={INVOICES} title={t('Visits to bill')}>
      <div className="k-mb-16">
        <DayField label={t('Visits up to')} name="until" value={until} onChange={setUntil} />
      </div>
      <Loaded query={drafts} what={t('the visits to bill')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('Nothing to bill')} level={2}>
              {t('Visits of customers who are billed by invoice appear here once they are done.')}
            </EmptyState>
          ) : (
            items.map((draft) => <Draft key={`${draft.customer.id} ${until}`} draft={draft} until={until} />)
          )
        }
      </Loaded>
      <NotSent />
    </RecordPage>
  );
}

function Draft({ draft, until }: { readonly draft: DraftReply; readonly until: string }) {
  const { money, date, time } = useFormat();
  const toast = useToast();
  const mayIssue = useMayCall(issueInvoice);
  const act = useAct(issueInvoice, { refresh: INVOICE_READS });
  const isSent = useRef(false);
  const { customer, billTo, lines, total } = draft;
  // Awaited, because the draft is gone once it is issued: callbacks of the mutation would go with it.
  const issue = async (send: boolean) => {
    if (isSent.current) return;
    isSent.current = true;
    const body = { customerID: customer.id, until, total, send };
    const issued = await act.mutateAsync({ body }).catch(() => null);
    isSent.current = false;
    if (issued === null) return;
    const number = referenceOf(issued.number);
    toast.show({
      text:
        issued.sentAt === null
          ? t('{{number}} is issued.', { number })
          : t('{{number}} is issued and on its way by e-mail.', { number }),
    });
  };
  return (
    <Panel
      title={billTo}
      note={<TextLink href={`/admin/customers/${customer.id}/view`}>{customer.fullname}</TextLink>}
      end={
        mayIssue && (
          <span className="k-row k-wrap k-gap-8">
            <Button size="small" busy={act.isPending && t('Issuing')} onClick={() => void issue(true)}>
              {t('Issue and send')}
            </Button>
            <Button
              kind="quiet"
              size="small"
              busy={act.isPending && t('Issuing')}
              onClick={() => void issue(false)}
            >
              {t('Issue only')}
            </Button>
          </span>
        )
      }
    >
      <SubmitProblem problem={act.error} />
      <PanelTable
        caption={t('Visits to bill')}
        items={lines.map((line) => ({ ...line, id: line.jobID }))}
        columns={[
          {
            title: t('Visit'),
            render: ({ jobID, startTime }) => (
              <TextLink
                href={`/admin/jobs/${jobID}/view`}
              >{`${date(startTime)}, ${time(startTime)}`}</TextLink>
            ),
          },
          {
            title: t('What'),
            render: ({ label, name }) => (name === '' ? label : `${name}, ${label}`),
          },
          { title: t('Amount'), number: true, render: ({ cents }) => money(cents) },
        ]}
        totals={[t('Total'), '', money(total)]}
      />
    </Panel>
  );
}

/** Invoices that are open and were never sent. */
function NotSent() {
  const { money, date } = useFormat();
  const invoices = useCall(listInvoices, { query: { state: 'not-sent', size: 50, sortby: 'number' } });
  const items = invoices.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title={t('Invoices that were not sent')}>
      <PanelTable
        caption={t('Invoices that were not sent')}
        items={items}
        columns={[
          {
            title: t('Invoice'),
            render: ({ id, number }) => (
              <TextLink href={`${INVOICES.to}/${id}/view`}>{referenceOf(number)}</TextLink>
            ),
          },
          { title: t('Bill to'), render: ({ billTo }) => billTo },
          { title: t('Due'), render: ({ dueOn }) => date(dueOn, 'dated') },
          { title: t('Open'), number: true, render: ({ open }) => money(open) },
        ]}
      />
    </Panel>
  );
}
