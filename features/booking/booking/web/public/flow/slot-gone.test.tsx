// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { serviceOf } from './services.ts';
import { SlotGone } from './slot-gone.tsx';

afterEach(cleanup);

function Page({ gone }: { gone: boolean }) {
  return (
    <>
      {gone && (
        <SlotGone
          service={serviceOf('one-time')}
          startTime="2026-11-28T09:00:00+08:00"
          alternatives={[]}
          onChoose={() => undefined}
        />
      )}
      <input aria-label="Unit" />
      {!gone && <button type="button">Keep 9:00 am</button>}
    </>
  );
}

test('the notice that the time is taken does not steal focus from someone who is typing', () => {
  const { rerender } = render(<Page gone={false} />);
  screen.getByLabelText('Unit').focus();
  rerender(<Page gone />);
  expect(document.activeElement).toBe(screen.getByLabelText('Unit'));
});

test('it takes the focus of a button that disappeared with the time', () => {
  const { rerender } = render(<Page gone={false} />);
  screen.getByRole('button').focus();
  rerender(<Page gone />);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});
