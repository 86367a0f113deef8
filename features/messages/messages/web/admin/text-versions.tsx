import { useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { listTextVersions, type TextReply } from '../../contract.ts';
import styles from './texts.module.css';

const MAX_SHOWN = 20;

/** Earlier versions of a template, so that nothing is lost by changing it. */
export function TextVersions({ text: { kind, channel, language } }: { readonly text: TextReply }) {
  const { date, time } = useFormat();
  const params = { kind, channel, language };
  const versions = useCall(listTextVersions, { params, query: { size: MAX_SHOWN, count: '0' } });
  return (
    <Panel title="Earlier versions">
      <Loaded query={versions} what="the earlier versions">
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.quiet}>This text has not been changed yet.</p>
          ) : (
            <ul className={styles.versions} aria-label="Earlier versions">
              {items.map(({ version, subject, body, isDefault, changedAt, changedBy }) => (
                <li key={version}>
                  <details>
                    <summary>
                      {isDefault ? 'Reset to default' : `Version ${version}`}
                      {`, ${date(changedAt, 'dated')}, ${time(changedAt)}`}
                      {changedBy !== '' && `, ${changedBy}`}
                    </summary>
                    {subject !== '' && <p>{subject}</p>}
                    <p className={styles.words}>{body}</p>
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
