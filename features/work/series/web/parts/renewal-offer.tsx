import type { z } from 'zod';
import { bookAgainAddress } from '#features/site/pages/rules/booking-address.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Card, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import type { renewal } from '../../contract/shapes.ts';
import { declineRenewal, listRenewals } from '../../contract.ts';
import { seriesTexts } from '../texts.ts';
import styles from './series.module.css';

type Renewal = z.output<typeof renewal>;

const MINUTE_MS = 60_000;

/** Renewal offers for every series that ends soon, or for one. Renders nothing if there are none. */
export function RenewalOffers({ seriesID }: { readonly seriesID?: string | null }) {
  const renewals = useCall(listRenewals);
  const items = renewals.data?.items ?? [];
  const shown = seriesID === undefined ? items : items.filter((one) => one.seriesID === seriesID);
  return shown.map((one) => <RenewalOffer key={one.seriesID} of={one} />);
}

function RenewalOffer({ of }: { readonly of: Renewal }) {
  const { t } = useText(seriesTexts);
  const { date } = useFormat();
  const toast = useToast();
  const now = useNow(MINUTE_MS);
  const decline = useAct(declineRenewal, { refresh: [listRenewals] });
  const isOver = Date.parse(of.last.startTime) <= now.getTime();
  const press = () => {
    if (decline.isPending) return;
    decline.mutate(
      { params: { id: of.seriesID }, body: {} },
      {
        onSuccess: () => toast.show({ text: t('renewal.declined') }),
        onError: () => toast.fail({ text: t('renewal.failed') }),
      },
    );
  };
  const day = date(of.last.startTime);
  return (
    <section>
      <Card>
        <div className={`k-stack k-gap-14 ${styles.question}`}>
          <SectionTitle>
            {t(isOver ? `renewal.titleOver.${of.interval}` : `renewal.title.${of.interval}`)}
          </SectionTitle>
          <p>{t(isOver ? 'renewal.textOver' : 'renewal.text', { day })}</p>
          <div className={`k-row k-wrap k-gap-10 k-gap-x-18 ${styles.acts}`}>
            <ButtonLink size="small" kind="quiet" href={bookAgainAddress(of.last)}>
              {t('renewal.go')}
            </ButtonLink>
            <TextButton onClick={press}>{t('renewal.later')}</TextButton>
          </div>
        </div>
      </Card>
    </section>
  );
}
