import { PromoCodeField } from '#features/money/promo-codes/web/parts/promo-code-field.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { updateJobPromocode } from '../../contract.ts';
import { useReductionSentence } from './use-reduction-sentence.ts';

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
