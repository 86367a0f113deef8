import { Menu } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { takePayment } from '#features/booking/checkout/rules/policy.ts';
import { resendMessage } from '#features/messages/messages/rules/policy.ts';
import { changeTransaction } from '#features/money/payments/rules/policy.ts';
import { seeCustomer } from '#features/people/customers/rules/policy.ts';
import { changeApplication } from '#features/site/applications/rules/policy.ts';
import { changeRequest } from '#features/site/contact-requests/rules/policy.ts';
import { answerThreads } from '#features/work/conversations/rules/policy.ts';
import { coverVisits } from '#features/work/cover/rules/policy.ts';
import { changeJob, chooseCrew } from '#features/work/jobs/rules/policy.ts';
import { decideReview } from '#features/work/reviews/rules/policy.ts';
import { manageTimeOff } from '#features/work/schedule/rules/policy.ts';
import { offerRenewals } from '#features/work/series/contract.ts';
import { changeSeries, offerRenewals as permission } from '#features/work/series/rules/policy.ts';
import { clockForOthers } from '#features/work/visits/rules/policy.ts';
import type { Action as PolicyAction } from '#platform/kernel/policy.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay, dayOfWire, instantOf } from '#platform/web/business-time.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { type Status, StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { menuOverlay } from '#platform/web/office/overlay.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { useShortcut, useShortcuts } from '#platform/web/shortcuts.ts';
import type { NeedRow } from '../../contract/needs.ts';
import { type Overview, readOverview } from '../../contract.ts';
import { laterToday } from '../../rules/later-today.ts';
import { keyOfNeed } from '../../rules/need-key.ts';
import { isEmergency, type NeedKind } from '../../rules/urgency.ts';
import { MORE, type NeedAction, type NeedCall, NOT_OFFERED_WORDS, needView } from './need-view.ts';
import styles from './overview.module.css';
import { useNeedAction, usePutOff } from './use-need-action.ts';

/** Marks the main action of each row. */
const ACTION = 'data-need-action';
const HOUR_MS = 3_600_000;

/** What needs the office now. J and K walk from row to row; Enter presses the row's action, which has the focus. */
export function NeedsPanel({ needs, more }: Pick<Overview, 'needs' | 'more'>) {
  const list = useRef<HTMLUListElement>(null);
  const [shortcuts] = useShortcuts();
  const walk = (by: number) => {
    const actions = actionsIn(list.current);
    const at = actions.indexOf(document.activeElement as HTMLElement);
    const next = at === -1 && by < 0 ? actions.length - 1 : at + by;
    actions[Math.max(0, Math.min(next, actions.length - 1))]?.focus();
  };
  const canWalk = needs.length > 0;
  const { shown, earlier, ending } = foldNeeds(needs, businessDay(appClock.now()));
  const moreEnding = more.find(({ kind }) => kind === 'series-ending')?.count ?? 0;
  useShortcut('j', canWalk ? () => walk(1) : undefined);
  useShortcut('k', canWalk ? () => walk(-1) : undefined);
  useFocusAfterRemoval(list, needs);
  const count = needs.length + more.reduce((sum, kind) => sum + kind.count, 0);
  return (
    <Panel title={t('Needs you')} end={count > 0 && <span className="k-muted">{thingsOf(count)}</span>}>
      {canWalk ? (
        <>
          <ul className={styles.needs} ref={list}>
            {shown.map((need) => (
              <NeedLine key={keyOfNeed(need)} need={need} />
            ))}
            {earlier.length > 0 && <EarlierVisits needs={earlier} />}
            {ending.length > 0 && <EndingSeries count={ending.length + moreEnding} />}
          </ul>
          <MoreNeedsLinks
            more={ending.length > 0 ? more.filter(({ kind }) => kind !== 'series-ending') : more}
          />
          {shortcuts && (
            <p className={`k-mt-10 k-muted k-small ${styles.keys}`}>
              {tNodes('{{kbd}} and {{kbd2}} to walk, {{kbd3}} to press', {
                kbd: <kbd>J</kbd>,
                kbd2: <kbd>K</kbd>,
                kbd3: <kbd>Enter</kbd>,
              })}
            </p>
          )}
        </>
      ) : (
        <EmptyState title={t('Nothing needs you')} spot="done">
          {t('Every visit has its crew, and no one is waiting for an answer.')}
        </EmptyState>
      )}
    </Panel>
  );
}

/** What can wait is one row if there are two or more: visits not clocked before today, and series that end. */
function foldNeeds(needs: readonly NeedRow[], today: string) {
  const folded = (isOf: (need: NeedRow) => boolean) => {
    const rows = needs.filter(isOf);
    return rows.length > 1 ? rows : [];
  };
  const earlier = folded((need) => need.kind === 'not-finished' && dayOfWire(need.visit.endTime) < today);
  const ending = folded(({ kind }) => kind === 'series-ending');
  return {
    shown: needs.filter((need) => !earlier.includes(need) && !ending.includes(need)),
    earlier,
    ending,
  };
}

