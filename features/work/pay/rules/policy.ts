import { defineAction, OFFICE, PAYROLL } from '#platform/kernel/policy.ts';

/** Planned and clocked hours without money: everyone in the office sees the clocks of a visit anyway. */
export const seeHours = defineAction('see the hours of cleaners', OFFICE);
/**
 * Rates, sheets, extras. Wages are confidential: planning the day or looking after customers does not need them, and
 * an accountant needs nothing else to prepare a month.
 */
export const seePay = defineAction('see the pay of cleaners', PAYROLL);
export const changePay = defineAction('prepare the pay of cleaners', PAYROLL);
