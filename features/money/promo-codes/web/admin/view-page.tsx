import { TextLink } from '#platform/web/design/parts/link.tsx';
import { type Status, StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FirstRows } from '#platform/web/office/first-rows.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ShowRecord } from '#platform/web/office/record-screens.tsx';
import { listPromoUses, type PromoReply, type PromoUse } from '../../contract.ts';
import { discountText } from '../../rules/discount.ts';
import { PROMO_CODES, usePromoLayout } from '../parts/promo-code.ts';

/** /admin/promocodes/:promoCodeID/view */
export function Component() {
  const layout = usePromoLayout();
  return (
    <RecordFrame of={PROMO_CODES} subtitle={discountText}>
      {(promo) => (
        <>
          <ShowRecord layout={layout} record={promo} />
          <UsesPanel promo={promo} />
        </>
      )}
    </RecordFrame>
  );
}

function UsesPanel({ promo }: { readonly promo: PromoReply }) {
  return (
    <Panel title={t('Uses')} note={countsOf(promo)}>
      <FirstRows
        call={listPromoUses}
        params={{ id: promo.id }}
        what={t('the uses')}
        none={<p className="k-muted">{t('Not used yet.')}</p>}
        first={25}
        more={100}
      >
        {(uses) => <Uses uses={uses} />}
      </FirstRows>
    </Panel>
  );
}

/** `12 used, 3 reserved, 85 left` */
function countsOf({ used, reserved, remainder }: PromoReply): string {
  return [
    t('{{used}} used', { used }),
    t('{{reserved}} reserved', { reserved }),
    ...(remainder === null ? [] : [t('{{remainder}} left', { remainder })]),
  ].join(', ');
}

const STATES: Readonly<Record<PromoUse['state'], { readonly status: Status; readonly word: string }>> = {
  reserved: { status: 'held', word: t('Reserved') },
  used: { status: 'done', word: t('Used') },
  released: { status: 'cancelled', word: t('Given back') },
};

function Uses({ uses }: { readonly uses: readonly PromoUse[] }) {
  const { money, date, time } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  return (
    <PanelTable
      caption={t('Uses, newest first')}
      items={uses}
      columns={[
        { title: t('Customer'), render: ({ customer }) => customer.fullname },
        {
          title: t('For'),
          render: ({ job }) =>
            job === null ? (
              t('A package of hours')
            ) : (
              <TextLink href={`/admin/jobs/${job.id}/view`}>{at(job.startTime)}</TextLink>
            ),
        },
        {
          title: t('Status'),
          render: ({ state }) => <StatusChip status={STATES[state].status}>{STATES[state].word}</StatusChip>,
        },
        {
          title: t('Since'),
          render: ({ releasedAt, usedAt, reservedAt }) => at(releasedAt ?? usedAt ?? reservedAt),
        },
        { title: t('Discount'), number: true, render: ({ discount }) => money(discount) },
      ]}
    />
  );
}
