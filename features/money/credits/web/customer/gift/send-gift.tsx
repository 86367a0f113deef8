import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { CLAIM_DAYS } from '#features/catalogue/packages/rules/credit-terms.ts';
import { FreshCode } from '#features/people/accounts/web/parts/fresh-code.tsx';
import { useFormCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { getCustomer, getFullname, signInCustomer } from '#features/people/customers/contract.ts';
import { type Hours, isHalfHourStep } from '#platform/kernel/money.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { queryOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import {
  listCreditMovements,
  listCredits,
  listLots,
  listSentCredits,
  sendCredit,
} from '../../../contract.ts';
import { sendCredits } from '../../../rules/policy.ts';
import { BUY_HOURS } from '../../parts/addresses.ts';
import shared from '../../parts/credits.module.css';
import { useCreditsMessage } from '../../parts/error-messages.ts';
import { columnsFor } from '../../parts/hours-wall.tsx';
import { hoursIn, useLastDay, useLots } from '../../parts/use-lots.ts';
import { creditsTexts } from '../../texts.ts';
import styles from './gift.module.css';

type Sent = CallReply<typeof sendCredit>['gift'];

/** Catches typing mistakes only; the server decides. */
const EMAIL_FORMAT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function SendGift() {
  const { t } = useText(creditsTexts);
  const { live, isPending, isFetching, refetch } = useLots();
  const [sent, setSent] = useState<Sent | null>(null);
  if (sent !== null) return <SentNow gift={sent} onMore={() => setSent(null)} />;
  if (isPending) return <Skeleton words={t('home.loading')} />;
  if (live === undefined) {
    return (
      <ErrorState retryLabel={t('tryAgain')} onRetry={() => refetch()} retrying={isFetching && t('trying')}>
        {t('home.failed')}
      </ErrorState>
    );
  }
  const left = hoursIn(live);
  // Hours that expire first are sent first.
  const hoursExpireAt = live[0]?.expiresAt ?? null;
  return left > 0 ? (
    <SendForm left={left} hoursExpireAt={hoursExpireAt} onSent={setSent} />
  ) : (
    <NothingToSend />
  );
}

function NothingToSend() {
  const { t } = useText(creditsTexts);
  return (
    <div className="k-narrow">
      <EmptyState
        level={2}
        title={t('gift.noneTitle')}
        spot="gift"
        action={
          <ButtonLink full size="small" href={BUY_HOURS}>
            {t('home.buy')}
          </ButtonLink>
        }
      >
        {t('gift.none')}
      </EmptyState>
    </div>
  );
}

/** Parses typed hours; null if it is not an amount of hours. */
function hoursOf(typed: string): Hours | null {
  const found = /^\d{1,4}(?:[.,]\d)?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : 0;
  return found > 0 && isHalfHourStep(found) ? found : null;
}

interface FormProps {
  readonly left: Hours;
  readonly hoursExpireAt: string | null;
  readonly onSent: (gift: Sent) => void;
}

function useSendForm({ left, onSent }: Pick<FormProps, 'left' | 'onSent'>) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const act = useAct(sendCredit, { refresh: [listCredits, listLots, listCreditMovements, listSentCredits] });
  const proof = useFormCode();
  const form = useForm({
    initial: { amount: left < 2 ? String(left) : '2', email: '', message: '' },
    draft: 'gift',
    schema: z.object({
      amount: z
        .string()
        .refine((typed) => hoursOf(typed) !== null, { error: t('gift.amountWrong') })
        .refine((typed) => (hoursOf(typed) ?? 0) <= left, {
          error: t('gift.amountTooMany', { hours: hours(left) }),
        }),
      email: z
        .string()
        .trim()
        .regex(EMAIL_FORMAT, { error: t('gift.emailWrong') }),
      message: z.string(),
    }),
    send: async ({ amount, email, message }) => {
      const order = { amount: hoursOf(amount) ?? 0, email: email.trim(), message: message.trim() };
      await proof.send(async (otp) => {
        const { gift, creditsLeft } = await act.mutateAsync({ body: { ...order, ...otp } });
        session.updateCredit({ creditsLeft });
        onSent(gift);
      });
    },
  });
  return { form, proof };
}

