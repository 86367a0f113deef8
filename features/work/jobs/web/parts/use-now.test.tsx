// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { appClock } from '#platform/web/app-clock.ts';
import { useToday } from './use-now.ts';

function Today() {
  return <p>{useToday()}</p>;
}

test("an open page follows the server's date", () => {
  appClock.sync('2026-11-24T23:59:00+08:00');
  render(<Today />);
  expect(screen.getByText('2026-11-24')).toBeTruthy();
  act(() => appClock.sync('2026-11-25T00:01:00+08:00'));
  expect(screen.getByText('2026-11-25')).toBeTruthy();
});
