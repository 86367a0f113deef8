import { tierName } from '#features/people/customers/web/parts/credit-tiers.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { type CreditLot, listLots } from '../../contract.ts';
import { hoursIn, useLastDay } from './use-lots.ts';

interface CustomerHoursProps {
  readonly customerID: string;
  /** The page on which the office adjusts them. */
  readonly adjustAt: string;
}

/** A customer's lots for the office, in spending order, each with its last day. */
export function CustomerHours({ customerID, adjustAt }: CustomerHoursProps) {
  const lots = useCall(listLots, { params: { id: customerID } });
  const { hours, date } = useFormat();
  const lastDay = useLastDay();
  return (
    <Panel
      title="Credit hours"
      note={lots.data && lots.data.length > 0 && `${hours(hoursIn(lots.data))} in total, used in this order`}
      end={<TextLink href={adjustAt}>Adjust hours</TextLink>}
    >
      <Loaded query={lots} what="the hours">
        {(held) =>
          held.length === 0 ? (
            <p className="k-muted">None.</p>
          ) : (
            <PanelTable
              caption="Hours by tier"
              items={held}
              columns={[
                { title: 'Tier', render: ({ perHour }) => tierName(perHour) },
                { title: 'Left', number: true, render: ({ numCredits }) => hours(numCredits) },
                {
                  title: 'From',
                  render: ({ source, purchasedAt }) =>
                    `${LOT_SOURCES[source]}, ${date(purchasedAt, 'dated')}`,
                },
                {
                  title: 'Use by',
                  render: ({ expiresAt }) => (expiresAt === null ? 'No limit' : lastDay(expiresAt)),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Labels for the origin of a lot, for the office. */
export const LOT_SOURCES: Readonly<Record<CreditLot['source'], string>> = {
  purchase: 'Bought',
  gift: 'Gift',
  adjustment: 'From the office',
  refund: 'Refund',
};