function SendForm({ left, hoursExpireAt, onSent }: FormProps) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const sentenceOf = useCreditsMessage();
  const { form, proof } = useSendForm({ left, onSent });
  const [recipient, setRecipient] = useState('');
  const amount = hoursOf(form.values.amount);
  const fits = amount !== null && amount <= left;
  return (
    <div className={`k-stack ${styles.columns}`}>
      <form className="k-stack k-gap-18 k-narrow" onSubmit={form.submit} noValidate>
        <p>{t('gift.you', { hours: hours(left) })}</p>
        <TextField
          label={t('gift.amount')}
          hint={t('gift.amountHint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          {...form.text('amount')}
        />
        <TextField
          label={t('gift.email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.text('email')}
          onBlur={(event) => setRecipient(event.target.value.trim())}
        />
        <RecipientName email={recipient} />
        <TextArea
          label={t('gift.message')}
          aside={t('gift.optional')}
          maxLength={500}
          {...form.text('message')}
        />
        {proof.isAsked ? (
          <GiftCode
            problem={form.problem}
            isBusy={form.sending}
            onCode={(otp) => proof.submitWith(otp, form.submit)}
            onCancel={proof.cancel}
          />
        ) : (
          <>
            <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
            <Button full type="submit" busy={form.sending && t('gift.sending')}>
              {fits ? t('gift.button', { hours: hours(amount) }) : t('gift.buttonPlain')}
            </Button>
          </>
        )}
      </form>
      <GiftCard
        hours={fits ? amount : null}
        hoursExpireAt={hoursExpireAt}
        email={form.values.email.trim()}
        message={form.values.message.trim()}
      />
    </div>
  );
}

/** The name of the address's owner, as far as the sender may know it; empty if unknown. */
function RecipientName({ email }: { readonly email: string }) {
  const { t } = useText(creditsTexts);
  const found = useQuery({
    ...queryOf(getFullname, { body: { email } }),
    enabled: EMAIL_FORMAT.test(email),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const name = found?.fullname;
  return (
    <p role="status" className="k-muted">
      {found !== undefined && (name ? t('gift.recipient', { name }) : t('gift.newRecipient'))}
    </p>
  );
}

function SentNow({ gift, onMore }: { gift: Sent; onMore: () => void }) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const lastDay = useLastDay();
  const words = { hours: hours(gift.hours), email: gift.email, day: lastDay(gift.expiresAt) };
  return (
    <div className={`k-stack ${styles.columns}`}>
      <div className="k-stack k-gap-18 k-narrow" role="status">
        <h2 className={styles.big}>{t('gift.sentTitle')}</h2>
        <p className={shared.lead}>{t('gift.sentText', words)}</p>
        {gift.hoursExpireAt !== null && <p>{t('gift.sentExpiry', { day: lastDay(gift.hoursExpireAt) })}</p>}
        <Button kind="quiet" onClick={onMore}>
          {t('gift.sendMore')}
        </Button>
      </div>
      <GiftCard
        hours={gift.hours}
        hoursExpireAt={gift.hoursExpireAt}
        email={gift.email}
        message={gift.message}
      />
    </div>
  );
}

type Props = Omit<Parameters<typeof FreshCode>[0], 'mobile' | 'request' | 'sentenceOf'>;

/** Asks the sender for a new code if their sign-in is too old to send hours. */
function GiftCode(props: Props) {
  const { t } = useText(creditsTexts);
  const sentenceOf = useCreditsMessage();
  const id = useOwnID(sendCredits) ?? '';
  const customer = useCall(getCustomer, { params: { id } });
  const request = useAct(signInCustomer);
  if (customer.error) return <p role="alert">{sentenceOf(customer.error)}</p>;
  if (customer.data === undefined) return <Skeleton words={t('home.loading')} />;
  return (
    <FreshCode
      {...props}
      mobile={customer.data.mobile}
      request={(mobile) => request.mutateAsync({ body: { mobile } })}
      sentenceOf={sentenceOf}
    />
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface GiftCardProps {
  /** Null until entered. */
  readonly hours: Hours | null;
  /** Null if they do not expire. */
  readonly hoursExpireAt: string | null;
  readonly email: string;
  readonly message: string;
}

/** A preview of the gift: its hours as tiles, the sender and the message. */
function GiftCard({ hours: amount, hoursExpireAt, email, message }: GiftCardProps) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const { fullname } = useSession();
  const columns = columnsFor(amount ?? 1);
  return (
    <section className={`k-panel k-narrow ${styles.gift}`} aria-label={t('gift.preview')}>
      <Illustration name="gift" />
      <div className={`k-stack k-gap-12 k-break ${styles.inside}`}>
        {amount !== null && (
          <>
            <div className={styles.tiles} style={vars({ '--across': columns })}>
              <TileWall service="regular" laid={amount} columns={columns} />
            </div>
            <p className={styles.big}>{t('gift.previewHours', { hours: hours(amount) })}</p>
          </>
        )}
        {message !== '' && <blockquote className="k-quote">{message}</blockquote>}
        <p className="k-stack k-gap-2">
          <b>{t('gift.previewFrom', { name: fullname ?? '' })}</b>
          {email !== '' && <span>{t('gift.previewTo', { email })}</span>}
        </p>
        <p className={styles.note}>{t('gift.previewCode', { count: CLAIM_DAYS })}</p>
        {hoursExpireAt !== null && <ExpiryNote hoursExpireAt={hoursExpireAt} />}
      </div>
    </section>
  );
}

function ExpiryNote({ hoursExpireAt }: { hoursExpireAt: string }) {
  const { t } = useText(creditsTexts);
  const lastDay = useLastDay();
  const isSoon = Date.parse(hoursExpireAt) < appClock.now().getTime() + CLAIM_DAYS * DAY_MS;
  const day = lastDay(hoursExpireAt);
  return (
    <p className={styles.note}>
      {isSoon ? t('gift.previewExpirySoon', { day }) : t('gift.previewExpiry', { day })}
    </p>
  );
}
