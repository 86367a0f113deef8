import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { seeAudit } from '../../kernel/policy.ts';
import { ButtonLink } from '../design/parts/button.tsx';
import { t } from '../i18n/office.ts';
import { useMay } from '../session/use-may.ts';

interface AuditLinkProps {
  /** The record's kind in the audit trail. */
  readonly kind: string;
  readonly id: string;
}

/** From a record to its entries in the audit log, for those who may see them. */
export function AuditLink({ kind, id }: AuditLinkProps) {
  if (!useMay(seeAudit)) return null;
  return (
    <ButtonLink kind="quiet" size="small" icon={IconHistory} href={`/admin/audit?kind=${kind}&record=${id}`}>
      {t('Audit log')}
    </ButtonLink>
  );
}
