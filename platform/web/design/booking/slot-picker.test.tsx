// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DayGrid, type DayGridProps, dayAfterKey, type GridDay } from './day-grid.tsx';
import { type Slot, SlotList } from './slot-list.tsx';

afterEach(cleanup);

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const day = (number: number, change: Partial<GridDay> = {}): GridDay => ({
  date: `2026-11-${String(number).padStart(2, '0')}`,
  number: String(number),
  state: 'open',
  free: 4,
  name: `November ${number}`,
  ...change,
});

const days = [
  ...[16, 17, 18, 19, 20].map((number) => day(number, { state: 'past' })),
  day(21, { state: 'past', today: true }),
  day(22, { state: 'full' }),
  ...[23, 24, 25, 26, 27, 28, 29].map((number) => day(number)),
];

function grid(change: Partial<DayGridProps> = {}) {
  const props: DayGridProps = {
    title: 'November',
    weekdays: WEEK.map((name) => name.charAt(0)),
    weekdayNames: WEEK,
    days,
    chosen: '2026-11-28',
    onChoose: () => undefined,
    previousLabel: 'Earlier',
    nextLabel: 'Later',
    ...change,
  };
  return <DayGrid {...props} />;
}

const button = (number: number) => screen.getByRole('button', { name: `November ${number}` });
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

describe('keyboard navigation in the month', () => {
  it.each([
    ['ArrowLeft', 9, 8],
    ['ArrowRight', 9, 10],
    ['ArrowUp', 9, 2],
    ['ArrowDown', 2, 9],
    ['Home', 9, 7],
    ['End', 9, 13],
    ['a', 9, null],
  ])('%s moves from day %i to %s', (name, from, to) => {
    expect(dayAfterKey(name, from, 14)).toBe(to);
  });

  it('has one day in the tab order: the chosen one', () => {
    render(grid());
    const reachable = screen
      .getAllByRole('button')
      .filter((element) => element.tabIndex === 0 && element.dataset.date);
    expect(reachable).toEqual([button(28)]);
    expect(button(28).getAttribute('aria-pressed')).toBe('true');
  });

  it('moves the focus with the arrow keys and chooses only open days', () => {
    const onChoose = vi.fn();
    render(grid({ onChoose }));
    button(28).focus();
    key('ArrowLeft');
    expect(document.activeElement).toBe(button(27));
    key('Home');
    key('ArrowLeft');
    expect(document.activeElement).toBe(button(22));
    fireEvent.click(button(22));
    expect(onChoose).not.toHaveBeenCalled();
    expect(button(22).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button(24));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('2026-11-24');
  });

  it('changes the month at its end and focuses the first day of the next', () => {
    const onNext = vi.fn();
    const { rerender } = render(grid({ onNext }));
    button(28).focus();
    key('ArrowDown');
    expect(onNext).toHaveBeenCalledOnce();
    rerender(grid({ onNext, days: [1, 2, 3, 4, 5, 6, 7].map((number) => day(number)) }));
    expect(document.activeElement).toBe(button(1));
  });
});

describe('the slots of a day', () => {
  const slot = (id: string, change: Partial<Slot> = {}): Slot => ({
    id,
    time: id,
    note: 'Nur Aisyah',
    ...change,
  });
  const list = (taken: boolean, onChoose: (chosen: Slot) => void = () => undefined) => (
    <SlotList
      groups={[{ key: 'morning', label: 'Morning', slots: [slot('9:00 am', { taken }), slot('10:00 am')] }]}
      chosen={taken ? null : '9:00 am'}
      onChoose={onChoose}
      alternatives={
        taken ? { title: '9:00 am is gone. This is nearest.', slots: [slot('11:00 am')] } : undefined
      }
    />
  );

  it('moves with the arrow keys', () => {
    render(list(false));
    screen.getByRole('button', { name: /^9:00/ }).focus();
    key('ArrowRight');
    expect(document.activeElement?.textContent).toContain('10:00 am');
  });

  it('keeps the focus on a slot that is taken meanwhile, and offers the nearest ones', () => {
    const onChoose = vi.fn();
    const { rerender } = render(list(false, onChoose));
    const nine = screen.getByRole('button', { name: /^9:00/ });
    nine.focus();
    rerender(list(true, onChoose));
    expect(document.activeElement).toBe(nine);
    expect(nine.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(nine);
    expect(onChoose).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toContain('9:00 am is gone. This is nearest.');
    fireEvent.click(screen.getByRole('button', { name: /^11:00/ }));
    expect(onChoose).toHaveBeenCalledOnce();
  });
});
