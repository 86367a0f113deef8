import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import { useState } from 'react';
import { z } from 'zod';
import type { Cents } from '#platform/kernel/money.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { promoTexts } from '../texts.ts';
import styles from './promo-code-field.module.css';
import { ReductionOn } from './reduction-on.tsx';

interface Props {
  /** The applied code, or null. */
  readonly code: string | null;
  /** What it takes off in cents, if known. */
  readonly discount?: Cents | undefined;
  /** Applies a code, or removes it with ''. Rejects with the reason it cannot. */
  readonly put: (code: string) => Promise<unknown>;
  /** The user-facing sentence for a rejection of `put`. */
  readonly sentenceOf: (problem: unknown) => string;
}

/** The applied promo code, or a field to enter one, with the reason if it is not valid. */
export function PromoCodeField({ code, discount, put, sentenceOf }: Props) {
  const { t } = useText(promoTexts);
  const [isOpen, setOpen] = useState(false);
  if (code !== null) return <CodeOn code={code} discount={discount} put={put} sentenceOf={sentenceOf} />;
  if (isOpen) return <CodeForm put={put} sentenceOf={sentenceOf} onDone={() => setOpen(false)} />;
  return (
    <p className="k-mb-12">
      <TextButton onClick={() => setOpen(true)}>{t('add')}</TextButton>
    </p>
  );
}

function CodeOn({ code, discount, put, sentenceOf }: Props & { readonly code: string }) {
  const { t } = useText(promoTexts);
  const { money } = useFormat();
  return (
    <ReductionOn
      icon={IconRosetteDiscountCheck}
      words={discount ? t('takesOff', { code, amount: money(discount) }) : t('on', { code })}
      off={{ label: t('remove'), busy: t('removing') }}
      takeOff={() => put('')}
      sentenceOf={sentenceOf}
    />
  );
}

function CodeForm({ put, sentenceOf, onDone }: Omit<Props, 'code'> & { onDone(): void }) {
  const { t } = useText(promoTexts);
  const form = useForm({
    initial: { promocode: '' },
    schema: z.object({
      promocode: z
        .string()
        .trim()
        .min(1, { error: t('empty') }),
    }),
    send: async ({ promocode }) => {
      await put(promocode.trim());
      onDone();
    },
  });
  return (
    <form className={styles.field} onSubmit={form.submit} noValidate>
      <TextField
        label={t('label')}
        code
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={40}
        {...form.text('promocode')}
      />
      <Button type="submit" kind="quiet" busy={form.sending && t('applying')}>
        {t('apply')}
      </Button>
      <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
    </form>
  );
}
