import { html, type Html } from '../html.js';

/** Decorative, so it is hidden from screen readers. */
const drawing = (shapes: Html): Html =>
  html`<svg viewBox="0 0 120 90" aria-hidden="true" focusable="false">${shapes}</svg>`;

/** Pictures of the goods. They are inline, so the shop loads nothing from other sites. */
export const drawings = {
  mug: drawing(html`
    <ellipse cx="56" cy="78" rx="34" ry="4" fill="#d9d2c5" />
    <path d="M80 36h8a12 12 0 0 1 0 26h-8" fill="none" stroke="#4f7a78" stroke-width="6" />
    <path d="M30 28h52v38a10 10 0 0 1-10 10H40a10 10 0 0 1-10-10z" fill="#5f8f8c" />
    <path d="M30 28h52v12H30z" fill="#e9e2d3" />
    <path
      d="M46 20c-4-5 4-7 0-13M60 20c-4-5 4-7 0-13"
      fill="none"
      stroke="#c3bbab"
      stroke-width="3"
      stroke-linecap="round"
    />
  `),
  notebook: drawing(html`
    <path d="M36 78h52l4-4H40z" fill="#d9d2c5" />
    <rect x="34" y="12" width="52" height="64" rx="4" fill="#b5614a" />
    <path d="M34 16a4 4 0 0 1 4-4h6v64h-6a4 4 0 0 1-4-4z" fill="#94492f" />
    <rect x="54" y="26" width="22" height="12" rx="2" fill="#f4ead9" />
    <path d="M74 76v8l-4-3-4 3v-8z" fill="#e0b04c" />
  `),
  pencils: drawing(html`
    <ellipse cx="60" cy="79" rx="26" ry="4" fill="#d9d2c5" />
    <path d="M46 44V22l4-10 4 10v22z" fill="#e0b04c" />
    <path d="M57 44V16l4-10 4 10v28z" fill="#b5614a" />
    <path d="M68 44V24l4-10 4 10v20z" fill="#5f8f8c" />
    <path d="M48.4 17 50 12l1.6 5zM59.4 11 61 6l1.6 5zM70.4 19 72 14l1.6 5z" fill="#3a3a36" />
    <path d="M38 42h44l-4 36H42z" fill="#8a7f6d" />
    <path d="M38 42h44l-.7 6H38.7z" fill="#a3977f" />
  `),
  candle: drawing(html`
    <ellipse cx="60" cy="78" rx="30" ry="4" fill="#d9d2c5" />
    <rect x="44" y="38" width="32" height="38" rx="4" fill="#e0b04c" />
    <path d="M44 44c6 5 10-2 16 2s10 3 16-2v-2a4 4 0 0 0-4-4H48a4 4 0 0 0-4 4z" fill="#f0cf86" />
    <path d="M60 38v-7" stroke="#3a3a36" stroke-width="2" />
    <path d="M60 8c7 9 8 13 8 16a8 8 0 0 1-16 0c0-4 3-8 8-16z" fill="#d9793f" />
    <path d="M60 18c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z" fill="#f7e3ae" />
  `),
  plant: drawing(html`
    <ellipse cx="60" cy="80" rx="24" ry="4" fill="#d9d2c5" />
    <path d="M60 54C58 34 46 24 34 22c0 16 8 28 26 32z" fill="#4f7a58" />
    <path d="M60 54c2-22 14-32 28-34 0 18-8 30-28 34z" fill="#6c9a6a" />
    <path d="M60 54c-5-18-2-32 2-44 8 12 8 30-2 44z" fill="#3f6648" />
    <path d="M42 52h36l-5 26H47z" fill="#b5614a" />
    <path d="M40 50h40v8H40z" fill="#c9795f" />
  `),
  lamp: drawing(html`
    <ellipse cx="46" cy="79" rx="24" ry="4" fill="#d9d2c5" />
    <path d="M74 38 66 72h42L92 36z" fill="#f7e9c1" />
    <path d="M46 76 34 46 66 20" fill="none" stroke="#3f5a66" stroke-width="5" stroke-linejoin="round" />
    <path d="M60 16 74 8l22 26-26 8z" fill="#5b7f8c" />
    <path d="M30 72h32a4 4 0 0 1 4 5H26a4 4 0 0 1 4-5z" fill="#3f5a66" />
    <circle cx="34" cy="46" r="4" fill="#e0b04c" />
  `),
  tea: drawing(html`
    <ellipse cx="60" cy="79" rx="28" ry="4" fill="#d9d2c5" />
    <rect x="38" y="26" width="44" height="52" rx="4" fill="#4f7a58" />
    <rect x="35" y="18" width="50" height="12" rx="4" fill="#3f6648" />
    <rect x="44" y="40" width="32" height="26" rx="2" fill="#f4ead9" />
    <path d="M60 62c-8-4-9-11-6-17 7 2 11 9 6 17z" fill="#6c9a6a" />
    <path d="M60 62c0-8 4-12 9-13 1 7-2 12-9 13z" fill="#8fb58a" />
  `),
  bag: drawing(html`
    <ellipse cx="60" cy="80" rx="30" ry="4" fill="#d9d2c5" />
    <path d="M46 36V24a14 14 0 0 1 28 0v12" fill="none" stroke="#8a7f6d" stroke-width="4" />
    <path d="M34 34h52l4 44H30z" fill="#e6dac3" />
    <path d="M34 34h52l.6 6H33.4z" fill="#d2c4a6" />
    <circle cx="60" cy="58" r="10" fill="#b5614a" />
    <path d="M50 58a10 10 0 0 1 20 0z" fill="#e0b04c" />
  `),
};
