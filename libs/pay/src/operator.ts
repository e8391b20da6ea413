export { PayOperator } from './operator/pay-operator.js';
export { PayOperatorModule } from './operator/pay-operator.module.js';
export type {
  PayOperatorAsyncOptions,
  PayOperatorAuditEntry,
  PayOperatorOptions,
  PayOperatorPages,
  PayOperatorPermissions,
  PayOperatorPlace,
  PayOperatorReads,
  PayOperatorSettings,
} from './operator/operator.options.js';
