import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { callApi } from '#platform/web/api/api.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf, useAct } from '#platform/web/api/queries.ts';
import { type Paged, usePaged } from '#platform/web/api/use-paged.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { BackLink, PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { type Status, StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { PagedList } from '#platform/web/paged/paged-list.tsx';
import { forgetFragment, savedFragment } from '#platform/web/router/stored-fragment.ts';
import { session } from '#platform/web/session/session.ts';
import {
  type GiftReply,
  listCreditMovements,
  listCredits,
  listLots,
  listReceivedCredits,
  listSentCredits,
  receiveCredit,
} from '../../contract.ts';
import { CODE_LENGTH, codeInFragment, groupGiftCode, readGiftCode } from '../../rules/gift-code.ts';
import { CREDITS } from '../parts/addresses.ts';
import shared from '../parts/credits.module.css';
import { useCreditsMessage } from '../parts/error-messages.ts';
import { columnsFor } from '../parts/hours-wall.tsx';
import { useLastDay } from '../parts/use-lots.ts';
import { creditsTexts } from '../texts.ts';
import styles from './gift/gift.module.css';
import { SendGift } from './gift/send-gift.tsx';

const WAYS = ['send', 'receive'] as const;

/** Sends hours as a gift, or claims a gift; the tab is in the URL. */
export function Component() {
  const { t } = useText(creditsTexts);
  const [search, setSearch] = useSearchParams();
  const code = useGiftCode();
  const way = WAYS.find((one) => one === search.get('show')) ?? (code === '' ? 'send' : 'receive');
  return (
    <div className="k-page">
      <div className="k-stack k-gap-10">
        <div>
          <BackLink href={CREDITS}>{t('home.title')}</BackLink>
        </div>
        <PageTitle>{t('gift.title')}</PageTitle>
        <Segments
          label={t('gift.which')}
          hideLabel
          name="show"
          options={WAYS.map((value) => ({ value, label: t(`gift.${value}`) }))}
          value={way}
          onChange={(next) => setSearch({ show: next }, { preventScrollReset: true })}
        />
      </div>
      {way === 'send' ? <SendGift /> : <ReceiveGift key={code} code={code} />}
      {way === 'send' ? <SentGifts /> : <ReceivedGifts />}
    </div>
  );
}

/**
 * The code from the link in a gift's e-mail, also after signing in on the way. Removed from the address at
 * once, so that it does not stay in the browser history. '' if the link has none.
 */
function useGiftCode(): string {
  const { pathname, search, hash } = useLocation();
  const [code, setCode] = useState(() => codeInFragment(hash || savedFragment(pathname)));
  useEffect(() => {
    forgetFragment();
    const next = codeInFragment(hash);
    if (next === '') return;
    setCode(next);
    window.history.replaceState(window.history.state, '', pathname + search);
  }, [pathname, search, hash]);
  return code;
}

/** Gifts per page. */
const PAGE = 10;

/** Gifts that the customer sent, and their state. */
function SentGifts() {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const gifts = usePaged<GiftReply>({
    key: [...keyOf(listSentCredits), 'paged'],
    read: (from, signal) => callApi(listSentCredits, { body: { from, size: PAGE }, signal }),
  });
  return (
    <History title={t('gift.sentHistory')} none={t('gift.noSent')} gifts={gifts}>
      {(gift) => t('gift.to', { hours: hours(gift.hours), email: gift.email })}
    </History>
  );
}

/** Gifts that the customer claimed. */
function ReceivedGifts() {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const gifts = usePaged<GiftReply>({
    key: [...keyOf(listReceivedCredits), 'paged'],
    read: (from, signal) => callApi(listReceivedCredits, { body: { from, size: PAGE }, signal }),
  });
  return (
    <History title={t('gift.receivedHistory')} none={t('gift.noReceived')} gifts={gifts}>
      {(gift) => t('gift.from', { hours: hours(gift.hours), name: gift.sender.fullname })}
    </History>
  );
}

interface HistoryProps {
  readonly title: string;
  readonly none: string;
  readonly gifts: Paged<GiftReply>;
  readonly children: (gift: GiftReply) => ReactNode;
}

