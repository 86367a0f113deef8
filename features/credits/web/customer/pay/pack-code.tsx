import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useCreditsSentence } from '../../parts/sentence.ts';
import { useCreditsText } from '../../parts/text.ts';
import { CodeProblem } from './code-problem.ts';
import styles from './pay.module.css';
import type { PackPrice } from './use-pack-price.ts';

/** The promo code of a purchase: which one is on, or the field for one, with the reason when it does not count. */
export function PackCode({ price }: { price: PackPrice }) {
  const { t } = useCreditsText();
  const [isOpen, setOpen] = useState(false);
  if (price.promo !== null) {
    return (
      <Notice
        kind="good"
        live
        icon={IconRosetteDiscountCheck}
        action={<TextButton onClick={price.remove}>{t('code.remove')}</TextButton>}
      >
        {t('code.on', { code: price.promo.code })}
      </Notice>
    );
  }
  if (isOpen) return <CodeField price={price} onDone={() => setOpen(false)} />;
  return (
    <p>
      <TextButton onClick={() => setOpen(true)}>{t('code.add')}</TextButton>
    </p>
  );
}

function CodeField({ price, onDone }: { price: PackPrice; onDone: () => void }) {
  const { t } = useCreditsText();
  const sentenceOf = useCreditsSentence();
  const form = useForm({
    initial: { promocode: '' },
    schema: z.object({
      promocode: z
        .string()
        .trim()
        .min(1, { error: t('code.empty') }),
    }),
    send: async ({ promocode }) => {
      await price.apply(promocode.trim());
      onDone();
    },
  });
  const { problem } = form;
  const isOfCode = problem instanceof CodeProblem;
  return (
    <form className={styles.code} onSubmit={form.submit} noValidate>
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
      <div role="alert" className={styles.wide}>
        {isOfCode && <Notice kind="bad">{problem.message}</Notice>}
        {problem !== null && !isOfCode && (
          <Notice kind="bad">{problem instanceof ApiError ? sentenceOf(problem) : t('code.failed')}</Notice>
        )}
      </div>
    </form>
  );
}