function EarlierVisits({ needs }: { readonly needs: readonly NeedRow[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FoldedRow
        status="wrong"
        chip={t('Not clocked')}
        words={t('{{count}} visits that ended before today were not clocked', { count: needs.length })}
      >
        <Button
          kind="quiet"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          {...{ [ACTION]: true }}
        >
          {isOpen ? t('Hide') : t('Show')}
        </Button>
      </FoldedRow>
      {isOpen && needs.map((need) => <NeedLine key={keyOfNeed(need)} need={need} />)}
    </>
  );
}

function EndingSeries({ count }: { readonly count: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FoldedRow status="held" chip={t('Ending')} words={t('{{count}} series end within 14 days', { count })}>
      <Button
        kind="quiet"
        size="small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...{ [ACTION]: true }}
      >
        {t('Show')}
      </Button>
      {isOpen && <EndingSeriesSheet onClose={() => setOpen(false)} />}
    </FoldedRow>
  );
}

interface FoldedRowProps {
  readonly status: Status;
  readonly chip: string;
  readonly words: string;
  readonly children: ReactNode;
}

function FoldedRow({ status, chip, words, children }: FoldedRowProps) {
  return (
    <li className={`k-row k-wrap k-gap-8 k-gap-x-12 k-py-12 k-line-above ${styles.need}`}>
      <StatusChip status={status}>{chip}</StatusChip>
      <div className={styles.words}>
        <p className="k-mt-2 k-muted">{words}</p>
      </div>
      <div className={`k-row k-stretch k-wrap k-gap-8 ${styles.actions}`}>{children}</div>
    </li>
  );
}

function thingsOf(count: number): string {
  return count === 1 ? '1 thing' : t('{{count}} things', { count });
}

function actionsIn(list: HTMLUListElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(`[${ACTION}]`) ?? [])];
}