function History({ title, none, gifts, children }: HistoryProps) {
  const { t } = useText(creditsTexts);
  return (
    <section className={`k-stack k-gap-10 ${styles.history}`}>
      <SectionTitle>{title}</SectionTitle>
      <PagedList
        list={gifts}
        loading={t('gift.historyLoading')}
        failed={t('gift.historyFailed')}
        empty={<p className="k-muted">{none}</p>}
      >
        {(items) => (
          <ul className={`k-ruled k-line-above k-line-below ${shared.lines}`}>
            {items.map((gift) => (
              <GiftLine key={gift.id} gift={gift}>
                {children(gift)}
              </GiftLine>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const STATUS: Readonly<Record<GiftReply['status'], Status>> = {
  pending: 'held',
  claimed: 'done',
  returned: 'cancelled',
};

function GiftLine({ gift, children }: { gift: GiftReply; children: ReactNode }) {
  const { t } = useText(creditsTexts);
  const { date } = useFormat();
  const stateOf = useGiftState();
  return (
    <li className={styles.line}>
      <span>
        <b>{children}</b>
        <small>{t('gift.sentOn', { day: date(gift.sentAt, 'dated') })}</small>
      </span>
      <StatusChip status={STATUS[gift.status]}>{stateOf(gift)}</StatusChip>
    </li>
  );
}

function useGiftState(): (gift: GiftReply) => string {
  const { t } = useText(creditsTexts);
  const { date } = useFormat();
  const lastDay = useLastDay();
  return ({ claimedAt, returnedAt, expiresAt }) => {
    if (claimedAt !== null) return t('gift.claimed', { day: date(claimedAt, 'dated') });
    if (returnedAt !== null) return t('gift.returned', { day: date(returnedAt, 'dated') });
    return t('gift.pending', { day: lastDay(expiresAt) });
  };
}

type Claimed = CallReply<typeof receiveCredit>['gift'];

/** Claims a gift by the code from the e-mail. `code`: the code in the link. */
function ReceiveGift({ code }: { code: string }) {
  const [claimed, setClaimed] = useState<Claimed | null>(null);
  if (claimed !== null) return <ClaimedNow gift={claimed} onMore={() => setClaimed(null)} />;
  return <CodeForm code={code} onClaimed={setClaimed} />;
}

/** Groups the code while typing at its end; in the middle, the caret must not move. */
function groupedAt(event: ChangeEvent<HTMLInputElement>, before: string): string {
  const { value, selectionStart } = event.target;
  const isAtEnd = selectionStart === null || selectionStart === value.length;
  return isAtEnd && value.length > before.length ? groupGiftCode(value) : value.toUpperCase();
}

interface CodeFormProps {
  readonly code: string;
  readonly onClaimed: (gift: Claimed) => void;
}

function CodeForm({ code: given, onClaimed }: CodeFormProps) {
  const { t } = useText(creditsTexts);
  const sentenceOf = useCreditsMessage();
  const act = useAct(receiveCredit, {
    refresh: [listCredits, listLots, listCreditMovements, listReceivedCredits],
  });
  const form = useForm({
    initial: { code: groupGiftCode(given) },
    schema: z.object({
      code: z.string().refine((typed) => readGiftCode(typed).length === CODE_LENGTH, {
        error: t('gift.codeShort', { count: CODE_LENGTH }),
      }),
    }),
    send: async ({ code }) => {
      const { gift, creditsLeft } = await act.mutateAsync({ body: { code } });
      session.updateCredit({ creditsLeft });
      onClaimed(gift);
    },
  });
  const field = form.text('code');
  return (
    <form className="k-stack k-gap-18 k-narrow" onSubmit={form.submit} noValidate>
      <div className={styles.code}>
        <TextField
          label={t('gift.code')}
          hint={t('gift.codeHint')}
          code
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          maxLength={40}
          {...field}
          onChange={(event) => form.set({ code: groupedAt(event, form.values.code) })}
          onBlur={() => {
            form.set({ code: groupGiftCode(form.values.code) });
            field.onBlur();
          }}
        />
      </div>
      <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
      <Button full type="submit" busy={form.sending && t('gift.claiming')}>
        {t('gift.claim')}
      </Button>
    </form>
  );
}

function ClaimedNow({ gift, onMore }: { gift: Claimed; onMore: () => void }) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const lastDay = useLastDay();
  const columns = columnsFor(gift.hours);
  return (
    <div className="k-stack k-gap-18 k-narrow" role="status">
      <div className={`${shared.wall} ${shared.laid}`} style={vars({ '--across': columns })}>
        <TileWall service="regular" laid={gift.hours} columns={columns} />
      </div>
      <h2 className={styles.big}>
        {t('gift.claimedTitle', { hours: hours(gift.hours), name: gift.sender.fullname })}
      </h2>
      {gift.message !== '' && <blockquote className="k-quote">{gift.message}</blockquote>}
      <p>
        {gift.hoursExpireAt === null
          ? t('gift.claimedText')
          : t('gift.claimedUntil', { day: lastDay(gift.hoursExpireAt) })}
      </p>
      <ButtonLink full href="/one-time/new">
        {t('gift.claimedBook')}
      </ButtonLink>
      <p>
        <TextButton onClick={onMore}>{t('gift.claimMore')}</TextButton>
      </p>
    </div>
  );
}
