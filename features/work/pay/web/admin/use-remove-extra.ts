import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useAct } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { Extra } from '../../contract/shapes.ts';
import { removeExtra } from '../../contract.ts';
import { PAY_READS } from '../parts/refresh.ts';
import { EXTRA_NAMES } from '../parts/words.ts';

/** Removes an extra, and says so. */
export function useRemoveExtra(): (extra: Extra) => Promise<void> {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(removeExtra, { refresh: PAY_READS });
  return async ({ id, kind, amount }) => {
    try {
      await act.mutateAsync({ params: { id }, body: {} });
      toast.show({ text: `${EXTRA_NAMES[kind]} of ${money(amount)} removed.` });
    } catch (error) {
      const text = error instanceof Error ? error.message : 'It could not be removed.';
      toast.fail({ icon: IconAlertTriangle, text });
    }
  };
}
