import { describe, expect, it } from 'vitest';
import { isOwnPicture, isSafeLink } from './addresses.ts';

describe('the URL of a link', () => {
  it.each([
    ['/services', true],
    ['/one-time/new?package=1#top', true],
    ['#prices', true],
    ['https://example.com/a', true],
    ['mailto:hello@kemas.example', true],
    ['tel:+6561234567', true],
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    [' javascript:alert(1)', false],
    ['java\tscript:alert(1)', false],
    ['data:text/html,<script>', false],
    ['vbscript:x', false],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['/\tevil', false],
    ['services', false],
    ['', false],
  ])('%j: %s', (href, is) => expect(isSafeLink(href)).toBe(is));
});

describe('the URL of a picture', () => {
  it.each([
    ['/drawings/mop-and-pail.svg', true],
    ['/uploads/01900000-0000-7000-8000-000000000001/960.jpg', true],
    ['/drawings/../secret.svg', false],
    ['https://elsewhere.example/x.jpg', false],
    ['/uploads/x/960.jpg', false],
    ['', false],
  ])('%j: %s', (url, is) => expect(isOwnPicture(url)).toBe(is));
});
