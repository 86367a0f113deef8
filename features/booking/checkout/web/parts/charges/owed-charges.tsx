import { useState } from 'react';
import { NewCard, useCardChoices } from '#features/money/cards/web/parts/card-fields.tsx';
import { listTransactions } from '#features/money/payments/contract.ts';
import { BankQuestion } from '#features/money/payments/web/parts/bank-question.tsx';
import { cardTexts } from '#features/money/payments/web/parts/texts.ts';
import { useCardForm } from '#features/money/payments/web/parts/use-card-form.ts';
import { type CardBody, useCardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { type Charge, chargeLabel } from '#features/work/jobs/web/parts/price-lines.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';
import { payCharge } from '../../../contract.ts';
import { checkoutTexts } from '../texts.ts';

/** For the customer: what a visit costs besides its price, with the payment of what is owed. */
export function VisitCharges({ job }: { readonly job: Job }) {
  const { t } = useText(checkoutTexts);
  const { t: ofJob } = useText(jobsTexts);
  const { money } = useFormat();
  const { charges = [] } = job;
  if (charges.length === 0) return null;
  const [owed] = charges.filter(({ endedAs }) => endedAs === null);
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('charges.title')}</SectionTitle>
      <ul className="k-ruled">
        {charges.map((charge) => (
          <li key={charge.id}>
            {t(`charges.${charge.endedAs ?? 'owed'}`, {
              what: chargeLabel(charge, ofJob),
              amount: money(charge.cents),
            })}
          </li>
        ))}
      </ul>
      {owed !== undefined && <PayCharge key={owed.id} charge={owed} />}
    </section>
  );
}

function PayCharge({ charge }: { readonly charge: Charge }) {
  const { t } = useText(checkoutTexts);
  const { t: cardText } = useText(cardTexts);
  const { money, date } = useFormat();
  const sentenceOf = useJobSentence();
  const { creditCardLast4 } = useSession();
  const [chosen, setChosen] = useState<'stored' | 'new' | null>(null);
  const method = chosen ?? (creditCardLast4 === null || charge.declines > 0 ? 'new' : 'stored');
  const act = useAct(payCharge, { refresh: [getJob, listJobs, listTransactions] });
  const pay = useCardPayment({
    pay: (body: CardBody) => act.mutateAsync({ params: { id: charge.id }, body }),
    onPaid: () => undefined,
  });
  const form = useCardForm({ pay, method, send: (card) => pay.send(card) });
  const choices = useCardChoices();
  const amount = money(charge.cents);
  return (
    <form className="k-stack k-gap-12" onSubmit={form.submit} noValidate>
      {charge.declines > 0 && (
        <Notice kind="sun">
          {charge.chargeAt === null
            ? t('charges.declined', { amount })
            : t('charges.declinedAgain', { amount, day: date(charge.chargeAt) })}
        </Notice>
      )}
      {choices.length > 0 && (
        <RadioRows label={cardText('method')} options={choices} value={method} onChange={setChosen} />
      )}
      {method === 'new' && <NewCard pay={pay} form={form} />}
      <div role="alert">{form.problem && <Notice kind="bad">{sentenceOf(form.problem)}</Notice>}</div>
      <Button type="submit" full busy={(pay.isBusy || form.sending) && t('charges.paying')}>
        {t('charges.pay', { amount })}
      </Button>
      <BankQuestion secret={pay.challenge} total={charge.cents} onAnswered={pay.afterBank} />
    </form>
  );
}
