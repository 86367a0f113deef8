import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { Callable } from '../api/callable.ts';
import { Button } from '../design/parts/button.tsx';
import { t } from '../i18n/office.ts';
import { useMayCall } from '../session/use-may.ts';
import { type Trashable, useTrash } from './use-trash.ts';

interface TrashButtonProps<Item> {
  readonly item: Item;
  readonly of: Trashable<Item> & { readonly refresh: readonly Callable[] };
}

/** Trashes or restores the record on its page. */
export function TrashButton<Item extends { readonly id: string; readonly trash: 0 | 1 }>(
  props: TrashButtonProps<Item>,
) {
  const trashing = useTrash(props.of);
  const inTrash = props.item.trash === 1;
  const may = useMayCall(inTrash ? props.of.calls?.untrash : props.of.calls?.trash);
  const act = () => void (inTrash ? trashing.restore(props.item) : trashing.trash(props.item));
  if (!may) return null;
  return (
    <Button kind="quiet" size="small" icon={inTrash ? IconRestore : IconTrash} onClick={act}>
      {inTrash ? t('Restore') : t('Trash')}
    </Button>
  );
}
