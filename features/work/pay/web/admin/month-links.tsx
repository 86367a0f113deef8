import { useSearchParams } from 'react-router';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { addMonths, monthTitle } from './pay-labels.ts';

/** The month in the address, if it is one. */
export function monthIn(params: URLSearchParams): string | null {
  const month = params.get('month') ?? '';
  return /^(19|2\d)\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : null;
}

/** To the months before and after; never later than the current one. */
export function MonthLinks({ month }: { readonly month: string }) {
  const [, setParams] = useSearchParams();
  const next = addMonths(month, 1);
  const before = addMonths(month, -1);
  const show = (wanted: string) => setParams({ month: wanted }, { preventScrollReset: true });
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => show(before)}>
        {monthTitle(before)}
      </Button>
      {next <= today().slice(0, 7) && (
        <Button kind="quiet" size="small" onClick={() => show(next)}>
          {monthTitle(next)}
        </Button>
      )}
    </>
  );
}
