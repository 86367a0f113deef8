import { tierName } from '#features/people/customers/web/parts/credit-tiers.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
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
      title={t('Credit hours')}
      note={
        lots.data &&
        lots.data.length > 0 &&
        t('{{hours}} in total, used in this order', { hours: hours(hoursIn(lots.data)) })
      }
      end={<TextLink href={adjustAt}>{t('Adjust hours')}</TextLink>}
    >
      <Loaded query={lots} what={t('the hours')}>
        {(held) =>
          held.length === 0 ? (
            <p className="k-muted">{t('None.')}</p>
          ) : (
            <PanelTable
              caption={t('Hours by tier')}
              items={held}
              columns={[
                { title: t('Tier'), render: ({ perHour }) => tierName(perHour) },
                { title: t('Left'), number: true, render: ({ numCredits }) => hours(numCredits) },
                {
                  title: t('From', { context: 'source' }),
                  render: ({ source, purchasedAt }) =>
                    `${LOT_SOURCES[source]}, ${date(purchasedAt, 'dated')}`,
                },
                {
                  title: t('Use by'),
                  render: ({ expiresAt }) => (expiresAt === null ? t('No limit') : lastDay(expiresAt)),
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
  purchase: t('Bought'),
  gift: t('Gift'),
  adjustment: t('From the office'),
  refund: t('Refund'),
};
