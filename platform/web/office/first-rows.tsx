import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import type { Callable, CallReply } from '../api/callable.ts';
import { queryOf } from '../api/queries.ts';
import { Button } from '../design/parts/button.tsx';
import { t } from '../i18n/office.ts';
import { Loaded } from './record.tsx';

type ItemOf<C extends Callable> = CallReply<C> extends { items: readonly (infer Item)[] } ? Item : never;

interface FirstRowsProps<C extends Callable> {
  readonly call: C;
  readonly params?: object;
  readonly query?: object;
  /** The items, for loading and error texts: "the transactions". */
  readonly what: string;
  /** Shown if there are none. */
  readonly none: ReactNode;
  /** Number of rows at first, and of each further step. */
  readonly first?: number;
  readonly more?: number;
  children(items: readonly ItemOf<C>[]): ReactNode;
}

/** The first rows of a list within a panel, with a button for more. */
export function FirstRows<C extends Callable>(props: FirstRowsProps<C>) {
  const { call, params, query, what, none, first = 5, more = 20, children } = props;
  const [size, setSize] = useState(first);
  const input = { ...(params && { params }), query: { ...query, size } };
  const list = useQuery<{ readonly items: readonly ItemOf<C>[]; readonly total?: number }, ApiError>({
    ...(queryOf<Callable>(call, input) as object),
    queryKey: queryOf<Callable>(call, input).queryKey,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={list} what={what}>
      {({ items, total = 0 }) => (
        <>
          {items.length === 0 ? none : children(items)}
          {items.length < total && (
            <Button
              kind="quiet"
              size="small"
              busy={list.isFetching && t('Loading')}
              onClick={() => setSize(size + more)}
            >
              {t('Show {{min}} more of {{total}}', {
                min: Math.min(more, total - items.length),
                total: total.toLocaleString('en-SG'),
              })}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
