export { createPaySimulator } from './wiring/simulator.js';
export type { Duration } from './domain/duration.js';
export type {
  ConnectedMerchant,
  MerchantHandle,
  SimulatorHandle,
  WebhooksHandle,
} from './handle/handle.types.js';
export type {
  CreatedWorld,
  PaySimulator,
  PaySimulatorOptions,
  SimulatorEndpoints,
  SimulatorWorld,
  WorldOptions,
} from './wiring/simulator.types.js';
export type { TransparentMode } from './transparent/transparent-mode.types.js';
export type {
  CardPayment,
  CheckoutChallenge,
  CheckoutOutcome,
  CheckoutState,
  CheckoutView,
  SavedCardPayment,
} from './domain/checkout.types.js';
export type { SimulatorClock } from './domain/clock.js';
export type {
  ActionOptions,
  OrderReference,
  PayActionOptions,
  TerminalSaleOptions,
  TransferOptions,
  TriggerInputOf,
  TriggerKind,
  TriggerOutcome,
} from './control/actions.js';
export type { LedgerView, SellerView, TerminalView, WalletView } from './control/account-views.js';
export type { Deliveries } from './deliveries/deliveries.js';
export type { DeliveryChances } from './deliveries/delivery-chances.js';
export type { NextDelivery } from './deliveries/next-delivery.js';
export type { Delivery, DeliveryAttempt, DeliveryState } from './deliveries/delivery.js';
export {
  WebhookLimitReached,
  WebhookNotVerified,
  type VerificationRule,
  type Webhook,
  type WebhookRegistration,
  type Webhooks,
} from './deliveries/webhooks.js';
export type { CardTerminals, TerminalBehavior } from './domain/card-terminals.js';
export type { ConnectedMerchantOptions } from './domain/connected-merchants.js';
export type { ChallengeAnswer } from './domain/issuer.js';
export type { ClientCredentials, MerchantOverrides, SimulatorCredentials } from './domain/merchant.js';
export type { FundsTransfer } from './domain/funds-transfer.js';
export type {
  Branding,
  InvitationDetails,
  LegalDetails,
  OnboardedAccount,
  OnboardingState,
} from './domain/onboarding.js';
export type { OnboardingBehavior, Onboardings } from './domain/onboardings.js';
export { OrderState, type Order } from './domain/order.js';
export type { AccountPreset, PermissionSwitches } from './domain/permissions.js';
export { Refusal } from './domain/refusal.js';
export type { PaymentSource } from './domain/sources.js';
export type { SellerOptions, Sellers } from './domain/sellers.js';
export { AADE_TEST_KEY } from './domain/signed-sale.js';
export type { SessionState, TerminalRequestKind, TerminalSession } from './domain/terminal-session.js';
export type { Terminal } from './domain/terminals.js';
export type { Transaction, TransactionStatus } from './domain/transaction.js';
export type { Transfers } from './domain/transfers.js';
export type { FaultKind, FaultRule, Faults } from './http/faults.js';
export type { LoggedRequest } from './http/request-log.js';
export type { OrderCodeRange } from './domain/ids.js';
export type { ComingKind } from './domain/coming-kinds.js';
export type { SimulatorSnapshot } from './state/state.js';
