import type { LegalDetails } from './onboarding.js';

/** Characters of a detail at most. */
export const LONGEST_DETAIL = 200;

/** Nothing typed in yet. */
export const NO_DETAILS: LegalDetails = {
  legalName: '',
  email: '',
  taxNumber: null,
  vatNumber: null,
  registrationNumber: null,
};

/** What is wrong with details, by their names; empty when nothing is. */
export function detailProblems(details: LegalDetails): Partial<Record<keyof LegalDetails, string>> {
  const wrong = Object.entries(details)
    .filter(([, value]) => !isDetail(value))
    .map(([name]) => [name, `expected text of at most ${LONGEST_DETAIL} characters`]);
  return {
    ...(/^\s*$/.test(details.legalName) && { legalName: 'expected the legal name' }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(details.email) && { email: 'expected an e-mail address' }),
    ...(Object.fromEntries(wrong) as Partial<Record<keyof LegalDetails, string>>),
  };
}

// What the control API hands over is not checked before.
function isDetail(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.length <= LONGEST_DETAIL);
}
