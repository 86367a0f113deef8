import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { changeJob } from '#features/work/jobs/rules/policy.ts';
import { owedIn } from '#features/work/jobs/web/office/job-labels.ts';
import { type Charge, chargeLabel } from '#features/work/jobs/web/parts/price-lines.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { date, useFormat } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';

interface ChargesPanelProps {
  readonly job: Job;
  onSettle(): void;
}

/** What a visit costs besides its price, and what of it is owed. */
export function ChargesPanel({ job, onSettle }: ChargesPanelProps) {
  const { t: tCustomer } = useText(jobsTexts);
  const { money } = useFormat();
  const mayCharge = useMay(changeJob);
  const { charges = [] } = job;
  if (charges.length === 0) return null;
  const owed = owedIn(job);
  return (
    <Panel
      title={t('Extra charges')}
      note={owed > 0 ? t('{{money}} owed', { money: money(owed) }) : undefined}
      end={
        mayCharge &&
        owed > 0 && (
          <Button kind="quiet" size="small" onClick={onSettle}>
            {t('Take or waive')}
          </Button>
        )
      }
    >
      <PanelTable
        caption={t('Extra charges')}
        items={charges}
        columns={[
          { title: t('What'), render: (charge) => chargeLabel(charge, tCustomer) },
          { title: t('Status'), render: stateOf },
          { title: t('Amount'), number: true, render: ({ cents }) => money(cents) },
        ]}
      />
    </Panel>
  );
}

function stateOf({ endedAs, declines, chargeAt }: Charge): string {
  if (endedAs !== null) return endedAs === 'paid' ? t('Paid') : t('Waived');
  if (declines === 0) return chargeAt === null ? t('Owed') : t('The card is being charged');
  return chargeAt === null
    ? t('Card declined, not charged again')
    : t('Card declined, charged again on {{date}}', { date: date(chargeAt, officeLanguage()) });
}
