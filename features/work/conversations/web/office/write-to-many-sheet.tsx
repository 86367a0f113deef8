import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { onePerCustomer } from '#features/work/jobs/web/office/bulk-changes.ts';
import { sendCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { BulkSheetProps } from '#platform/web/office/bulk-bar.tsx';
import type { BulkTask } from '#platform/web/office/use-bulk.ts';
import { LONGEST_MESSAGE, unsendMessage, writeMessage } from '../../contract.ts';

/** Writes the same message to the customers of all selected jobs. */
export function WriteToManySheet({ items, start, onClose }: BulkSheetProps<Job>) {
  const recipients = onePerCustomer(items);
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' && t('Write the message first.') }),
    send: async ({ text }) => start(messageTask(recipients, text.trim())),
    draft: 'message to several customers',
  });
  const [first] = recipients;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Message {{customers}}', { customers: customers(recipients.length) })}
      closeLabel={t('Close')}
    >
      <p className="k-muted">
        {recipients.length === 1
          ? t('{{fullname}} gets it by e-mail and sees it on the booking page.', {
              fullname: String(first?.customer.fullname),
            })
          : t('Each gets it by e-mail and sees it on the page of the first of the selected bookings.')}
      </p>
      <form className="k-stack k-gap-10" onSubmit={form.submit} noValidate>
        <TextArea label={t('Message')} rows={5} maxLength={LONGEST_MESSAGE} {...form.text('text')} />
        <div>
          <Button type="submit">
            {t('Send to {{customers}}', { customers: customers(recipients.length) })}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function messageTask(recipients: readonly Job[], text: string): BulkTask<Job> {
  const messageIDs = new Map<string, string>();
  const written = (items: readonly Job[]) => items.filter(({ id }) => messageIDs.has(id)).length;
  return {
    doing: t('Sending'),
    done: (items) =>
      t('The message will be sent to {{customers}}.', { customers: customers(written(items)) }),
    failed: t('did not get the message'),
    apply: async (job) => {
      if (!recipients.includes(job)) return;
      const { id } = await sendCall(writeMessage, { params: { id: job.id }, body: { text } });
      messageIDs.set(job.id, id);
    },
    undo: {
      doing: t('Unsending'),
      done: (items) =>
        t('The message to {{customers}} was not sent.', { customers: customers(written(items)) }),
      failed: t('will still get the message'),
      apply: async (job) => {
        const messageID = messageIDs.get(job.id);
        if (messageID === undefined) return;
        await sendCall(unsendMessage, { params: { id: job.id, messageID }, body: {} });
      },
    },
  };
}

function customers(count: number): string {
  return count === 1 ? '1 customer' : t('{{count}} customers', { count });
}
