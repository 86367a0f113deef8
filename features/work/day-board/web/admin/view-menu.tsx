import { Checkbox, Popover, Radio } from '@mantine/core';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import { useState } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { overlay } from '#platform/web/office/overlay.ts';
import { useIsPhone } from '#platform/web/office/use-is-phone.ts';
import { SORTS, type Sort } from '../../rules/rows.ts';
import type { Zoom } from './board.tsx';
import type { BoardView } from './board-view.ts';
import styles from './day-board.module.css';

interface ViewMenuProps {
  readonly view: BoardView;
  readonly isWeek: boolean;
  change(view: Partial<BoardView>): void;
}

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  name: 'Name',
  region: 'Region',
  start: 'First visit',
  free: 'Most free time',
};
const WEEK_SORTS: readonly Sort[] = ['name', 'free'];

const ZOOM_NAMES: Readonly<Record<Zoom, string>> = { fit: 'Fit the day', wide: 'Wide', widest: 'Widest' };
const ZOOMS = ['fit', 'wide', 'widest'] as const;

/** Order, groups, filters and scale of the board. */
export function ViewMenu({ view, isWeek, change }: ViewMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  // A phone has a list, which has neither groups nor hours.
  const isBoard = !useIsPhone() && !isWeek;
  const { sort, isGrouped, onlyFree, zoom } = view;
  const isChanged = sort !== 'name' || (!isWeek && onlyFree) || (isBoard && (isGrouped || zoom !== 'fit'));
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus {...overlay}>
      <Popover.Target>
        <Button
          kind={isChanged ? 'chosen' : 'quiet'}
          size="small"
          icon={IconAdjustments}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(!isOpen)}
        >
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.view} aria-label="View">
        <Radio.Group label="Order" value={sort} onChange={(value) => change({ sort: value as Sort })}>
          {(isWeek ? WEEK_SORTS : SORTS).map((each) => (
            <Radio key={each} value={each} label={SORT_NAMES[each]} />
          ))}
        </Radio.Group>
        {isBoard && (
          <Checkbox
            label="Group by region"
            checked={isGrouped}
            onChange={(event) => change({ isGrouped: event.currentTarget.checked })}
          />
        )}
        {!isWeek && (
          <Checkbox
            label="Only with an hour free"
            description={isBoard && 'Press F on the board'}
            checked={onlyFree}
            onChange={(event) => change({ onlyFree: event.currentTarget.checked })}
          />
        )}
        {isBoard && (
          <Radio.Group
            label="Width of an hour"
            value={zoom}
            onChange={(value) => change({ zoom: value as Zoom })}
          >
            {ZOOMS.map((each) => (
              <Radio key={each} value={each} label={ZOOM_NAMES[each]} />
            ))}
          </Radio.Group>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
