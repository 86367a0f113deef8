import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '#platform/web/api/queries.ts';
import { searchOffice } from '../../contract.ts';

/** Debounce, in ms. */
const PAUSE = 120;

/**
 * The server's results for `words`. Until a reply has come, the results are those of an earlier search, and `isCurrent`
 * is false; a late reply to an earlier search is ignored.
 */
export function useSearch(words: string) {
  const sent = useDebounced(words);
  const isAsked = sent !== '';
  const found = useQuery({
    ...queryOf(searchOffice, { query: { q: sent } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    results: isAsked && words !== '' ? found.data : undefined,
    isCurrent:
      words === '' || (words === sent && (found.isError || (found.isSuccess && !found.isPlaceholderData))),
    error: isAsked && words !== '' && found.isError ? found.error : null,
    retry: () => void found.refetch(),
  };
}

function useDebounced(words: string): string {
  const [sent, setSent] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSent(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  return sent;
}
