import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ReactNode, useState } from 'react';
import { downloadLists } from '../../kernel/policy.ts';
import { download } from '../api/api.ts';
import type { Callable } from '../api/callable.ts';
import { Button } from '../design/parts/button.tsx';
import { useToast } from '../design/parts/toast.tsx';
import { t } from '../i18n/office.ts';
import { useMay } from '../session/use-may.ts';

interface CsvButtonProps {
  readonly call: Callable;
  /** Of its address. */
  readonly params?: Readonly<Record<string, string>>;
  /** The filters of the list route. */
  readonly query: object;
  readonly children: ReactNode;
}

/** Downloads all rows of a list, however many, as a file. */
export function CsvButton({ call, params, query, children }: CsvButtonProps) {
  const may = useMay(downloadLists);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const fetchAll = async () => {
    setBusy(true);
    try {
      const all = { ...query, from: 0, size: 9_999_999, download: '1' };
      await download(call, { ...(params && { params }), query: all });
    } catch (error) {
      toast.fail({
        icon: IconAlertTriangle,
        text: t('The file could not be downloaded. {{value}}', {
          value: error instanceof Error ? error.message : '',
        }),
      });
    }
    setBusy(false);
  };
  if (!may) return null;
  return (
    <Button
      kind="quiet"
      size="small"
      icon={IconDownload}
      onClick={() => void fetchAll()}
      busy={busy && t('Downloading')}
    >
      {children}
    </Button>
  );
}
