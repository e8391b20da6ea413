import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { html } from './html.js';

describe('html', () => {
  it('escapes values and keeps existing HTML', () => {
    const inner = html`<b>${'<i>&"\''}</b>`;
    expect(html`<p title="${'"x"'}">${inner}</p>`.text).toBe(
      '<p title="&quot;x&quot;"><b>&lt;i&gt;&amp;&quot;&#39;</b></p>',
    );
  });

  it('concatenates lists and omits absent values', () => {
    expect(html`${[1, 2n, html`<br>`]}|${false}${null}${undefined}|${0}`.text).toBe('12<br>||0');
  });

  it('prevents values from opening a tag or ending an attribute', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(html`<a title="${value}">${value}</a>`.text.slice(10, -4)).not.toMatch(/<|"[^>]*"/);
      }),
    );
  });
});
