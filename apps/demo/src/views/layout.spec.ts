import { describe, expect, it } from '@jest/globals';
import { html, type Html } from '../html.js';
import { pageVersion } from './layout.js';
import { hiddenFields } from './parts.js';

const version = (body: Html): string => pageVersion({ title: 'Sale', body });
const form = (text: string, key: string): Html => html`<form>${hiddenFields({ key })}<p>${text}</p></form>`;

describe('pageVersion', () => {
  it('changes with what the page shows, and not with the one-time key of a form', () => {
    expect(version(form('Paid', 'one'))).toBe(version(form('Paid', 'other')));
    expect(version(form('Paid', 'one'))).not.toBe(version(form('Refunded', 'one')));
  });
});
