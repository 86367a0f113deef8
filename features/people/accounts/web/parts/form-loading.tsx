import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { accountsTexts } from '../texts.ts';

/** A placeholder until the client knows which form to show. */
export function FormLoading() {
  const { t } = useText(accountsTexts);
  return <Skeleton bare words={t('oneMoment')} lines={5} />;
}
