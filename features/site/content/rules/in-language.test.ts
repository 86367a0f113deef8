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

it('is the English without its translations', () => {
  const { zh: _, ...english } = steps;
  expect(inLanguage(steps, 'en')).toEqual(english);
});

it('has Chinese where there is some, by the place in a list, and English where there is none', () => {
  expect(inLanguage(steps, 'zh')).toEqual({
    title: '两步',
    steps: [
      { icon: 'home', title: '告诉我们', text: 'About your home.' },
      { icon: 'broom', title: 'Come home', text: '' },
    ],
  });
});

it('takes no field from a translation that the English has not', () => {
  expect(inLanguage({ title: 'A', zh: { title: '甲', html: '<p>乙</p>' } }, 'zh')).toEqual({
    title: '甲',
  });
  expect(inLanguage({ title: 'A' }, 'zh')).toEqual({ title: 'A' });
});
