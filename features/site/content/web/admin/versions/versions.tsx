import { useState } from 'react';
import { useCall } from '#platform/web/api/queries.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useOneSubmission } from '#platform/web/forms/use-one-submission.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import type { BlockName } from '../../../contract/blocks.ts';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import { callsOf } from '../model/calls-of.ts';
import { ContentFacts } from './content-facts.tsx';
import styles from './versions.module.css';

interface VersionsProps {
  readonly name: BlockName;
  onRestore(version: number): Promise<void>;
}

/** Earlier versions of a block with author and time, and a button to restore each. */
export function Versions({ name, onRestore }: VersionsProps) {
  const versions = useCall(callsOf(name).versions);
  const [viewed, setViewed] = useState<number | null>(null);
  return (
    <Panel title="Versions" note="Earlier versions of this section. Nothing is ever lost.">
      <Loaded query={versions} what="the versions">
        {({ items }) => (
          <ul className={styles.versions} aria-label="Versions">
            {items.map((entry) => (
              <Version key={entry.version} entry={entry} onView={setViewed} onRestore={onRestore} />
            ))}
            <Version
              entry={{ ...FIRST, isCurrent: items.length === 0 }}
              onView={setViewed}
              onRestore={onRestore}
            />
          </ul>
        )}
      </Loaded>
      {viewed !== null && <VersionSheet name={name} version={viewed} onClose={() => setViewed(null)} />}
    </Panel>
  );
}

interface VersionSheetProps {
  readonly name: BlockName;
  readonly version: number;
  onClose(): void;
}

function VersionSheet({ name, version, onClose }: VersionSheetProps) {
  const read = useCall(callsOf(name).readVersion, { params: { version } });
  return (
    <Sheet open onClose={onClose} title={`Version ${version}`} closeLabel="Close">
      <Loaded query={read} what="this version">
        {(content) => <ContentFacts fields={BLOCK_SPECS[name].fields} content={content} />}
      </Loaded>
    </Sheet>
  );
}

interface Entry {
  readonly version: number;
  readonly createdAt: string | null;
  readonly by: { readonly fullname: string } | null;
  readonly restoredFrom: number | null;
  readonly isCurrent: boolean;
}

/** The default content. */
const FIRST = { version: 0, createdAt: null, by: null, restoredFrom: null };

interface VersionProps extends Pick<VersionsProps, 'onRestore'> {
  readonly entry: Entry;
  onView(version: number): void;
}

function Version({ entry, onView, onRestore }: VersionProps) {
  const { version, createdAt, by, restoredFrom, isCurrent } = entry;
  const { date, time } = useFormat();
  const toast = useToast();
  const restoring = useOneSubmission();
  const words = version === 0 ? 'Original text' : `Version ${version}`;
  const restore = () =>
    restoring.run(() =>
      onRestore(version).catch((error: Error) => toast.fail({ text: `Not restored. ${error.message}` })),
    );
  return (
    <li>
      <div className={styles.words}>
        <b>{words}</b>
        {restoredFrom !== null && `, restored from ${nameOf(restoredFrom)}`}
        <p className={styles.quiet}>
          {createdAt !== null && `${date(createdAt, 'dated')}, ${time(createdAt)}`}
          {by !== null && `, ${by.fullname}`}
        </p>
      </div>
      {isCurrent && <StatusChip status="done">On the site</StatusChip>}
      {version > 0 && (
        <TextButton onClick={() => onView(version)}>
          View<span className="k-hidden">{` ${words}`}</span>
        </TextButton>
      )}
      {!isCurrent && (
        <TextButton onClick={() => void restore()}>
          Restore<span className="k-hidden">{` ${words}`}</span>
        </TextButton>
      )}
    </li>
  );
}

function nameOf(version: number): string {
  return version === 0 ? 'the original text' : `version ${version}`;
}
