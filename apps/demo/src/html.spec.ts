import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { html } from './html.js';

describe('html', () => {
  it('escapes every value and keeps nested templates', () => {
    const hostile = `<script>alert("x")</script> & 'quoted'`;
    expect(html`<p title="${hostile}">${html`<b>${hostile}</b>`}</p>`.toString()).toBe(
      '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;quoted&#39;"><b>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;quoted&#39;</b></p>',
    );
  });

  it('prints the items of lists, and nothing for null and undefined', () => {
    expect(html`${[html`<i>1</i>`, 2, '3<']}|${null}|${undefined}|${0}`.toString()).toBe(
      '<i>1</i>23&lt;|||0',
    );
  });

  it('escapes every text, so that it cannot open a tag or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const printed = html`${text}`.toString();
        expect(printed).not.toMatch(/[<>"']/);
        const signs: Record<string, string> = {
          '&lt;': '<',
          '&gt;': '>',
          '&quot;': '"',
          '&#39;': "'",
          '&amp;': '&',
        };
        expect(printed.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => signs[entity] ?? '')).toBe(text);
      }),
    );
  });
});
