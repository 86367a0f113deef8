import { describe, expect, it } from 'vitest';
import { addDays, businessDay, dayOfWire, hourOfWire } from '#platform/web/business-time.ts';
import { rulerBlockOf } from './job-day.ts';

describe("a job's day", () => {
  it('is read from the wire, whose offset is the business one', () => {
    expect(dayOfWire('2026-11-24T00:30:00+08:00')).toBe('2026-11-24');
    expect(hourOfWire('2026-11-24T09:30:00+08:00')).toBe(9.5);
  });

  it('turns at midnight in Singapore, wherever the phone is', () => {
    expect(businessDay(new Date('2026-11-23T15:59:59Z'))).toBe('2026-11-23');
    expect(businessDay(new Date('2026-11-23T16:00:00Z'))).toBe('2026-11-24');
  });

  it('goes over the end of a month', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
  });

  it('covers the break on the ruler', () => {
    const job = {
      startTime: '2026-11-24T09:00:00+08:00',
      hours: 8,
      breakHours: 1,
      jobType: 'moving-in-out',
    } as const;
    expect(rulerBlockOf(job)).toEqual({ start: 9, hours: 9, service: 'moving-in-out' });
  });
});
