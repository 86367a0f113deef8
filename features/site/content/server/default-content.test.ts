import { expect, it } from 'vitest';
import { BLOCK_NAMES, BLOCKS } from '../contract/blocks.ts';
import { drawingUrl } from '../rules/drawings.ts';
import { DEFAULT_CONTENT } from './default-content.ts';
import { sanitiseContent } from './sanitise.ts';
import { untranslated } from './testing/untranslated.ts';

it.each(BLOCK_NAMES.map((name) => [name]))('%s is complete by default, in both languages', (name) => {
  const content = DEFAULT_CONTENT[name];
  expect(BLOCKS[name].content.parse(content)).toEqual(content);
  expect(sanitiseContent(content)).toEqual(content);
  expect(untranslated(content)).toEqual([]);
  for (const [, icon = ''] of JSON.stringify(content).matchAll(/"icon":"([^"]*)"/g)) {
    expect(drawingUrl(icon), icon).not.toBeNull();
  }
});

it('a missing Chinese text is found at any depth', () => {
  const content = {
    title: 'Steps',
    steps: [
      { icon: 'home', title: 'One', text: 'Go.' },
      { icon: '', title: 'Two', text: '' },
    ],
    zh: { title: '步骤', steps: [{ title: '一', text: '' }] },
  };
  expect(untranslated(content)).toEqual(['steps.0.text', 'steps.1.title']);
  expect(untranslated({ title: 'Steps' })).toEqual(['title']);
});
