// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SHORTCUTS_KEY, useShortcut, useShortcuts } from './shortcuts.ts';

const pressed = vi.fn();

function Screen() {
  const [on, set] = useShortcuts();
  useShortcut('z', pressed);
  return (
    <>
      <input type="checkbox" checked={on} onChange={() => set(!on)} aria-label="Shortcuts" />
      <textarea aria-label="Notes" />
    </>
  );
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  pressed.mockReset();
});

const press = (target: Element, init: object = {}) => fireEvent.keyDown(target, { key: 'z', ...init });

test('a single key acts, but not while typing, nor with Control', () => {
  render(<Screen />);
  press(screen.getByLabelText('Shortcuts'));
  press(screen.getByLabelText('Notes'));
  press(document.body, { ctrlKey: true });
  expect(pressed).toHaveBeenCalledOnce();
});

test('the switch turns keys off, is stored, and applies to other tabs', () => {
  render(<Screen />);
  fireEvent.click(screen.getByLabelText('Shortcuts'));
  press(document.body);
  expect(pressed).not.toHaveBeenCalled();
  cleanup();
  render(<Screen />);
  expect(screen.getByLabelText<HTMLInputElement>('Shortcuts').checked).toBe(false);
  localStorage.removeItem(SHORTCUTS_KEY);
  act(() => void window.dispatchEvent(new Event('storage')));
  press(document.body);
  expect(pressed).toHaveBeenCalledOnce();
});
