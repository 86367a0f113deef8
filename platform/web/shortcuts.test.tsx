// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SHORTCUTS_KEY, useShortcut, useShortcuts } from './shortcuts.ts';

const pressed = vi.fn();
const opened = vi.fn();
const below = vi.fn();

function Screen() {
  const [on, set] = useShortcuts();
  useShortcut('z', below);
  useShortcut('z', pressed);
  useShortcut('g j', opened);
  useShortcut('j', below);
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
  vi.clearAllMocks();
});

const press = (target: Element, init: object = {}) => fireEvent.keyDown(target, { key: 'z', ...init });
const type = (...keys: string[]) => {
  for (const key of keys) press(document.body, { key });
};

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

test('two keys in sequence trigger one shortcut, and neither key triggers its own', () => {
  render(<Screen />);
  type('g', 'J');
  expect(opened).toHaveBeenCalledOnce();
  expect(below).not.toHaveBeenCalled();
  type('j', 'g', 'x', 'j');
  expect(opened).toHaveBeenCalledOnce();
  expect(below).toHaveBeenCalledTimes(2);
});

test('the second key comes too late after a pause', () => {
  render(<Screen />);
  const now = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1000);
  type('g');
  now.mockReturnValue(2600);
  type('j');
  expect(opened).not.toHaveBeenCalled();
  expect(below).toHaveBeenCalledOnce();
  now.mockRestore();
});

test('the component that was mounted last gets a key that several use', () => {
  render(<Screen />);
  type('z');
  expect(pressed).toHaveBeenCalledOnce();
  expect(below).not.toHaveBeenCalled();
});

test.each(['<dialog open></dialog>', '<div role="dialog"></div>', '<div role="menu"></div>'])(
  'keys do nothing while %s is open',
  (overlay) => {
    render(<Screen />);
    document.body.insertAdjacentHTML('beforeend', overlay);
    type('z', 'j');
    document.body.lastElementChild?.remove();
    expect(pressed).not.toHaveBeenCalled();
    type('z');
    expect(pressed).toHaveBeenCalledOnce();
  },
);
