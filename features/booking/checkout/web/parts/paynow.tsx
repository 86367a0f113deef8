import { useBusiness } from '#features/catalogue/settings/web/parts/use-business.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { isChargePlanned } from '#features/work/jobs/rules/status.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { QrCode, qrPicture } from '#platform/web/design/parts/qr-code.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { readPayNow } from '../../contract.ts';

/** The code that the customer's bank app reads, and what to type without it; nothing if the business has none. */
export function PayNow({ job }: { readonly job: Pick<Job, 'id' | 'charge'> }) {
  const isOffered = useBusiness()?.payNow === true;
  // The card would be charged as well.
  if (!isOffered || (job.charge && isChargePlanned(job.charge))) return null;
  return <PayNowCode job={job} />;
}

function PayNowCode({ job }: { readonly job: Pick<Job, 'id'> }) {
  const { t } = useText(customerTexts);
  const { money } = useFormat();
  const { data } = useCall(readPayNow, { params: { id: job.id } });
  if (data === undefined) return null;
  const { code, amount, payee, name, reference } = data;
  const save = async () => saveFile(await qrPicture(code), `paynow-${reference}.png`);
  return (
    <details>
      <summary>{t('payNow.title', { amount: money(amount) })}</summary>
      <div className="k-row k-wrap k-top k-gap-20 k-mt-10">
        <QrCode text={code} label={t('payNow.code')} />
        <div className="k-stack k-left k-gap-8">
          <p>{t('payNow.scan')}</p>
          <p>{t('payNow.typed', { name, payee, reference })}</p>
          <Button kind="quiet" size="small" onClick={() => void save()}>
            {t('payNow.save')}
          </Button>
          <p className="k-muted k-small">{t('payNow.after')}</p>
        </div>
      </div>
    </details>
  );
}
