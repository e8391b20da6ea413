import { html, type Html } from '../html.js';
import type { PageView } from './layout.js';
import { money } from './money.js';

/** How a status looks. */
export type Tone = 'good' | 'bad' | 'waiting' | 'neutral';

/** A status in words. */
export interface Status {
  readonly label: string;
  readonly text: string;
  readonly tone: Tone;
}

export const status = (tone: Tone, label: string, text: string): Status => ({ label, text, tone });

/** Shows what is wrong; nothing if nothing is. */
export function problemNote(problem: string | undefined): Html | null {
  return problem === undefined ? null : html`<p class="problem" role="alert" id="problem">${problem}</p>`;
}

/** Attributes and value of a text field. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly problem?: string | undefined;
  readonly type?: string;
  readonly autocomplete?: string;
  readonly inputmode?: string;
  readonly hint?: string;
  readonly maxlength?: number;
}

/** Shows a labelled text field with its hint and what is wrong with it. */
export function textField({ name, label, value, problem, hint, ...more }: TextField): Html {
  const { type = 'text', autocomplete = 'off', inputmode = 'text', maxlength } = more;
  return labelledControl(name, label, problem, hint, (marks) => {
    const limit = maxlength === undefined ? null : html`maxlength="${maxlength}"`;
    return html`<input id="${name}" name="${name}" type="${type}" inputmode="${inputmode}" autocomplete="${autocomplete}" value="${value}" ${limit} required ${marks} />`;
  });
}

/** Shows a field for an amount in major units. */
export function amountField(label: string, value: string, problem?: string, hint?: string): Html {
  return textField({ name: 'amount', label, value, problem, hint, inputmode: 'decimal' });
}

/** Shows a control with its label. `control` receives the attributes that connect it with its hint and its problem. */
export function labelledControl(
  name: string,
  label: string,
  problem: string | undefined,
  hint: string | undefined,
  control: (marks: Html | null) => Html,
): Html {
  const described = [
    ...(problem === undefined ? [] : [`${name}-problem`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ];
  const invalid = problem === undefined ? null : html`aria-invalid="true"`;
  const marks = described.length === 0 ? null : html`${invalid} aria-describedby="${described.join(' ')}"`;
  return html`<p class="field">
    <label for="${name}">${label}</label>
    ${control(marks)}${hint === undefined ? null : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    ${problem === undefined ? null : html`<span class="complaint" id="${name}-problem">${problem}</span>`}
  </p>`;
}

/** Shows a button that posts to an address, with hidden fields. */
export function postButton(
  action: string,
  label: string,
  {
    quiet = true,
    fields = {},
  }: { readonly quiet?: boolean; readonly fields?: Readonly<Record<string, string>> } = {},
): Html {
  return html`<form action="${action}" method="post">
    ${hiddenFields(fields)}
    <button type="submit" class="${quiet ? 'quiet' : ''}">${label}</button>
  </form>`;
}

export function hiddenFields(fields: Readonly<Record<string, string | number>>): Html {
  return html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;
}

/** A fact with its name. */
export type Fact = readonly [name: string, value: Html | string | null];

/** Shows facts one below the other, without the empty ones. */
export function factList(facts: readonly Fact[]): Html {
  return html`<dl class="facts">
    ${facts
      .filter(([, value]) => value !== null && value !== '')
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}

/** Shows amounts with what they are for, and their total. @param name - Name of the table, which is not shown. */
export function amountTable(
  name: string,
  rows: readonly (readonly [what: Html | string, amount: number])[],
  total?: readonly [name: string, amount: number],
): Html {
  return html`<table class="lines">
    <caption class="unseen">
      ${name}
    </caption>
    <thead class="unseen">
      <tr>
        <th scope="col">For</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([what, amount]) =>
          html`<tr>
            <td>${what}</td>
            <td>${money(amount)}</td>
          </tr>`,
      )}
    </tbody>
    ${
      total &&
      html`<tfoot>
        <tr>
          <th scope="row">${total[0]}</th>
          <td>${money(total[1])}</td>
        </tr>
      </tfoot>`
    }
  </table>`;
}

/** Shows a machine-readable code. */
export const code = (text: string): Html => html`<span class="code">${text}</span>`;

export const statusLabel = ({ label, tone }: Pick<Status, 'label' | 'tone'>): Html =>
  html`<span class="label ${tone}">${label}</span>`;

const sign = (shape: Html): Html =>
  html`<svg class="sign" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <circle cx="24" cy="24" r="22" />
    ${shape}
  </svg>`;

/** Sign above a status: a tick, a cross, a clock or a dash. */
export const STATUS_SIGNS: Readonly<Record<Tone, Html>> = {
  good: sign(html`<path d="m14 25 7 7 14-15" />`),
  bad: sign(html`<path d="m16 16 16 16M32 16 16 32" />`),
  waiting: sign(html`<path d="M24 12v12l8 5" />`),
  neutral: sign(html`<path d="M14 24h20" />`),
};

/** Content of a page that shows a status with its next steps. */
export interface StatusPage extends Omit<PageView, 'title' | 'body'> {
  readonly status: Status;
  /** What has the status, for the title. */
  readonly subject: string;
  readonly steps: Html | undefined;
  readonly hint: string;
  /** Card beside the status. */
  readonly beside: Html;
}

/** Shows a status with its next steps. */
export function statusPage({ status: shown, subject, steps, hint, beside, ...page }: StatusPage): PageView {
  const { label, text, tone } = shown;
  return {
    ...page,
    title: `${label} · ${subject}`,
    body: html`<div class="columns">
      <section class="card status ${tone}">
        ${STATUS_SIGNS[tone]}
        <h1>${label}</h1>
        <p>${text}</p>
        ${steps}
        <p class="hint">${hint}</p>
      </section>
      ${beside}
    </div>`,
  };
}

/** A row of a list, with a link to its page. */
export interface ListedItem extends Pick<Status, 'label' | 'tone'> {
  readonly href: string;
  readonly title: string;
  readonly detail: string;
  readonly amount: string;
}

/** Shows items with their amounts and statuses. */
export function itemList(items: readonly ListedItem[]): Html {
  return html`<ul class="orders">
    ${items.map(
      ({ href, title, detail, amount, label, tone }) =>
        html`<li class="card">
          <a href="${href}"><strong>${title}</strong><span class="what">${detail}</span></a>
          <span class="sum">${amount}</span>${statusLabel({ label, tone })}
        </li>`,
    )}
  </ul>`;
}
