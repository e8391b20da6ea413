import type { PayDeadLetter } from 'nestjs-pay';
import type { ChaosServer } from './disasters.js';

/** How large a run is, and how long it may take. */
export interface ChaosSize {
  orders: number;
  events: number;
  kills: number;
  /** Deliveries that nobody of the service sent. */
  forged: number;
  limitMs: number;
}

/** The PostgreSQL server that holds the apps' books and inbox, and that dies during the run. */
export interface ChaosDatabase {
  url: string;
  server: ChaosServer;
}

/** What a run came to. Everything in `wrong` is a defect. */
export interface ChaosReport {
  wrong: string[];
  deadLetters: { failed: PayDeadLetter[]; refused: PayDeadLetter[] };
  poisoned: string;
  seconds: number;
  seen: {
    events: number;
    deliveries: number;
    dropped: number;
    repeated: number;
    deliveredAgain: number;
    fromWebhooks: number;
    fromReconciler: number;
    expired: number;
    handlerRuns: number;
    kills: number;
    failedBoots: number;
    databaseRestarts: number;
  };
}
