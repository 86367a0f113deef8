// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OwnVisitNotice } from './booking-frame.tsx';
import { emptyDraft } from './draft.ts';
import { serviceOf } from './steps.ts';
import { type Flow, ownVisitsOf } from './use-flow.ts';

afterEach(cleanup);

const span = (day: string) => ({
  startTime: `2026-11-${day}T10:00:00+08:00`,
  endTime: `2026-11-${day}T13:00:00+08:00`,
});
const visit = (day: string) => ({ ...span(day), cleaners: [{ firstname: 'Siew Hua' }] });

/** A booking for Friday 27 November, 10:00; for a series also on these dates. */
function show(ownVisits: readonly unknown[], dates: readonly unknown[] = []) {
  const service = serviceOf(dates.length > 0 ? 'regular' : 'one-time');
  const flow = { service, ownVisits, draft: { ...emptyDraft, ...span('27') }, quote: { data: { dates } } };
  return render(<OwnVisitNotice flow={flow as unknown as Flow} />);
}

test('says that there is already a clean at this home, with its crew', () => {
  show([visit('27')]);
  screen.getByText(
    'You already have a clean at this home at that time, with Siew Hua: Fri 27 Nov, 10:00 am.',
    {
      exact: false,
    },
  );
});

test('names the first overlap of a series and counts the others', () => {
  show([visit('27'), visit('28')], [span('20'), span('27'), span('28')]);
  screen.getByText(/with Siew Hua: Fri 27 Nov, 10:00 am/);
  screen.getByText('And on 1 more of these dates.');
});

test('renders nothing if own visits are at other times', () => {
  expect(show([visit('28')]).container.textContent).toBe('');
});

test('own visits are those to this home, without the ones held for this booking', () => {
  const job = (id: string, addressID: string, seriesID: string | null = null) => ({
    id,
    addressID,
    seriesID,
  });
  const visits = [
    job('a', 'home'),
    job('b', 'home'),
    job('c', 'other'),
    job('d', 'home', 's'),
    job('e', 'home', 's'),
  ];
  const idsFor = (jobID: string | null) =>
    ownVisitsOf(visits, { addressID: 'home', held: jobID === null ? null : { jobID, request: '' } }).map(
      ({ id }) => id,
    );
  expect(idsFor(null)).toEqual(['a', 'b', 'd', 'e']);
  expect(idsFor('a')).toEqual(['b', 'd', 'e']);
  expect(idsFor('d')).toEqual(['a', 'b']);
});
