import { useState } from 'react';
import { listAddresses } from '#features/people/customers/contract.ts';
import { homeName, placeOf } from '#features/people/customers/web/parts/home-labels.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { hasFormerHome } from '#features/work/jobs/web/parts/customer/former-home.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useText } from '#platform/web/i18n/texts.ts';

interface HomeSheetProps {
  readonly job: Job;
  readonly now: Date;
  onClose(): void;
}

/** Far more than any customer has. */
const MAX_HOMES = 200;
const ACCOUNT = '/dashboard/account';

/** Changes which of the customer's homes a visit is for. */
export function HomeSheet({ job, now, onClose }: HomeSheetProps) {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  const homes = useCall(listAddresses, { query: { size: MAX_HOMES, count: '0' } });
  const others = homes.data?.items.filter(
    (home) => home.id !== job.addressID || hasFormerHome(job, home, now),
  );
  return (
    <Sheet open onClose={onClose} title={t('home.title')} closeLabel={shared('close')}>
      <div className={`k-stack k-gap-14 ${styles.question}`}>
        {homes.isError && (
          <ErrorState
            retryLabel={shared('tryAgain')}
            onRetry={() => homes.refetch()}
            retrying={homes.isFetching && shared('trying')}
          >
            {t('home.failed')}
          </ErrorState>
        )}
        {homes.isPending && <Skeleton words={t('home.loading')} lines={3} bare />}
        {others !== undefined && <ChooseHome job={job} homes={others} onClose={onClose} />}
        <TextLink roomy href={ACCOUNT}>
          {t('home.add')}
        </TextLink>
      </div>
    </Sheet>
  );
}

type Home = Parameters<typeof placeOf>[0] & { readonly id: string };

interface ChooseHomeProps {
  readonly job: Job;
  readonly homes: readonly Home[];
  onClose(): void;
}

function ChooseHome({ job, homes, onClose }: ChooseHomeProps) {
  const { t } = useText(customerTexts);
  const sentenceOf = useJobSentence();
  const toast = useToast();
  const [chosen, choose] = useState(homes[0]?.id ?? '');
  const act = useAct(updateJob, {
    refresh: [getJob, listJobs],
    onSuccess: () => {
      toast.show({ text: t('home.done') });
      onClose();
    },
  });
  if (homes.length === 0) return <p>{t('home.none')}</p>;
  return (
    <>
      <RadioRows
        label={t('home.label')}
        value={chosen}
        onChange={choose}
        options={homes.map((home) => ({
          value: home.id,
          label: homeName(home),
          note: placeOf(home),
        }))}
      />
      <SubmitProblem problem={act.error} sentenceOf={sentenceOf} />
      <Button
        full
        busy={act.isPending && t('home.changing')}
        onClick={() => act.mutate({ params: { id: job.id }, body: { addressID: chosen } })}
      >
        {t('home.change')}
      </Button>
    </>
  );
}
