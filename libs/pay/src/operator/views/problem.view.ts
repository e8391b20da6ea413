import { WORDS } from '../files.generated.js';
import { html, t } from '../html.js';
import type { OperatorProblem } from '../problem.js';
import { forEngineers } from './ui.js';
import type { Page } from './ui.js';

/** Says what is wrong, and what the service reported. */
export function problemPage({ status, words, failure }: OperatorProblem): Page {
  const title = t((WORDS.problem as Record<number, string>)[status] ?? 'Not possible');
  const reference = failure?.meta.correlationId ?? null;
  const detail = forEngineers(
    html`<p>${failure?.message}</p>`,
    reference !== null && html`<p>${t('Reference for the service’s support')}: <code>${reference}</code></p>`,
  );
  return {
    title,
    body: html`<section class="card narrow"><h1>${title}</h1><p role="alert">${words}</p>${failure !== null && detail}</section>`,
  };
}
