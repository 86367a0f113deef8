import { Menu } from '@mantine/core';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay, instantOf } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { menuOverlay } from '#platform/web/office/overlay.ts';
import type { NeedRow } from '../../contract/needs.ts';
import { laterToday } from '../../rules/later-today.ts';
import { isEmergency } from '../../rules/urgency.ts';
import { usePutOff } from './use-need-action.ts';

const HOUR_MS = 3_600_000;

/** Hides a row until a later hour of the day. */
export function LaterToday({ need }: { readonly need: NeedRow }) {
  const { time } = useFormat();
  const putOff = usePutOff(need);
  const now = appClock.now();
  const midnight = instantOf(businessDay(now)).getTime();
  const times = laterToday((now.getTime() - midnight) / HOUR_MS).map((hour) =>
    new Date(midnight + hour * HOUR_MS).toISOString(),
  );
  const isUrgent = isEmergency(need.kind, Date.parse(need.when) - now.getTime());
  if (times.length === 0 || isUrgent) return null;
  return (
    <Menu {...menuOverlay} position="bottom-end">
      <Menu.Target>
        <Button kind="quiet" size="small">
          Later
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show again today at</Menu.Label>
        {times.map((until) => (
          <Menu.Item key={until} onClick={() => void putOff(until, time(until))}>
            {time(until)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
