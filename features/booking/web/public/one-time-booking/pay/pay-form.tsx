import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { SMALLEST_CHARGE } from '#features/payments/rules/attempt.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useSession } from '#platform/web/session/session.ts';
import styles from '../booking.module.css';
import { useBookingText } from '../text.ts';
import { CardFieldsOf } from './card-fields.tsx';
import { CardProblem } from './card-problem.ts';
import { makeSandboxToken, mistakesOf } from './sandbox-card.ts';
import type { MakeToken } from './stripe-card.tsx';
import type { Pay } from './use-pay.ts';
import { usePaySentence } from './use-pay-sentence.ts';

type Method = 'stored' | 'new';

interface Props {
  id: string;
  job: Job;
  /** Cents. */
  total: number;
  pay: Pay;
}

/** Which card, and what the bank said of it, beside it. */
export function PayForm({ id, job, total, pay }: Props) {
  const { t } = useBookingText();
  const sentenceOf = usePaySentence();
  const { creditCardLast4 } = useSession();
  const [method, setMethod] = useState<Method>(creditCardLast4 === null ? 'new' : 'stored');
  const isFree = total < SMALLEST_CHARGE;
  const [makeToken, setMakeToken] = useState<{ readonly make: MakeToken | null }>({ make: null });
  const { form } = useCardForm({ job, total, pay, method, makeToken: makeToken.make });
  const outcome = useRef<HTMLDivElement>(null);
  const { problem } = form;
  // The button stands far from here on a phone.
  useEffect(() => {
    if (problem !== null) outcome.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return (
    <form id={id} className={styles.fields} onSubmit={form.submit} noValidate>
      <div className={styles.outcome} ref={outcome}>
        <h2>{t('pay.method')}</h2>
        <div role="alert">
          {form.problem && <Notice kind={pay.isWaiting ? 'sun' : 'bad'}>{sentenceOf(form.problem)}</Notice>}
        </div>
      </div>
      {isFree && <p>{t('pay.freeText')}</p>}
      {!isFree && creditCardLast4 !== null && <Methods value={method} onChange={setMethod} />}
      {!isFree && method === 'new' && (
        <>
          <CardFieldsOf pay={pay} form={form} onReady={(make) => setMakeToken({ make })} />
          <Checkbox label={t('pay.keepCard')} {...form.flag('keep')} />
        </>
      )}
    </form>
  );
}

export type CardForm = ReturnType<typeof useCardForm>['form'];

interface Options extends Omit<Props, 'id'> {
  readonly method: Method;
  readonly makeToken: MakeToken | null;
}

const cardForm = z.object({ number: z.string(), expiry: z.string(), cvc: z.string(), keep: z.boolean() });

function useCardForm({ total, pay, method, makeToken }: Options) {
  const { t } = useBookingText();
  const isSandbox = pay.key === null;
  const isFree = total < SMALLEST_CHARGE;
  const sentences = { number: t('pay.numberWrong'), expiry: t('pay.expiryWrong'), cvc: t('pay.cvcWrong') };
  const form = useForm({
    initial: { number: '', expiry: '', cvc: '', keep: false },
    schema: cardForm.superRefine((card, { addIssue }) => {
      if (method !== 'new' || !isSandbox || isFree || pay.hasUnanswered()) return;
      for (const field of mistakesOf(card)) {
        addIssue({ code: 'custom', path: [field], message: sentences[field] });
      }
    }),
    send: (card) =>
      pay.send(async () => {
        if (isFree) return { total };
        if (method === 'stored') return { picked: true, total };
        if (isSandbox) return { stripeToken: await makeSandboxToken(card), change: card.keep, total };
        if (makeToken === null) throw new CardProblem(t('pay.cardFailed'));
        return { stripeToken: await makeToken(), change: card.keep, total };
      }),
  });
  return { form };
}

function Methods({ value, onChange }: { value: Method; onChange: (method: Method) => void }) {
  const { t } = useBookingText();
  const { creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear } = useSession();
  const expiry = `${(creditCardExpiryMonth ?? '').padStart(2, '0')}/${(creditCardExpiryYear ?? '').slice(-2)}`;
  return (
    <RadioRows
      label={t('pay.method')}
      hideLabel
      options={[
        {
          value: 'stored',
          label: t('pay.stored', { last4: creditCardLast4 ?? '' }),
          note: t('pay.expires', { date: expiry }),
          picture: <Icon of={IconCreditCard} />,
        },
        { value: 'new', label: t('pay.another'), picture: <Icon of={IconPlus} /> },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
