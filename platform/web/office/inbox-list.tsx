import type { Callable } from '../api/callable.ts';
import { useFormat } from '../format.ts';
import { t } from '../i18n/office.ts';
import { ListPage, type ListPageProps } from './list-page.tsx';

interface InboxListProps<C extends Callable>
  extends Omit<ListPageProps<C>, 'adds' | 'views' | 'filters' | 'sortby' | 'order'> {
  /** The states and their labels, in order. */
  readonly states: Readonly<Record<string, string>>;
}

/** Messages to the business, newest first, with a tab for each state. */
export function InboxList<C extends Callable>({ states, columns, ...list }: InboxListProps<C>) {
  const { date, time } = useFormat();
  const options = Object.entries(states).map(([value, label]) => ({ value, label }));
  const received = {
    key: 'received',
    title: t('Received'),
    sortby: 'createdAt',
    render: ({ createdAt }: { readonly createdAt: string }) => `${date(createdAt)}, ${time(createdAt)}`,
  };
  return (
    <ListPage
      {...(list as unknown as ListPageProps<C>)}
      adds={false}
      columns={[...columns, received as never]}
      views={[
        { label: t('All') },
        ...options.map(({ value, label }) => ({ label, filters: { state: value } })),
        { label: t('Trash'), trash: true },
      ]}
      filters={[{ name: 'state', label: t('Status'), options }]}
      sortby={'createdAt' as never}
      order="desc"
    />
  );
}
