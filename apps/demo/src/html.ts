/** Markup that is safe to send: of {@link html}, or a file of the shop. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** Values of a template. Null and undefined print nothing. */
export type HtmlValue = Html | string | number | null | undefined | readonly HtmlValue[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tag of all templates. It escapes every value that is not {@link Html}. Values of attributes need quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((markup, part, index) => markup + print(values[index - 1]) + part));
}

function print(value: HtmlValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
  return value.map(print).join('');
}
