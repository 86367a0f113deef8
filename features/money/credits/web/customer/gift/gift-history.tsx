import type { ReactNode } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { type Paged, usePaged } from '#platform/web/api/use-paged.ts';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { type Status, StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PagedList } from '#platform/web/paged/paged-list.tsx';
import { type GiftReply, listReceivedCredits, listSentCredits } from '../../../contract.ts';
import shared from '../../parts/credits.module.css';
import { useCreditsText } from '../../parts/text.ts';
import { useLastDay } from '../../parts/use-lots.ts';
import styles from './gift.module.css';

/** Gifts per page. */
const PAGE = 10;

/** Gifts that the customer sent, and their state. */
export function SentGifts() {
  const { t } = useCreditsText();
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
export function ReceivedGifts() {
  const { t } = useCreditsText();
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
  const { t } = useCreditsText();
  return (
    <section className={`${shared.section} ${styles.history}`}>
      <SectionTitle>{title}</SectionTitle>
      <PagedList
        list={gifts}
        loading={t('gift.historyLoading')}
        failed={t('gift.historyFailed')}
        empty={<p className="k-muted">{none}</p>}
      >
        {(items) => (
          <ul className={shared.lines}>
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
  const { t } = useCreditsText();
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
  const { t } = useCreditsText();
  const { date } = useFormat();
  const lastDay = useLastDay();
  return ({ claimedAt, returnedAt, expiresAt }) => {
    if (claimedAt !== null) return t('gift.claimed', { day: date(claimedAt, 'dated') });
    if (returnedAt !== null) return t('gift.returned', { day: date(returnedAt, 'dated') });
    return t('gift.pending', { day: lastDay(expiresAt) });
  };
}
