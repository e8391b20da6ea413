/** Escaped HTML, created by {@link html}. */
export class Html {
  constructor(readonly text: string) {}
}

/** Value in a template. `false`, `null` and `undefined` render as an empty string. */
export type HtmlValue = Html | string | number | bigint | false | null | undefined | readonly HtmlValue[];

/**
 * Renders an HTML template. Escapes every value that is not {@link Html}. Put attribute values in
 * double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + renderValue(values[index - 1]) + part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function renderValue(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(renderValue).join('');
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
