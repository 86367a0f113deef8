import { expect, it } from 'vitest';
import { inLanguage } from './in-language.ts';

const steps = {
  title: 'Two steps',
  steps: [
    { icon: 'home', title: 'Tell us', text: 'About your home.' },
    { icon: 'broom', title: 'Come home', text: '' },
  ],
  zh: { title: '两步', steps: [{ title: '告诉我们', text: '' }] },
};

it('is in English without translations', () => {
  const { zh: _, ...english } = steps;
  expect(inLanguage(steps, 'en')).toEqual(english);
});

it('uses Chinese where available, by position in a list, and English otherwise', () => {
  expect(inLanguage(steps, 'zh')).toEqual({
    title: '两步',
    steps: [
      { icon: 'home', title: '告诉我们', text: 'About your home.' },
      { icon: 'broom', title: 'Come home', text: '' },
    ],
  });
});

it('ignores translated fields that do not exist in English', () => {
  expect(inLanguage({ title: 'A', zh: { title: '甲', html: '<p>乙</p>' } }, 'zh')).toEqual({
    title: '甲',
  });
  expect(inLanguage({ title: 'A' }, 'zh')).toEqual({ title: 'A' });
});
