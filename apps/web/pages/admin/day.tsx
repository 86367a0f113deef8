import { DayPage } from '#features/work/day-board/web/admin/day-page.tsx';
import { DayPlan } from '#features/work/dispatch/web/office/plan-panel.tsx';

/** /admin/day: who does what on a day, and plans for its crews. */
export function Component() {
  return (
    <DayPage withPlan={(day, board, show) => <DayPlan key={day} day={day} board={board} show={show} />} />
  );
}
