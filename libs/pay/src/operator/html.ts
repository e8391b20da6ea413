/** Markup. Only {@link html} creates it, so nothing else reaches a page unescaped. */
export class Html {
  constructor(
    readonly parts: TemplateStringsArray,
    readonly values: readonly HtmlValue[],
  ) {}
}

/** A text of the pages, which the application can replace. */
export class PageText {
  constructor(
    readonly english: string,
    readonly values: Readonly<Record<string, string | number>>,
  ) {}
}

/** Values of a template. Null, undefined and false print nothing. */
export type HtmlValue = Html | PageText | string | number | null | undefined | false | readonly HtmlValue[];

/** Translates a text of the pages. Names in braces, such as `{amount}`, are replaced afterwards. */
export type Translate = (english: string) => string;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tag of all templates. Values of attributes need quotes. */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts, values);

/** Creates a text of the pages. @param values - Replace the names in braces. */
export const t = (english: string, values: Readonly<Record<string, string | number>> = {}): PageText =>
  new PageText(english, values);

/** Writes markup, and escapes every other value. */
export function render(value: HtmlValue, translate: Translate): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html)
    return value.parts.reduce((all, part, at) => all + render(value.values[at - 1], translate) + part);
  if (value instanceof PageText) return escape(plainText(value, translate));
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map((one) => render(one, translate)).join('');
}

/** Returns a text of the pages without markup. */
export function plainText({ english, values }: PageText, translate: Translate): string {
  return translate(english).replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name));
}

// Characters that change the direction of a text could make an amount read differently.
const escape = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
