import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { PromoCodeField } from '#features/promo-codes/web/parts/promo-code-field.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { updateJobPromocode } from '../../contract.ts';
import { useReductionSentence } from './use-reduction-sentence.ts';

/** The promo code of a held booking. */
export function PromoCode({ job }: { readonly job: Job }) {
  const act = useAct(updateJobPromocode, { refresh: [getJob, listJobs] });
  const line = job.price?.lines.find(({ code }) => code === 'promo');
  return (
    <PromoCodeField
      code={line?.label ?? null}
      discount={line && -line.amount}
      put={(promocode) => act.mutateAsync({ params: { id: job.id }, body: { promocode } })}
      sentenceOf={useReductionSentence()}
    />
  );
}
