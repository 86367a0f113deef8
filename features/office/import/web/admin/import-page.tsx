import { useState } from 'react';
import { PlainPage } from '#platform/web/office/plain-page.tsx';
import type { ChosenFile } from '../parts/chosen-file.ts';
import { useImport } from '../parts/use-import.ts';
import { Batches } from './batches.tsx';
import { ChooseFile } from './choose-file.tsx';
import { DryRun } from './dry-run.tsx';
import { Progress } from './progress.tsx';

/** /admin/import: customers and cleaners from a file, and the imports so far with Undo. */
export function Component() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const importing = useImport();
  const startAgain = () => {
    setChosen(null);
    importing.clear();
  };
  return (
    <PlainPage
      title="Import"
      lead="Add customers or cleaners from a CSV file. You see what each row will do before anything is saved, and you can undo an import. Nobody is sent a message."
    >
      {importing.progress === null ? (
        <>
          <ChooseFile chosen={chosen} onChoose={setChosen} />
          {chosen && (
            <DryRun
              key={JSON.stringify([chosen.id, chosen.kind, chosen.mapping])}
              chosen={chosen}
              onImport={(request) => void importing.start(request)}
            />
          )}
        </>
      ) : (
        <Progress importing={importing} progress={importing.progress} onAgain={startAgain} />
      )}
      <Batches />
    </PlainPage>
  );
}
