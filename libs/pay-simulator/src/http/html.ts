/** HTML that is safe to send: made by {@link html} only. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template. `false`, `null` and `undefined` leave nothing. */
export type HtmlValue = Html | string | number | bigint | false | null | undefined | readonly HtmlValue[];

/**
 * Builds HTML from a template; every value that is not {@link Html} itself is escaped. Attribute values must stand in
 * double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function written(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(written).join('');
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
