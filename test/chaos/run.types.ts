import type { DeadLetterReason, PayDeadLetter } from 'nestjs-pay';
import type { ChaosServer } from './disasters.js';

/** How large a run is, and how long it may take. */
export interface ChaosSize {
  orders: number;
  events: number;
  kills: number;
  /** Payments whose handler ends its process. */
  crashing: number;
  /** How often an event is tried. An event that ends its process ends it once more than that. */
  maxAttempts: number;
  /** Deliveries that the service did not send. */
  forged: number;
  /** More of these, all of one order. */
  flood: number;
  limitMs: number;
}

/** The PostgreSQL server that holds the apps' books and inbox, and that dies during the run. */
export interface ChaosDatabase {
  url: string;
  server: ChaosServer;
}

/** The result of a run. Every line in `wrong` is a defect. */
export interface ChaosReport {
  wrong: string[];
  deadLetters: Record<DeadLetterReason, PayDeadLetter[]>;
  /** The order whose handlers always fail. */
  poisoned: string;
  /** The orders whose payment ends the process that handles it. */
  crashing: string[];
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
