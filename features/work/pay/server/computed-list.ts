import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvFileName } from '#platform/server/lists/csv.ts';
import type { ListQueryInput, StreamedList } from '#platform/server/lists/streamed-list.ts';
import { firstDayOf, lastDayOf, type Month } from '../rules/month.ts';

interface Computed<Item> {
  /** The name of the file and of the audit entry. */
  readonly name: string;
  readonly month: Month;
  readonly items: readonly Item[];
  readonly csv: readonly CsvColumn<Item>[];
}

const LONGEST_PAGE = 500;

/** A list of items that were computed for one month, as a reply of a list route. Pages are read by `from`. */
export function computedList<Item>(
  ctx: Context,
  query: Pick<ListQueryInput, 'from' | 'size' | 'count' | 'download'>,
  { name, month, items, csv }: Computed<Item>,
): StreamedList {
  const { from, size } = query;
  const wanted = items.slice(from, from + size);
  const [first, last] = [firstDayOf(month).toString(), lastDayOf(month).toString()];
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ).toString();
  return {
    kind: 'streamed-list',
    from,
    size,
    download: query.download === '1',
    csv: csv as readonly CsvColumn<never>[],
    name,
    fileName: csvFileName(name, { from_date: first, to_date: last }, today),
    total: async () => (query.count === '0' ? undefined : items.length),
    pages: async function* () {
      for (let at = 0; at === 0 || at < wanted.length; at += LONGEST_PAGE) {
        const isLast = at + LONGEST_PAGE >= wanted.length;
        yield { items: wanted.slice(at, at + LONGEST_PAGE), next: null, isLast };
      }
    },
  };
}
