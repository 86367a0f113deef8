import { useState } from 'react';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { Loaded } from '#platform/web/office/record.tsx';
import type { BlockName } from '../../../contract/blocks.ts';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import { callsOf } from '../model/calls-of.ts';
import { toForm } from '../model/paired.ts';
import { DifferenceList } from './difference-list.tsx';
import styles from './versions.module.css';

interface VersionSheetProps {
  readonly name: BlockName;
  readonly version: number;
  onClose(): void;
}

type Against = 'before' | 'now';

const OPTIONS = [
  { value: 'before', label: 'What it changed' },
  { value: 'now', label: 'Beside the site now' },
] as const;

/** One version, field by field: against the one before it, or against what the site says now. */
export function VersionSheet({ name, version, onClose }: VersionSheetProps) {
  const [against, setAgainst] = useState<Against>('before');
  const calls = callsOf(name);
  const { fields } = BLOCK_SPECS[name];
  const it = useCall(calls.readVersion, { params: { version } });
  const before = useCall(calls.readVersion, { params: { version: version - 1 } });
  const now = useCall(calls.read);
  const other = against === 'before' ? before : now;
  return (
    <Sheet
      open
      onClose={onClose}
      title={`Version ${version}`}
      closeLabel="Close"
      actions={
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.sheet}>
        <Segments label="Compare with" hideLabel options={OPTIONS} value={against} onChange={setAgainst} />
        <Loaded query={it} what="this version">
          {(content) => (
            <Loaded query={other} what="the other version">
              {(compared) => {
                const [mine, theirs] = [toForm(fields, content), toForm(fields, compared)];
                return against === 'before' ? (
                  <DifferenceList
                    fields={fields}
                    before={theirs}
                    after={mine}
                    names={{ before: 'Before', after: `Version ${version}` }}
                  />
                ) : (
                  <DifferenceList
                    fields={fields}
                    before={mine}
                    after={theirs}
                    names={{ before: `Version ${version}`, after: 'Now' }}
                  />
                );
              }}
            </Loaded>
          )}
        </Loaded>
      </div>
    </Sheet>
  );
}
