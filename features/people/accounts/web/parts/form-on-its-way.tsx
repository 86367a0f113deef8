import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useAccountsText } from '../text.ts';

/** In place of a form, until the browser's code knows which one it is. */
export function FormOnItsWay() {
  const { t } = useAccountsText();
  return <Skeleton bare words={t('oneMoment')} lines={5} />;
}
