import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { contrastRatio } from '../../kernel/palette.ts';
import { tokensCss } from './generate-css.ts';
import { personTile } from './tiles/drawings.ts';
import tokens from './tokens.json' with { type: 'json' };

describe('tokens.css', () => {
  it('matches tokens.json and the drawings', async () => {
    const written = await readFile(new URL('./tokens.css', import.meta.url), 'utf8');
    expect(written, 'run: node platform/web/design/generate-css.ts').toBe(tokensCss());
  });
});

describe.each(['light', 'dark'] as const)('contrast in %s', (scheme) => {
  const colours: Record<string, string> = tokens.color[scheme];
  const pairs = Object.entries(tokens.contrast[scheme]);

  it.each(pairs)('%s has the documented contrast, and it is sufficient', (pair, { ratio, needs }) => {
    const [ink = '', ground = ''] = pair.split(' on ');
    const measured = contrastRatio(colours[ink] ?? '', colours[ground] ?? '');
    expect(Math.abs(measured - ratio)).toBeLessThan(0.02);
    expect(measured).toBeGreaterThanOrEqual(needs);
  });
});

describe("a person's tile", () => {
  it('is the same for the same person, every time', () => {
    expect(personTile('01998c5e-7f00-7000-8000-000000000001')).toEqual(
      personTile('01998c5e-7f00-7000-8000-000000000001'),
    );
  });

  it('two people have different tiles', () => {
    const tiles = Array.from({ length: 64 }, (_, index) => JSON.stringify(personTile(`person-${index}`)));
    expect(new Set(tiles).size).toBeGreaterThan(16);
  });
});
