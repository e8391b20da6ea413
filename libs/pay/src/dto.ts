// class-transformer reads reflected types as soon as a class of options is declared.
import 'reflect-metadata';

export * from './areas/options.generated.js';
export type { FiscalisationData } from './areas/pos-transactions/pos-transactions.types.js';
