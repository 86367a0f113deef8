import { describe, expect, it } from 'vitest';
import { sanitiseContent, sanitiseHtml } from './sanitise.ts';

describe('rich text', () => {
  it.each([
    ['<p>Hello <strong>there</strong></p>', '<p>Hello <strong>there</strong></p>'],
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<p onclick="alert(1)" style="position:fixed" class="k-x">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="JaVa&#115;cript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<a href="/services" target="_blank" onmouseover="x">a</a>', '<a href="/services">a</a>'],
    [
      '<a href="https://example.com">a</a>',
      '<a href="https://example.com" rel="noopener nofollow" target="_blank">a</a>',
    ],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<math><mtext><script>alert(1)</script></mtext></math>', ''],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
    ['<form action="/api/signout"><button>Press</button></form>', 'Press'],
    ['<style>*{display:none}</style>a', 'a'],
    ['<!--<img src="--><img src=x onerror=alert(1)//">', ''],
    ['<p>5 < 6 & 7 > 3</p>', '<p>5 &lt; 6 &amp; 7 &gt; 3</p>'],
    ['<p>您好 😊 مرحبا</p>', '<p>您好 😊 مرحبا</p>'],
  ])('%j becomes %j', (html, clean) => expect(sanitiseHtml(html)).toBe(clean));

  it('is unchanged when sanitised again', () => {
    const once = sanitiseHtml(
      '<p>a <a href="https://example.com/?a=1&b=2">b</a> &lt;script&gt;</p><ul><li>x</ul>',
    );
    expect(sanitiseHtml(once)).toBe(once);
  });

  it('is found at any depth, and plain text is left unchanged', () => {
    const dirty = {
      title: '<b>A & B</b>',
      html: '<script>x</script><p>y</p>',
      zh: { html: '<img onerror=x>好' },
    };
    expect(sanitiseContent(dirty)).toEqual({ title: '<b>A & B</b>', html: '<p>y</p>', zh: { html: '好' } });
  });
});
