import { html, type Html, type HtmlValue } from '../http/html.js';

/** One field of the form. */
export interface FormField {
  /** Name and id. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string;
  /** The input; it takes the attributes that tie it to its hint and problem. */
  readonly control: (attributes: Html) => HtmlValue;
}

/** A labelled field with its hint and what is wrong with it. */
export function formField({ name, label, hint, problem, control }: FormField): Html {
  const described = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`]
    .filter(Boolean)
    .join(' ');
  const attributes = html`id="${name}" name="${name}"${described !== '' && html` aria-describedby="${described}"`}${
    problem !== undefined && html` aria-invalid="true"`
  }`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${control(attributes)}
${problem !== undefined && html`<span class="problem" id="${name}-problem">${problem}</span>`}
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
</div>`;
}
