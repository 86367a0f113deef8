import { describe, expect, it } from 'vitest';
import { type AlarmDecision, type RaisedAlarm, whyNotResolved } from './alarm.ts';

const mismatch: RaisedAlarm = { kind: 'amount_mismatch', cents: 100 };
const foreign: RaisedAlarm = { kind: 'amount_mismatch', cents: null };
const unwanted: RaisedAlarm = { kind: 'unwanted_payment', cents: 9000 };
const unknown: RaisedAlarm = { kind: 'unknown_payment', cents: null };

describe('how an alarm may be resolved', () => {
  it.each<[RaisedAlarm, AlarmDecision, 'resolution' | 'amount' | null]>([
    [mismatch, { resolution: 'refunded' }, null],
    [mismatch, { resolution: 'kept' }, null],
    [mismatch, { resolution: 'kept', amount: 100 }, null],
    [mismatch, { resolution: 'kept', amount: 101 }, 'amount'],
    [mismatch, { resolution: 'not_charged' }, null],
    [mismatch, { resolution: 'not_charged', amount: 100 }, 'amount'],
    [foreign, { resolution: 'refunded' }, 'amount'],
    [foreign, { resolution: 'refunded', amount: 135 }, null],
    [foreign, { resolution: 'not_charged' }, null],
    [unwanted, { resolution: 'refunded' }, null],
    [unwanted, { resolution: 'refunded', amount: 4500 }, 'amount'],
    [unwanted, { resolution: 'kept' }, null],
    [unwanted, { resolution: 'not_charged' }, 'resolution'],
    [unknown, { resolution: 'kept' }, 'amount'],
    [unknown, { resolution: 'kept', amount: 5000 }, null],
    [unknown, { resolution: 'not_charged' }, null],
  ])('%j by %j: %s', (alarm, decision, path) => {
    expect(whyNotResolved(alarm, decision)?.path ?? null).toBe(path);
  });
});
