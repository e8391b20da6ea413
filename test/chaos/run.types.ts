import type { PayDeadLetter } from 'nestjs-pay';
import type { ChaosServer } from './disasters.js';

/** Size and time limit of a run. */
export interface ChaosSize {
  orders: number;
  events: number;
  kills: number;
  /** Number of payments whose handler ends its process. */
  crashing: number;
  /** Maximum attempts per event. An event that ends its process does so once more than that. */
  maxAttempts: number;
  /** An event that ran alone waits four times as long after its first crash, and twice as long after each further one. */
  leaseMs: number;
  /** Number of forged deliveries. */
  forged: number;
  /** Number of further forged deliveries, all of one order. */
  flood: number;
  limitMs: number;
}

/** The PostgreSQL server of the application, which is restarted during the run. */
export interface ChaosDatabase {
  url: string;
  server: ChaosServer;
}

/** The result of a run. Every line in `wrong` is a defect. */
export interface ChaosReport {
  wrong: string[];
  deadLetters: Record<PayDeadLetter['reason'], PayDeadLetter[]>;
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
