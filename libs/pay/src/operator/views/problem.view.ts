import { html, t } from '../html.js';
import type { OperatorProblem } from '../problem.js';
import type { Page } from './ui.js';
import { facts } from './ui.js';

const TITLES: Readonly<Record<number, ReturnType<typeof t>>> = {
  403: t('Not permitted'),
  404: t('Not found'),
  429: t('Too many reads'),
  502: t('The service did not respond as expected'),
  503: t('Not available'),
};

/** Says what is wrong, and what the service reported. */
export function problemPage({ status, words, failure }: OperatorProblem): Page {
  const title = TITLES[status] ?? t('Not possible');
  return {
    title,
    body: html`<section class="card narrow"><h1>${title}</h1><p role="alert">${words}</p>${
      failure !== null &&
      html`<p>${failure.message}</p>${facts([[t('Reference for the service’s support'), failure.meta.correlationId]])}`
    }</section>`,
  };
}
