import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { listWaitingList } from '../../contract.ts';
import { PART_NAMES, STATE_NAMES } from './entry-labels.ts';

/** For the office: that a job was offered from the waiting list; nothing for others. */
export function JobOriginPanel({ jobID }: { readonly jobID: string }) {
  const { date, time } = useFormat();
  const list = useCall(listWaitingList, { query: { jobID, size: 1 } });
  const [entry] = list.data?.items ?? [];
  if (entry === undefined) return null;
  const part = entry.part === 'any' ? '' : ` (${PART_NAMES[entry.part].toLowerCase()})`;
  return (
    <Panel title={t('From the waiting list')} note={STATE_NAMES[entry.state]}>
      <p>
        {tNodes(
          '{{fullname}} joined the waiting list for {{date}}{{part}} on {{date2}}, {{time}}. {{textlink}}',
          {
            fullname: entry.customer.fullname,
            date: date(entry.date),
            part,
            date2: date(entry.createdAt),
            time: time(entry.createdAt),
            textlink: (
              <TextLink href={`/admin/jobs/waiting?from_date=${entry.date}&to_date=${entry.date}`}>
                {t('See the line of that day')}
              </TextLink>
            ),
          },
        )}
      </p>
    </Panel>
  );
}
