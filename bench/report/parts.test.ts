import { expect, test } from 'vitest';
import { sectionsOf, withParts } from './parts.ts';

const PAGE =
  '# Performance\n\nWritten on Monday.\n\n## Races\n\nold\n\n## Races of another kind\n\nkept\n\n## Plans\n\nlast\n';

test('what was measured again takes the place of what stood there, and says when', () => {
  const page = withParts(PAGE, ['## Races\n\nnew', '## Memory\n\nfirst'], 'Measured on Tuesday.');
  expect(page).toBe(
    '# Performance\n\nWritten on Monday.\n\n## Races\n\nMeasured on Tuesday.\n\nnew\n\n' +
      '## Races of another kind\n\nkept\n\n## Plans\n\nlast\n\n## Memory\n\nMeasured on Tuesday.\n\nfirst\n',
  );
});

test('a part that is written twice stands there once', () => {
  const once = withParts(PAGE, ['## Races\n\nnew'], 'On Tuesday.');
  expect(withParts(once, sectionsOf('# Performance\n\n## Races\n\nnew\n'), 'On Tuesday.')).toBe(once);
});
