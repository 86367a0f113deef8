// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { alternativesOf, SlotGoneNotice } from './slot-gone-notice.tsx';
import { serviceOf } from './steps.ts';

afterEach(cleanup);

function Page({ gone }: { gone: boolean }) {
  return (
    <>
      {gone && (
        <SlotGoneNotice
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

const refusal = (code: string, extensions = {}) =>
  new ApiError({ status: 409, code, title: code, detail: code, extensions });

describe('a taken time', () => {
  const nine = { startTime: '2026-11-28T09:00:00+08:00', endTime: '2026-11-28T13:00:00+08:00' };

  it('comes with the nearest alternatives', () => {
    expect(alternativesOf(refusal('slot_taken', { alternatives: [nine, { startTime: 9 }] }))).toEqual([nine]);
    expect(alternativesOf(refusal('hold_expired', { alternatives: [nine] }))).toEqual([nine]);
  });

  it('a time that cannot be booked may come without alternatives', () => {
    expect(alternativesOf(refusal('not_bookable'))).toEqual([]);
  });

  it('is distinguished from other refusals', () => {
    expect(alternativesOf(refusal('card_declined'))).toBeNull();
    expect(alternativesOf(new Error('No signal'))).toBeNull();
    expect(alternativesOf(null)).toBeNull();
  });
});
