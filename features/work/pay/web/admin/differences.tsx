import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import type { Difference } from '../../contract/shapes.ts';
import { listDifferences } from '../../contract.ts';
import type { SheetStatus } from '../../rules/states.ts';
import styles from '../parts/pay.module.css';
import { countText, durationText } from '../parts/words.ts';

interface DifferencesProps {
  readonly month: string;
  readonly status: SheetStatus;
}

/** Which lines the clock events and rates would make different now. */
export function Differences({ month, status }: DifferencesProps) {
  const query = useCall(listDifferences, { params: { month } });
  const { money } = useFormat();
  return (
    <div data-screen>
      <Panel title="Checked against the clock events">
        <Loaded query={query} what="the differences">
          {({ count, difference, items }) =>
            count === 0 ? (
              <p className={styles.rule}>Every line matches the clock events and pay rates.</p>
            ) : (
              <>
                <Notice kind="bad">
                  {`${countText(count, 'line')} ${count === 1 ? 'differs' : 'differ'}: the total would be ${
                    difference === 0
                      ? 'the same as'
                      : `${money(Math.abs(difference))} ${difference > 0 ? 'more than' : 'less than'}`
                  } approved. `}
                  {status === 'locked'
                    ? 'Correct it with an extra or a deduction in a later month.'
                    : 'Reopen the sheet to apply these changes.'}
                </Notice>
                <div className={styles.wide}>
                  <Lines items={items} />
                </div>
                {items.length < count && (
                  <p className={styles.rule}>{`The first ${items.length} are shown.`}</p>
                )}
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

function Lines({ items }: { readonly items: readonly Difference[] }) {
  const { date, time, money } = useFormat();
  const clocks = (line: Difference['now']) =>
    line === null
      ? 'Not in the sheet'
      : `${line.startedAt === null ? '–' : time(line.startedAt)} to ${line.finishedAt === null ? '–' : time(line.finishedAt)}, ${durationText(line.paidMinutes)}, ${money(line.amount)}`;
  return (
    <PanelTable
      caption="Lines that differ"
      items={items.map((item) => ({ ...item, id: `${item.cleaner.id} ${item.jobID}` }))}
      columns={[
        {
          title: 'Visit',
          render: (item) => (
            <TextLink href={`/admin/jobs/${item.jobID}/view`}>
              {`${date(item.startTime)}, ${time(item.startTime)}`}
            </TextLink>
          ),
        },
        { title: 'Cleaner', render: ({ cleaner }) => cleaner.fullname },
        { title: 'Approved', render: (item) => clocks(item.approved) },
        { title: 'Now', render: (item) => clocks(item.now) },
      ]}
    />
  );
}
