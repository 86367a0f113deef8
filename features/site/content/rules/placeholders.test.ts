import { describe, expect, it } from 'vitest';
import { placeholderValues } from './placeholder-values.ts';
import { fillPlaceholders, unknownPlaceholders } from './placeholders.ts';

const facts = { businessName: 'Tidy <b>& Co</b>', cancelFreeHours: 24, lateFeePercent: 50 };
const values = placeholderValues(facts, 'en');

describe('the cancellation terms in a sentence', () => {
  it.each([
    [
      24,
      50,
      'Up to 24 hours before a visit you can cancel it, or move it once, for free. If you cancel later, we keep half of its price.',
    ],
    [
      1,
      100,
      'Up to 1 hour before a visit you can cancel it, or move it once, for free. If you cancel later, we keep its whole price.',
    ],
    [
      48,
      30,
      'Up to 48 hours before a visit you can cancel it, or move it once, for free. If you cancel later, we keep 30% of its price.',
    ],
    [24, 0, 'You can cancel a visit for free until it starts, and move it once up to 24 hours before.'],
    [0, 50, 'You can cancel a visit, or move it once, for free until it starts.'],
    [0, 0, 'You can cancel a visit, or move it once, for free until it starts.'],
  ])('%i hours and %i%%', (cancelFreeHours, lateFeePercent, sentence) => {
    expect(placeholderValues({ ...facts, cancelFreeHours, lateFeePercent }, 'en').cancellation).toBe(
      sentence,
    );
  });

  it.each([
    [24, 50, '清洁开始前 24 小时或更早，可以免费取消，也可以免费改期一次。之后取消，收费用的一半。'],
    [24, 100, '清洁开始前 24 小时或更早，可以免费取消，也可以免费改期一次。之后取消，收全部费用。'],
    [24, 30, '清洁开始前 24 小时或更早，可以免费取消，也可以免费改期一次。之后取消，收费用的 30%。'],
    [24, 0, '清洁开始前，可以免费取消；24 小时前还可以免费改期一次。'],
    [0, 50, '清洁开始前，可以免费取消，也可以免费改期一次。'],
  ])('%i hours and %i%% in Chinese', (cancelFreeHours, lateFeePercent, sentence) => {
    expect(placeholderValues({ ...facts, cancelFreeHours, lateFeePercent }, 'zh').cancellation).toBe(
      sentence,
    );
  });
});

const RICH = new Set(['html']);

describe('a placeholder', () => {
  it('is replaced at any depth', () => {
    const content = { title: 'By {company}', sections: [{ html: '<p>{months} months</p>' }], price: 4 };
    expect(fillPlaceholders(content, values, RICH)).toEqual({
      title: 'By Tidy <b>& Co</b>',
      sections: [{ html: '<p>12 months</p>' }],
      price: 4,
    });
  });

  it.each([
    ['{company}. {hours}.', 'Tidy Pte. Ltd. 24 hours.'],
    ['{company}, {cancellation}. {nobody}.', `Tidy Pte. Ltd., ${values.cancellation} {nobody}.`],
  ])('does not duplicate a full stop: %s', (text, filled) => {
    const named = { ...values, company: 'Tidy Pte. Ltd.' };
    expect(fillPlaceholders({ text, html: text }, named, RICH)).toEqual({ text: filled, html: filled });
  });

  it.each([
    ['<p>{company}</p>', '<p>Tidy &lt;b&gt;&amp; Co&lt;/b&gt;</p>'],
    ['<a href="{company}">{hours}</a>', '<a href="{company}">24 hours</a>'],
    ['<p>{nobody} {constructor}</p>', '<p>{nobody} {constructor}</p>'],
    ['{comp<b>any}</b>', '{comp<b>any}</b>'],
  ])('is inserted into rich text as plain text: %s', (html, filled) => {
    expect(fillPlaceholders({ html }, values, RICH).html).toBe(filled);
  });

  it('that is unknown is refused with an error on its field', () => {
    const content = {
      title: '{company}',
      zh: { sections: [{ html: '{hour} {years}' }] },
      note: '{toString}',
    };
    expect(unknownPlaceholders(content)).toEqual([
      {
        path: 'zh.sections.0.html',
        message: expect.stringMatching(/^There is no \{hour\} here\. You can use \{company\} /),
      },
      { path: 'note', message: expect.stringContaining('{toString}') },
    ]);
    expect(unknownPlaceholders({ title: 'Plain', n: 1, none: null, list: ['{hours}'] })).toEqual([]);
  });
});
