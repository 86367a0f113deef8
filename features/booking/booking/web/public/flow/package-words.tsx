import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { usualStartOf } from '#features/catalogue/packages/rules/usual-start.ts';
import { useFormat } from '#platform/web/format.ts';
import { useBookingText } from './text.ts';

/** The office's description of the chosen package, and its usual start. */
export function PackageWords({ pack }: { readonly pack: PackageReply }) {
  const { t, language } = useBookingText();
  const { timeOfDay } = useFormat();
  const start = usualStartOf(pack);
  const isTranslated = language === 'zh' && pack.descriptionZh !== '';
  const description = isTranslated ? pack.descriptionZh : pack.description;
  return (
    <>
      {description !== '' && <p className="k-small">{description}</p>}
      {start !== null && (
        <p className="k-muted k-small">{t('home.usualStart', { time: timeOfDay(start) })}</p>
      )}
    </>
  );
}
