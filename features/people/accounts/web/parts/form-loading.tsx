import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useAccountsText } from '../text.ts';

/** A placeholder until the client knows which form to show. */
export function FormLoading() {
  const { t } = useAccountsText();
  return <Skeleton bare words={t('oneMoment')} lines={5} />;
}
