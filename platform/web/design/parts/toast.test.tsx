// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider, UNDO_MS, useToast } from './toast.tsx';

const undo = vi.fn();
const onExpire = vi.fn();

function Screen() {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast.show({ text: 'Visit moved to Tue 1 Dec.', undo, onExpire })}>
        Move
      </button>
      <button type="button" onClick={() => toast.fail({ text: 'Not saved. We keep trying.' })}>
        Fail
      </button>
      <input aria-label="Name" />
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  undo.mockReset();
  onExpire.mockReset();
  render(
    <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }} shortcut>
      <Screen />
    </ToastProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const move = () => fireEvent.click(screen.getByRole('button', { name: 'Move' }));
/** Advances time second by second, because effects set each next timer. */
const pass = (ms: number) => {
  for (let passed = 0; passed < ms; passed += 1000) act(() => vi.advanceTimersByTime(1000));
};

it('can be undone for eight seconds, then closes', () => {
  move();
  pass(UNDO_MS - 1000);
  expect(screen.getByText('Visit moved to Tue 1 Dec.')).toBeTruthy();
  pass(1000);
  expect(screen.queryByText('Visit moved to Tue 1 Dec.')).toBeNull();
  expect(onExpire).toHaveBeenCalledOnce();
  expect(undo).not.toHaveBeenCalled();
});

it('pauses while it is hovered or focused', () => {
  move();
  const button = screen.getByRole('button', { name: /^Undo/ });
  pass(3000);
  act(() => button.focus());
  pass(20_000);
  expect(button.textContent).toBe('Undo 5');
  act(() => button.blur());
  pass(5000);
  expect(onExpire).toHaveBeenCalledOnce();
});

it('is undone by its button, once', () => {
  move();
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  pass(20_000);
  expect(undo).toHaveBeenCalledOnce();
  expect(onExpire).not.toHaveBeenCalled();
});

it('is undone by Z, but not while typing', () => {
  move();
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'z' });
  expect(undo).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Fail' }));
  fireEvent.keyDown(document.body, { key: 'z' });
  expect(undo).toHaveBeenCalledOnce();
});

it('keeps a failure until it is closed', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Fail' }));
  pass(60_000);
  expect(screen.getByRole('alert').textContent).toContain('Not saved. We keep trying.');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is not undone by Z where there is no switch for shortcuts', () => {
  cleanup();
  render(
    <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
      <Screen />
    </ToastProvider>,
  );
  move();
  fireEvent.keyDown(document.body, { key: 'z' });
  expect(undo).not.toHaveBeenCalled();
});
