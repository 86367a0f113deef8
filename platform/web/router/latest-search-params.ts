import { useCallback, useEffect, useRef } from 'react';
import { createSearchParams, type SetURLSearchParams, useSearchParams } from 'react-router';

/**
 * `useSearchParams` whose updates get the latest parameters. React Router's own updates get those that were rendered, so
 * the second of two quick changes would undo the first.
 */
export function useLatestSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const setLatest = useCallback<SetURLSearchParams>(
    (next, options) => {
      const given = typeof next === 'function' ? next(new URLSearchParams(latest.current)) : next;
      latest.current = createSearchParams(given);
      setParams(latest.current, options);
    },
    [setParams],
  );
  return [params, setLatest];
}
