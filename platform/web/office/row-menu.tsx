import { Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useRef } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../design/parts/button.tsx';
import type { ListState } from './list-state.ts';
import { menuOverlay } from './overlay.ts';

/** Leads somewhere, or does something at once. */
export type RowAction = { readonly label: string } & ({ readonly to: string } | { run(): Promise<void> });

/** `view` has no page to change it, `update` none to look at it, `none` has no page at all. */
export type RowPages = 'view' | 'update' | 'none';

/** What puts rows into the trash and takes them out. */
export interface Trashing<Item> {
  trash(items: readonly Item[]): Promise<void>;
  restore(items: readonly Item[]): Promise<void>;
}

interface RowMenuProps<Item> {
  readonly item: Item;
  readonly home: string;
  readonly state: ListState;
  nameOf(item: Item): string;
  actions?(item: Item): readonly RowAction[];
  readonly pages?: RowPages | undefined;
  readonly trashing: Trashing<Item> | undefined;
  canTrash?(item: Item): boolean;
  /** Carries out what takes the row away. */
  act(act: () => Promise<void>): Promise<void>;
}

/** What may be done with one row. */
export function RowMenu<Item extends { readonly id: string }>(props: RowMenuProps<Item>) {
  const { item, home, pages, state, trashing, act } = props;
  const canTrash = props.canTrash?.(item) ?? true;
  const button = useRef<HTMLButtonElement>(null);
  // A row that moved loses the focus on its way: the next press shall find it.
  const run = (work: () => Promise<void>) =>
    act(async () => {
      await work();
      requestAnimationFrame(() => button.current?.focus());
    });
  const actions: readonly RowAction[] = [
    ...(pages === undefined || pages === 'view' ? [{ label: 'Open', to: `${home}/${item.id}/view` }] : []),
    ...(pages === undefined || pages === 'update'
      ? [{ label: 'Change', to: `${home}/${item.id}/update` }]
      : []),
    ...(props.actions?.(item) ?? []),
  ];
  return (
    <Menu position="bottom-end" {...menuOverlay}>
      <Menu.Target>
        <IconButton ref={button} icon={IconDots} label={`More about ${props.nameOf(item)}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) =>
          'to' in action ? (
            <Menu.Item key={action.label} component={Link} to={action.to}>
              {action.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={action.label} onClick={() => void run(action.run)}>
              {action.label}
            </Menu.Item>
          ),
        )}
        {trashing && (state.trash || canTrash) && <Menu.Divider role="separator" />}
        {trashing && state.trash && (
          <Menu.Item onClick={() => void act(() => trashing.restore([item]))}>Restore</Menu.Item>
        )}
        {trashing && !state.trash && canTrash && (
          <Menu.Item onClick={() => void act(() => trashing.trash([item]))}>Trash</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
