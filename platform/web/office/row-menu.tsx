import { Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useRef } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../design/parts/button.tsx';
import { t } from '../i18n/office.ts';
import type { ListState } from './list-state.ts';
import { menuOverlay } from './overlay.ts';

/** A link, or an immediate action. */
export type RowAction = { readonly label: string } & ({ readonly to: string } | { run(): Promise<void> });

/** `view` has only a detail page, `update` only a form, `none` has no page at all. */
export type RowPages = 'view' | 'update' | 'none';

/** Trashes and restores a row. */
export interface RowTrash<Item> {
  trash(item: Item): Promise<void>;
  restore(item: Item): Promise<void>;
}

interface RowMenuProps<Item> {
  readonly item: Item;
  readonly home: string;
  readonly state: ListState;
  nameOf(item: Item): string;
  actions?(item: Item): readonly RowAction[];
  readonly pages?: RowPages | undefined;
  readonly trashing: RowTrash<Item> | undefined;
  canTrash?(item: Item): boolean;
  /** Runs the action that removes the row. */
  act(act: () => Promise<void>): Promise<void>;
}

/** The actions of one row. */
export function RowMenu<Item extends { readonly id: string }>(props: RowMenuProps<Item>) {
  const { item, home, pages, state, trashing, act } = props;
  const canTrash = props.canTrash?.(item) ?? true;
  const button = useRef<HTMLButtonElement>(null);
  // A moved row loses the focus, so it is restored for the next press.
  const run = (work: () => Promise<void>) =>
    act(async () => {
      await work();
      requestAnimationFrame(() => button.current?.focus());
    });
  const actions: readonly RowAction[] = [
    ...(pages === undefined || pages === 'view' ? [{ label: t('Open'), to: `${home}/${item.id}/view` }] : []),
    ...(pages === undefined || pages === 'update'
      ? [{ label: t('Change'), to: `${home}/${item.id}/update` }]
      : []),
    ...(props.actions?.(item) ?? []),
  ];
  return (
    <Menu position="bottom-end" {...menuOverlay}>
      <Menu.Target>
        <IconButton
          ref={button}
          icon={IconDots}
          label={t('Actions for {{name}}', { name: props.nameOf(item) })}
        />
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
          <Menu.Item onClick={() => void act(() => trashing.restore(item))}>{t('Restore')}</Menu.Item>
        )}
        {trashing && !state.trash && canTrash && (
          <Menu.Item onClick={() => void act(() => trashing.trash(item))}>{t('Trash')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
