// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

const ROOT = join(import.meta.dirname, '../../../../..');

it("renders the office's text with its markup", () => {
  const { container } = render(<RichText html="<p>Bring <strong>both</strong> keys.</p>" />);
  expect(container.querySelector('strong')?.textContent).toBe('both');
});

it('renders nothing for an empty text', () => {
  expect(render(<RichText html="" />).container.childElementCount).toBe(0);
});

it('is the only place that sets HTML', () => {
  const files = globSync('{apps/web,features/*/*/web,platform/web}/**/*.{ts,tsx}', { cwd: ROOT });
  const setting = files.filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(setting).toEqual(['features/site/content/web/parts/rich-text.tsx']);
});
