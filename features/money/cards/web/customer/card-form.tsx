import { useEffect, useRef } from 'react';
import { BankQuestion } from '#features/money/payments/web/parts/bank-question.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { CardFields } from '../parts/card-fields.tsx';
import { useCardsText } from '../parts/text.ts';
import styles from './card-page.module.css';
import { useKeepCard, useKeepSentence } from './use-keep-card.ts';

interface Props {
  readonly onKept: () => void;
  /** Closes the form; null if there is no stored card to go back to. */
  readonly onBack: (() => void) | null;
}

/** The fields of a new card, the bank's error and the submit button. */
export function CardForm({ onKept, onBack }: Props) {
  const { t } = useCardsText();
  const { pay, form } = useKeepCard(onKept);
  const sentenceOf = useKeepSentence();
  const { problem } = form;
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) outcome.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <SectionTitle>{t('newCard')}</SectionTitle>
      <div role="alert" ref={outcome}>
        {problem !== null && <Notice kind="bad">{sentenceOf(problem)}</Notice>}
      </div>
      <CardFields pay={pay} form={form} />
      <Button full type="submit" busy={(pay.isBusy || form.sending) && t('saving')}>
        {t('save')}
      </Button>
      <p className="k-muted k-small">{t(pay.key === null ? 'noteSandbox' : 'note')}</p>
      {onBack !== null && (
        <p>
          <TextButton onClick={onBack}>{t('keep')}</TextButton>
        </p>
      )}
      <BankQuestion secret={pay.challenge} total={null} onAnswered={pay.afterBank} />
    </form>
  );
}
