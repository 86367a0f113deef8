import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { useMay } from '#platform/web/session/use-may.ts';
import type { Kind } from '../../rules/fields.ts';
import { importPeople } from '../../rules/policy.ts';

/** On the list of a kind, for those who may import it. */
export function ImportLink({ kind }: { readonly kind: Kind }) {
  if (!useMay(importPeople)) return null;
  return (
    <ButtonLink kind="quiet" size="small" href={`/admin/import?kind=${kind}`}>
      {t('Import')}
    </ButtonLink>
  );
}
