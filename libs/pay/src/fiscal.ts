export { toDerSignature } from './fiscal/der-signature.js';
export { PayFiscalError } from './fiscal/fiscal-error.js';
export { buildFiscalText, parseFiscalText } from './fiscal/fiscal-text.js';
export type { FiscalText } from './fiscal/fiscal-text.js';
export { fiscalUid } from './fiscal/fiscal-uid.js';
export type {
  FiscalPayment,
  FiscalReport,
  FiscalSignature,
  FiscalSignatureRequest,
  PayFiscalDocument,
  PayFiscalProvider,
  PayFiscalSale,
  PayFiscalTotal,
} from './fiscal/fiscal.types.js';
export { localFiscalProvider } from './fiscal/local-provider.js';
export type { LocalFiscalProvider } from './fiscal/local-provider.js';
export { PayFiscal } from './fiscal/pay-fiscal.js';
export { PayFiscalModule } from './fiscal/pay-fiscal.module.js';
