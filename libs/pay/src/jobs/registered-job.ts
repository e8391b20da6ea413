import type { FactoryProvider, Type } from '@nestjs/common';
import type { JobOptions } from './job-options.js';

/** The service of a job that the application has imported, for the operator's pages, which load no job. */
export interface RegisteredJob {
  readonly kind: 'till' | 'subscriptions' | 'splits' | 'fiscal';
  readonly service: unknown;
  /** Option `account` of the job. */
  readonly account: string | null | undefined;
}

/** Token of a {@link RegisteredJob}. */
export const REGISTERED_JOB = Symbol('REGISTERED_JOB');

/** Registers the service of a job. @param options - Token of the job's options. */
export const registerJob = (
  kind: RegisteredJob['kind'],
  service: Type,
  options: string,
): FactoryProvider<RegisteredJob> => ({
  provide: REGISTERED_JOB,
  inject: [service, options],
  useFactory: (instance: unknown, { account }: JobOptions) => ({ kind, service: instance, account }),
});
