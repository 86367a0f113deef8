import { Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { Link } from 'react-router';
import { IconButton } from '../design/parts/button.tsx';
import type { ListState } from './list-state.ts';
import { menuOverlay } from './overlay.ts';

export interface RowAction {
  readonly label: string;
  readonly to: string;
}

interface RowMenuProps<Item> {
  readonly item: Item;
  readonly home: string;
  readonly state: ListState;
  nameOf(item: Item): string;
  actions?(item: Item): readonly RowAction[];
  readonly trashing: {
    trash(items: readonly Item[]): Promise<void>;
    restore(items: readonly Item[]): Promise<void>;
  };
  /** Carries out what takes the row away. */
  act(act: () => Promise<void>): Promise<void>;
}

/** What may be done with one row. */
export function RowMenu<Item extends { readonly id: string }>(props: RowMenuProps<Item>) {
  const { item, home, state, trashing, act } = props;
  const places = [
    { label: 'Open', to: `${home}/${item.id}/view` },
    { label: 'Change', to: `${home}/${item.id}/update` },
    ...(props.actions?.(item) ?? []),
  ];
  return (
    <Menu position="bottom-end" {...menuOverlay}>
      <Menu.Target>
        <IconButton icon={IconDots} label={`More about ${props.nameOf(item)}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider role="separator" />
        {state.trash ? (
          <Menu.Item onClick={() => void act(() => trashing.restore([item]))}>Restore</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void act(() => trashing.trash([item]))}>Trash</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
