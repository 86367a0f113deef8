import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { session } from '#platform/web/session/session.ts';
import { HoursOn, useHours, useHoursOffer } from './credit-hours.tsx';
import { PromoCode } from './promo-code.tsx';
import { useCheckoutText } from './text.ts';
import { useReductionSentence } from './use-reduction-sentence.ts';

/** Reductions of a held booking outside the booking flow: promo code and hours. */
export function Reductions({ job }: { readonly job: Job }) {
  return (
    <>
      <PromoCode job={job} />
      <HoursOn job={job} />
      <PayWithHours job={job} />
    </>
  );
}

/** Applies the customer's hours; if they cover the price, the booking is paid. */
function PayWithHours({ job }: { readonly job: Job }) {
  const { t } = useCheckoutText();
  const { hours } = useFormat();
  const offer = useHoursOffer(job);
  const { busy, give } = useHours(job);
  const sentenceOf = useReductionSentence();
  const [problem, setProblem] = useState<string | null>(null);
  if (offer === null) return null;
  const pay = async () => {
    setProblem(null);
    try {
      const { creditsLeft } = await give();
      session.updateCredit({ creditsLeft });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const words = { hours: hours(offer.use) };
  return (
    <>
      <Button full kind="quiet" busy={busy && t('hours.using')} onClick={() => void pay()}>
        {t(offer.toPay === 0 ? 'hours.go' : 'hours.goPart', words)}
      </Button>
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
    </>
  );
}
