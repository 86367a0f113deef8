import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { sendCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { BulkAction } from '#platform/web/office/bulk-bar.tsx';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { type BulkTask, useBulk } from '#platform/web/office/use-bulk.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { decideReview, listReviews, listShownReviews, type Review } from '../../contract.ts';
import styles from './list.module.css';

/** Reviews with fewer stars are highlighted, so that someone calls. */
const FEW_STARS = 4;
const DECISIONS = { waiting: t('Waiting'), shown: t('Shown'), hidden: t('Hidden') } as const;
const CHIPS = { waiting: 'held', shown: 'done', hidden: 'cancelled' } as const;

const VIEWS = [
  { label: t('All') },
  ...Object.entries(DECISIONS).map(([decision, label]) => ({ label, filters: { decision } })),
];
const STARS = [5, 4, 3, 2, 1].map((count) => ({ value: String(count), label: starsOf(count) }));

/** /admin/reviews */
export function Component() {
  const { date } = useFormat();
  const mayDecide = useMayCall(decideReview);
  const { run } = useBulk<Review>({ nameOf, refresh: [listReviews, listShownReviews] });
  const columns: ListColumn<typeof listReviews>[] = [
    { key: 'customer', title: t('Customer'), sortby: 'customer', render: nameOf },
    {
      key: 'stars',
      title: t('Stars'),
      sortby: 'reviewStarts',
      render: ({ reviewStarts }) => (
        <span className={reviewStarts < FEW_STARS ? 'k-bad k-strong' : undefined}>
          {starsOf(reviewStarts)}
        </span>
      ),
    },
    {
      key: 'review',
      title: t('Review'),
      sortby: 'review',
      render: (item) => <span className={`k-py-8 k-block k-break ${styles.review}`}>{item.review}</span>,
    },
    {
      key: 'crew',
      title: t('Crew'),
      render: ({ cleaners }) => cleaners.map(({ fullname }) => fullname).join(', '),
    },
    { key: 'visit', title: t('Visit'), sortby: 'startTime', render: (item) => date(item.startTime) },
    {
      key: 'decision',
      title: t('On the site'),
      render: (item) =>
        item.decision === 'waiting' && mayDecide ? (
          <DecideButtons item={item} decide={(one, task) => void run([one], task)} />
        ) : (
          <StatusChip status={CHIPS[item.decision]}>{DECISIONS[item.decision]}</StatusChip>
        ),
    },
    { key: 'label', title: t('Label'), sortby: 'label', extra: true, render: (item) => item.label },
    { key: 'given', title: t('Given'), sortby: 'createdAt', render: (item) => date(item.createdAt) },
  ];
  return (
    <ListPage
      title={t('Reviews')}
      one={t('review')}
      many={t('reviews')}
      home="/admin/jobs"
      call={listReviews}
      nameOf={nameOf}
      columns={columns}
      views={VIEWS}
      filters={[
        { label: t('Given'), days: ['from_date', 'to_date'] },
        { name: 'stars', label: t('Stars'), options: STARS },
        DECISION_FILTER,
      ]}
      sortby="createdAt"
      order="desc"
      adds={false}
      pages="view"
      bulkActions={mayDecide ? DECIDE : []}
      actions={(item) =>
        mayDecide
          ? DECIDE.filter(({ applies }) => applies(item)).map(({ label, does }) => ({
              label,
              run: async () => void (await run([item], does)),
            }))
          : []
      }
    />
  );
}

const DECISION_FILTER = {
  name: 'decision',
  label: t('On the site'),
  options: Object.entries(DECISIONS).map(([value, label]) => ({ value, label })),
};

function nameOf({ customer }: Review): string {
  return customer.fullname;
}

function starsOf(count: number): string {
  return count === 1 ? t('1 star') : t('{{count}} stars', { count });
}

/** Publishing and hiding, each undone by the decision before. */
const SHOW = decisionTask(true);
const HIDE = decisionTask(false);

function decisionTask(visible: boolean): BulkTask<Review> {
  const what = (items: readonly Review[]) => {
    const [first] = items;
    return items.length === 1 && first
      ? t('{{name}}’s review is', { name: nameOf(first) })
      : t('{{count}} reviews are', { count: items.length });
  };
  const send = ({ id }: Review, value: boolean | null) =>
    sendCall(decideReview, { params: { id }, body: { visible: value } });
  return {
    doing: visible ? t('Publishing') : t('Hiding'),
    done: (items) =>
      visible
        ? t('{{what}} on the site.', { what: what(items) })
        : t('{{what}} hidden.', { what: what(items) }),
    failed: visible ? t('was not published') : t('was not hidden'),
    apply: (item) => send(item, visible),
    undo: {
      doing: t('Restoring'),
      done: (items) => t('{{what}} restored.', { what: what(items) }),
      failed: t('was not restored'),
      apply: (item) => send(item, VISIBLE_BEFORE[item.decision]),
    },
  };
}

const VISIBLE_BEFORE = { waiting: null, shown: true, hidden: false } as const;

const DECIDE = [
  {
    label: t('Show on the site'),
    icon: IconEye,
    applies: ({ decision }: Review) => decision !== 'shown',
    does: SHOW,
  },
  {
    label: t('Hide'),
    icon: IconEyeOff,
    applies: ({ decision }: Review) => decision !== 'hidden',
    does: HIDE,
  },
] as const satisfies readonly BulkAction<Review>[];

interface DecideButtonsProps {
  readonly item: Review;
  decide(item: Review, task: BulkTask<Review>): void;
}

/** For a waiting review, the two decisions. */
function DecideButtons({ item, decide }: DecideButtonsProps) {
  return (
    <span className={styles.decide}>
      <Button kind="quiet" size="small" onClick={() => decide(item, SHOW)}>
        {t('Show')}
        <span className="k-hidden">{t('  {{name}}’s review', { name: nameOf(item) })}</span>
      </Button>
      <Button kind="quiet" size="small" onClick={() => decide(item, HIDE)}>
        {t('Hide')}
        <span className="k-hidden">{t('  {{name}}’s review', { name: nameOf(item) })}</span>
      </Button>
    </span>
  );
}
