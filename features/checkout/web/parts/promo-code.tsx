import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import { useState } from 'react';
import { z } from 'zod';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { updateJobPromocode } from '../../contract.ts';
import styles from './reductions.module.css';
import { useCheckoutText } from './text.ts';
import { useReductionSentence } from './use-reduction-sentence.ts';

interface Props {
  readonly job: Job;
}

/** The promo code of a held booking: which one is on, or the field for one, with the reason when it does not count. */
export function PromoCode({ job }: Props) {
  const { t } = useCheckoutText();
  const [isOpen, setOpen] = useState(false);
  const code = job.price?.lines.find((line) => line.code === 'promo')?.label;
  if (code !== undefined) return <CodeOn job={job} code={code} />;
  if (isOpen) return <CodeField job={job} onDone={() => setOpen(false)} />;
  return (
    <p>
      <TextButton onClick={() => setOpen(true)}>{t('code.add')}</TextButton>
    </p>
  );
}

function useCode({ job }: Props) {
  const act = useAct(updateJobPromocode, { refresh: [getJob, listJobs] });
  return {
    busy: act.isPending,
    put: (promocode: string) => act.mutateAsync({ params: { id: job.id }, body: { promocode } }),
  };
}

function CodeOn({ job, code }: Props & { readonly code: string }) {
  const { t } = useCheckoutText();
  const { busy, put } = useCode({ job });
  const sentenceOf = useReductionSentence();
  const [problem, setProblem] = useState<string | null>(null);
  const remove = () => put('').catch((error: unknown) => setProblem(sentenceOf(error)));
  return (
    <>
      <p className={styles.on} role="status">
        <span>
          <Icon of={IconRosetteDiscountCheck} />
          {t('code.on', { code })}
        </span>
        <TextButton onClick={() => void remove()}>{busy ? t('code.removing') : t('code.remove')}</TextButton>
      </p>
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
    </>
  );
}

function CodeField({ job, onDone }: Props & { onDone(): void }) {
  const { t } = useCheckoutText();
  const { put } = useCode({ job });
  const sentenceOf = useReductionSentence();
  const form = useForm({
    initial: { promocode: '' },
    schema: z.object({
      promocode: z
        .string()
        .trim()
        .min(1, { error: t('code.empty') }),
    }),
    send: async ({ promocode }) => {
      await put(promocode.trim());
      onDone();
    },
  });
  return (
    <form className={styles.field} onSubmit={form.submit} noValidate>
      <TextField
        label={t('code.label')}
        code
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={40}
        {...form.text('promocode')}
      />
      <Button type="submit" kind="quiet" busy={form.sending && t('code.applying')}>
        {t('code.apply')}
      </Button>
      {form.problem && (
        <Notice kind="bad" live>
          {sentenceOf(form.problem)}
        </Notice>
      )}
    </form>
  );
}
