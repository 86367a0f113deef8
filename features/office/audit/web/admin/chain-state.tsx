import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import { useCall } from '#platform/web/api/queries.ts';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { useFormat } from '#platform/web/format.ts';
import { type AuditChain, readAuditChain } from '../../contract.ts';
import styles from './audit.module.css';

/** Above the list, if the last check found the trail broken. */
export function ChainProblem() {
  const { date, time } = useFormat();
  const check = useCall(readAuditChain).data?.lastCheck;
  if (!check || check.problem === null) return null;
  return (
    <div className={styles.problem} role="alert">
      <Icon of={IconAlertTriangle} />
      <div>
        <p>
          <b>The audit log has been tampered with, or part of it was lost.</b> {check.problem}
        </p>
        <p>
          Found on {date(check.at, 'dated')}, {time(check.at)}. Keep a copy of the database, and ask the
          person who manages your server to follow the runbook “The audit check failed”.
        </p>
      </div>
    </div>
  );
}

/** Below the list: when the trail was last checked, and its head. */
export function ChainState() {
  const chain = useCall(readAuditChain);
  if (chain.data === undefined) return null;
  return (
    <div className={styles.chain}>
      <p>
        <Icon of={IconShieldCheck} size={18} /> <Checked chain={chain.data} />
      </p>
      <details>
        <summary>Keep proof outside Kemas</summary>
        <p>
          This is the fingerprint of the log up to now ({chain.data.links.toLocaleString('en-SG')} links).
          Keep it somewhere else: with it, <code>npm run verify:audit -- --head</code> proves later that
          nothing before it was changed.
        </p>
        <code className={styles.head}>{chain.data.head}</code>
      </details>
    </div>
  );
}

function Checked({ chain }: { readonly chain: AuditChain }) {
  const { date, time } = useFormat();
  const { lastCheck, waiting } = chain;
  const late =
    waiting === 0
      ? ''
      : ` ${waiting === 1 ? '1 new entry joins' : `${waiting} new entries join`} the chain within a minute.`;
  if (lastCheck === null) return `Not checked yet: the first check runs at night.${late}`;
  const when = `${date(lastCheck.at, 'dated')}, ${time(lastCheck.at)}`;
  if (lastCheck.problem !== null) return `Checked on ${when}: broken.${late}`;
  return `Checked on ${when}: none of ${lastCheck.entries.toLocaleString('en-SG')} entries was changed, removed, added or moved.${late}`;
}
