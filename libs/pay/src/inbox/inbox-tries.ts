import type { InboxCount } from './inbox-store.js';

/** How often an entry was tried, by what came of it. */
export interface InboxTries {
  attempts: number;
  refusals: number;
  doubts: number;
}

export const NO_TRIES: InboxTries = { attempts: 0, refusals: 0, doubts: 0 };

/** The counts after a try that came to nothing, which its claim has counted as an attempt. */
export function counted({ attempts, refusals, doubts }: InboxTries, counts: InboxCount): InboxTries {
  if (counts === 'attempt') return { attempts, refusals: 0, doubts: 0 };
  const before = attempts - 1;
  if (counts === 'refusal') return { attempts: before, refusals: refusals + 1, doubts: 0 };
  return { attempts: before, refusals, doubts: counts === 'doubt' ? doubts + 1 : doubts };
}
