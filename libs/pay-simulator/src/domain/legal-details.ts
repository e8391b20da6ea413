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
  const tooLong = Object.entries(details)
    .filter(([, value]: [string, string | null]) => (value ?? '').length > LONGEST_DETAIL)
    .map(([name]) => [name, `expected at most ${LONGEST_DETAIL} characters`]);
  return {
    ...(details.legalName.trim() === '' && { legalName: 'expected the legal name' }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(details.email) && { email: 'expected an e-mail address' }),
    ...(Object.fromEntries(tooLong) as Partial<Record<keyof LegalDetails, string>>),
  };
}
