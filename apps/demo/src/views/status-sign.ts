import { html, type Html } from '../html.js';

const sign = (shape: Html): Html =>
  html`<svg class="sign" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <circle cx="24" cy="24" r="22" />
    ${shape}
  </svg>`;

const SIGNS = {
  good: sign(html`<path d="m14 25 7 7 14-15" />`),
  bad: sign(html`<path d="m16 16 16 16M32 16 16 32" />`),
  waiting: sign(html`<path d="M24 12v12l8 5" />`),
  neutral: sign(html`<path d="M14 24h20" />`),
};

/** The sign above a state: a tick, a cross, a clock, a dash. */
export function statusSign(tone: keyof typeof SIGNS): Html {
  return SIGNS[tone];
}
