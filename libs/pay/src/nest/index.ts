export { payConfig } from './options/pay.config.js';
export type { PayModuleAsyncOptions, PayModuleOptions, PayOptionsFactory } from './options/pay.options.js';
export type { PayClientName } from './pay.client-table.js';
export { InjectPay, InjectPayHttp } from './pay.decorators.js';
export { PayOptionsError, PayWiringError } from './pay.exceptions.js';
export { PayModule } from './pay.module.js';
export { PayIsvService, PayMarketplaceService, PayWalletService } from './pay.services.js';
export { getPayToken } from './pay.tokens.js';
