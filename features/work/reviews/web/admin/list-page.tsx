import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { decideReview, listReviews, listShownReviews, type Review } from '../../contract.ts';
import styles from './list.module.css';

const DECISIONS = { waiting: 'Waiting', shown: 'Shown', hidden: 'Hidden' } as const;
const CHIPS = { waiting: 'held', shown: 'done', hidden: 'cancelled' } as const;

const VIEWS = [
  { label: 'All' },
  ...Object.entries(DECISIONS).map(([decision, label]) => ({ label, filters: { decision } })),
];
const STARS = [5, 4, 3, 2, 1].map((count) => ({ value: String(count), label: starsOf(count) }));

/** /admin/reviews */
export function Component() {
  const { date } = useFormat();
  const decide = useDecide();
  const columns: ListColumn<typeof listReviews>[] = [
    { key: 'customer', title: 'Customer', sortby: 'customer', render: nameOf },
    { key: 'stars', title: 'Stars', sortby: 'reviewStarts', render: (item) => starsOf(item.reviewStarts) },
    {
      key: 'review',
      title: 'Review',
      sortby: 'review',
      render: (item) => <span className={styles.review}>{item.review}</span>,
    },
    {
      key: 'crew',
      title: 'Crew',
      render: ({ cleaners }) => cleaners.map(({ fullname }) => fullname).join(', '),
    },
    { key: 'visit', title: 'Visit', sortby: 'startTime', render: (item) => date(item.startTime) },
    {
      key: 'decision',
      title: 'On the site',
      render: ({ decision }) => <StatusChip status={CHIPS[decision]}>{DECISIONS[decision]}</StatusChip>,
    },
    { key: 'label', title: 'Label', sortby: 'label', extra: true, render: (item) => item.label },
    { key: 'given', title: 'Given', sortby: 'createdAt', render: (item) => date(item.createdAt) },
  ];
  return (
    <ListPage
      title="Reviews"
      one="review"
      many="reviews"
      home="/admin/jobs"
      call={listReviews}
      nameOf={nameOf}
      columns={columns}
      views={VIEWS}
      filters={[{ name: 'stars', label: 'Stars', options: STARS }, DECISION_FILTER]}
      sortby="createdAt"
      order="desc"
      adds={false}
      pages="view"
      actions={(item) => [
        ...(item.decision === 'shown' ? [] : [{ label: 'Show on the site', run: () => decide(item, true) }]),
        ...(item.decision === 'hidden' ? [] : [{ label: 'Hide', run: () => decide(item, false) }]),
      ]}
    />
  );
}

const DECISION_FILTER = {
  name: 'decision',
  label: 'On the site',
  options: Object.entries(DECISIONS).map(([value, label]) => ({ value, label })),
};

function nameOf({ customer }: Review): string {
  return customer.fullname;
}

function starsOf(count: number): string {
  return count === 1 ? '1 star' : `${count} stars`;
}

/** Publishes or hides a review, and shows a toast. */
function useDecide() {
  const toast = useToast();
  const client = useQueryClient();
  return async function decide(item: Review, visible: boolean): Promise<void> {
    try {
      await callApi(decideReview, { params: { id: item.id }, body: { visible } });
    } catch (error) {
      toast.show({ text: error instanceof Error ? error.message : 'The review could not be changed.' });
      return;
    }
    for (const read of [listReviews, listShownReviews])
      await client.invalidateQueries({ queryKey: keyOf(read) });
    const name = nameOf(item);
    toast.show({ text: visible ? `${name}’s review is on the site.` : `${name}’s review is hidden.` });
  };
}
