import { html, type Html, type HtmlValue } from '../http/html.js';

/** A field of a form. */
interface FormField {
  /** Name and ID of the input. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Whether the field has the focus when the page opens. */
  readonly hasFocus?: boolean;
  /** Renders the input with the attributes that connect it to its hint and error message. */
  readonly control: (attributes: Html) => HtmlValue;
}

/** Renders a field with label, hint and error message. */
export function formField({ name, label, hint, problem, hasFocus, control }: FormField): Html {
  const descriptions = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`]
    .filter(Boolean)
    .join(' ');
  const attributes = html`id="${name}" name="${name}"${descriptions !== '' && html` aria-describedby="${descriptions}"`}${
    problem !== undefined && html` aria-invalid="true"`
  }${hasFocus && html` autofocus`}`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${control(attributes)}
${problem !== undefined && html`<span class="problem" id="${name}-problem">${problem}</span>`}
${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
</div>`;
}

/** Renders a message above a form. With focus, screen readers read it first when the page opens. */
export function formNotice(title: string, content: Html, hasFocus = true): Html {
  return html`<div class="notice" role="alert"${hasFocus && html` tabindex="-1" autofocus`}>
<h2>${title}</h2>
${content}
</div>`;
}

/** Renders links to the invalid fields. @param problems - Names of fields with their messages. */
export function problemLinks(problems: readonly (readonly [name: string, problem?: string])[]): Html {
  return html`<ul>${problems.map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`)}</ul>`;
}
