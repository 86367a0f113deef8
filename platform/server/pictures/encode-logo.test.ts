import { expect, it } from 'vitest';
import { encodeLogo } from './encode-logo.ts';

const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">${inner}</svg>`);

/** 10 to the power of 24 translucent squares in 4 kB: the renderer gives up after some minutes. */
const LEVELS = Array.from({ length: 24 }, (_, level) => {
  const uses = `<use href="#a${level}"/>`.repeat(10);
  return `<g id="a${level + 1}" opacity=".5">${uses}</g>`;
});
const BOMB = svg(`${LEVELS.join('')}<rect id="a0" width="1" height="1"/><use href="#a24"/>`);

it('a drawing is rendered at the size in which it is stored', async () => {
  expect(await encodeLogo(svg('<circle r="40" cx="50" cy="50"/>'))).toMatchObject({
    width: 640,
    height: 213,
  });
});

it('a drawing that takes too long is refused, and the next one is rendered', async () => {
  expect(await encodeLogo(BOMB, { seconds: 1 })).toBe('damaged');
  expect(await encodeLogo(svg('<rect width="9" height="9"/>'))).toMatchObject({ width: 640 });
});