/** When the row with the focus disappears, the row in its place gets the focus. */
function useFocusAfterRemoval(
  list: { readonly current: HTMLUListElement | null },
  needs: readonly NeedRow[],
): void {
  const focused = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows come or go
  useEffect(() => {
    const actions = actionsIn(list.current);
    if (focused.current >= 0 && document.activeElement === document.body) {
      actions[Math.min(focused.current, actions.length - 1)]?.focus();
    }
    const remember = () => {
      focused.current = actionsIn(list.current).indexOf(document.activeElement as HTMLElement);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [needs]);
}

function NeedLine({ need }: { readonly need: NeedRow }) {
  const { press, busy } = useNeedAction(need);
  const view = needView(need, useFormat(), appClock.now().getTime());
  const act = { onPress: (does: NeedCall) => void press(does), busy };
  return (
    <li className={`k-row k-wrap k-gap-8 k-gap-x-12 k-py-12 k-line-above ${styles.need}`}>
      <StatusChip status={view.status}>{view.chip}</StatusChip>
      <div className={styles.words}>
        <Link to={view.to}>{view.title}</Link>
        <p className="k-mt-2 k-muted">{view.detail}</p>
      </div>
      <div className={`k-row k-stretch k-wrap k-gap-8 ${styles.actions}`}>
        <LaterToday need={need} />
        <May act={NEED_PERMISSION[need.kind]}>
          {view.other && <ActionButton action={view.other} {...act} />}
          <ActionButton action={view.action} {...act} isMain />
        </May>
      </div>
    </li>
  );
}

/** Hides a row until a later hour of the day. */
function LaterToday({ need }: { readonly need: NeedRow }) {
  const { time } = useFormat();
  const putOff = usePutOff(need);
  const now = appClock.now();
  const midnight = instantOf(businessDay(now)).getTime();
  const times = laterToday((now.getTime() - midnight) / HOUR_MS).map((hour) =>
    new Date(midnight + hour * HOUR_MS).toISOString(),
  );
  const isUrgent = isEmergency(need.kind, Date.parse(need.when) - now.getTime());
  if (times.length === 0 || isUrgent) return null;
  return (
    <Menu {...menuOverlay} position="bottom-end">
      <Menu.Target>
        <Button kind="quiet" size="small">
          {t('Later')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Show again today at')}</Menu.Label>
        {times.map((until) => (
          <Menu.Item key={until} onClick={() => void putOff(until, time(until))}>
            {time(until)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ActionProps {
  readonly action: NeedAction;
  readonly busy: boolean;
  readonly isMain?: boolean;
  onPress(does: NeedCall): void;
}

function ActionButton({ action, busy, isMain = false, onPress }: ActionProps) {
  const look = { kind: 'quiet', size: 'small', ...(isMain && { [ACTION]: true }) } as const;
  if ('to' in action) {
    return (
      <ButtonLink {...look} href={action.to}>
        {action.label}
      </ButtonLink>
    );
  }
  return (
    <Button {...look} busy={busy && action.busy} onClick={() => onPress(action.does)}>
      {action.label}
    </Button>
  );
}

function MoreNeedsLinks({ more }: Pick<Overview, 'more'>) {
  if (more.length === 0) return null;
  return (
    <ul className={styles.more}>
      {more.map(({ kind, count }) => {
        const { words, to } = MORE[kind];
        return (
          <li className="k-py-2 k-muted" key={kind}>
            <Link to={to}>{t('and {{count}} more {{words}}', { count, words })}</Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Who may do what ends a need. Everyone else sees the need without its button. */
const NEED_PERMISSION: Readonly<Record<NeedKind, PolicyAction>> = {
  'no-crew': chooseCrew,
  'cannot-come': coverVisits,
  'time-off': manageTimeOff,
  away: chooseCrew,
  late: clockForOthers,
  'not-finished': clockForOthers,
  'said-no': clockForOthers,
  'lost-work': clockForOthers,
  unpaid: takePayment,
  'payment-problem': changeTransaction,
  message: answerThreads,
  'contact-request': changeRequest,
  application: changeApplication,
  review: decideReview,
  undelivered: resendMessage,
  'series-question': changeSeries,
  'series-ending': changeJob,
  'card-expiring': seeCustomer,
  'hours-expiring': changeJob,
};

type Ending = Extract<NeedRow, { kind: 'series-ending' }>;

/** All series that end soon: book more with a customer on the phone, or send all of them the offer to continue. */
function EndingSeriesSheet({ onClose }: { onClose(): void }) {
  const overview = useCall(readOverview, { query: { each: 100 } });
  const series = (overview.data?.needs ?? []).filter((need): need is Ending => need.kind === 'series-ending');
  const open = series.filter(({ offeredAt }) => offeredAt === null);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const offer = useAct(offerRenewals, {
    refresh: [readOverview],
    onSuccess: (reply) =>
      setFailed(
        reply.failed.map(({ seriesID, reason }) => {
          const name = series.find(({ id }) => id === seriesID)?.visit.customer.fullname ?? t('A customer');
          return `${name}: ${NOT_OFFERED_WORDS[reason]}`;
        }),
      ),
  });
  const press = () => {
    if (!offer.isPending) offer.mutate({ body: { seriesIDs: open.map(({ id }) => id) } });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Series that end within 14 days')}
      closeLabel={t('Close')}
      actions={
        <May act={permission}>
          {open.length > 0 && (
            <Button busy={offer.isPending && t('Sending')} onClick={press}>
              {open.length === series.length
                ? t('Offer all {{count}}', { count: open.length })
                : t('Offer the other {{count}}', { count: open.length })}
            </Button>
          )}
        </May>
      }
    >
      <div className={`k-stack k-gap-12 ${styles.offers}`}>
        <p>
          {t(
            'Nothing is booked after these visits. An offer is an e-mail to the customer with a link to book the next ones.',
          )}
        </p>
        <div role="status">
          {failed.length > 0 && (
            <Notice kind="bad">
              {tNodes('Not sent to {{value}}:{{ul}}', {
                value:
                  failed.length === 1 ? t('1 customer') : t('{{count}} customers', { count: failed.length }),
                ul: (
                  <ul>
                    {failed.map((words) => (
                      <li key={words}>{words}</li>
                    ))}
                  </ul>
                ),
              })}
            </Notice>
          )}
          {offer.isSuccess && offer.data.offered.length > 0 && (
            <Notice>
              {offer.data.offered.length === 1
                ? t('{{length}} customer has the offer.', { length: offer.data.offered.length })
                : t('{{length}} customers have the offer.', { length: offer.data.offered.length })}
            </Notice>
          )}
          {offer.error && <Notice kind="bad">{offer.error.message}</Notice>}
        </div>
        <Loaded query={overview} what={t('the series')}>
          {() => (
            <ul className={styles.needs}>
              {series.map((one) => (
                <EndingRow key={one.id} series={one} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Sheet>
  );
}

function EndingRow({ series: { visit, when, offeredAt } }: { readonly series: Ending }) {
  const { date } = useFormat();
  return (
    <li className={`k-row k-between k-gap-12 k-py-10 k-line-above ${styles.ending}`}>
      <div className={styles.words}>
        <Link to={`/admin/jobs/${visit.jobID}/view`}>{visit.customer.fullname}</Link>
        <p className="k-mt-2 k-muted">
          {t('{{label}}, last visit {{date}}. {{value}}', {
            label: visit.label,
            date: date(when),
            value: offeredAt === null ? t('Not offered.') : t('Offered {{date}}.', { date: date(offeredAt) }),
          })}
        </p>
      </div>
      <May act={permission}>
        <Link to={`/admin/jobs/new?renews=${visit.jobID}`}>{t('Book more')}</Link>
      </May>
    </li>
  );
}
