import { ValidateIf } from 'class-validator';
import { objectRule } from '../core/options/validators.js';
import { exactMinorUnits } from '../core/values/money.js';
import { isObject } from '../core/values/plain-data.js';
import { PayoutInterval } from './coded-values.generated.js';

// The rules that contract/ names in `x-rules`: those across options, and others that no keyword states. A member can be absent, or
// have a type that another rule reports.

/** Smallest amount of an order, in minor units. */
const MIN_ORDER_AMOUNT = 30;

interface Order {
  amount: number;
  isCardVerification?: boolean;
  preauth?: boolean;
  isPreAuth?: boolean;
  allowRecurring?: boolean;
  maxInstallments?: number;
  tipAmount?: number | null;
  isvAmount?: number | null;
  transfer?: { amount?: number | null; platformFee?: number | null } | null;
}

const isPreauth = ({ preauth, isPreAuth }: Order): boolean => preauth === true || isPreAuth === true;

export const orderAmount = objectRule<Order>(
  'orderAmount',
  ({ amount, isCardVerification }) =>
    isCardVerification === true ? amount === 0 : !(amount < MIN_ORDER_AMOUNT),
  `must be at least ${MIN_ORDER_AMOUNT} minor units, or exactly 0 with isCardVerification`,
);

export const noTipWithPreauth = objectRule<Order>(
  'noTipWithPreauth',
  (order) => !isPreauth(order) || (order.tipAmount ?? 0) === 0,
  'cannot be set for a pre-authorization: the service accepts the order, but fails every payment; set the tip at capture',
);

export const exclusiveKind = objectRule<Order>(
  'exclusiveKind',
  ({ preauth, allowRecurring, maxInstallments }) =>
    [preauth === true, allowRecurring === true, (maxInstallments ?? 0) > 0].filter(Boolean).length <= 1,
  'cannot be combined with allowRecurring or maxInstallments, nor these with each other',
);

export const isvAmountOfOrder = objectRule<Order>(
  'isvAmountOfOrder',
  ({ amount, isvAmount, preauth }) =>
    isvAmount == null || isvAmount === 0 || (isvAmount < amount && preauth !== true),
  'must be smaller than amount, and is not allowed with a pre-authorization',
);

export const isvAmountOfCharge = objectRule<{ amount: number; isvAmount: number }>(
  'isvAmountOfCharge',
  ({ amount, isvAmount }) => !(isvAmount >= amount),
  'must be smaller than amount',
);

export const transferOfOrder = objectRule<Order>(
  'transferOfOrder',
  ({ amount, transfer }) =>
    transfer == null || ((transfer.amount ?? 0) <= amount && (transfer.platformFee ?? 0) <= amount),
  'must not move more than the amount of the order',
);

export const feeOfTransfer = objectRule<{ amount?: number | null; platformFee?: number | null }>(
  'feeOfTransfer',
  ({ amount, platformFee }) => amount == null || platformFee == null || platformFee <= amount,
  'must not exceed the amount of the transfer',
);

/** All numbers in a value are exact. An int64 above 2^53 − 1 must be a bigint. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isExact);
}

const AADE_FIELDS = ['aadeProviderId', 'aadeProviderSignatureData', 'aadeProviderSignature'] as const;
type TerminalRequest = {
  fiscalisationData?: unknown;
  aadePreloaded?: boolean;
} & { [Name in (typeof AADE_FIELDS)[number]]?: unknown };

export const exactFiscalisation = objectRule<TerminalRequest>(
  'exactFiscalisation',
  ({ fiscalisationData }) => isExact(fiscalisationData),
  'contains a number above 2^53 − 1 that may have been rounded: pass it as a bigint',
);

export const exclusiveFiscalisation = objectRule<TerminalRequest>(
  'exclusiveFiscalisation',
  (dto) => dto.fiscalisationData == null || !AADE_FIELDS.some((name) => name in dto && dto[name] != null),
  'cannot be combined with the aade fields',
);

export const aadeTogether = objectRule<TerminalRequest>(
  'aadeTogether',
  (dto) => AADE_FIELDS.every((name) => dto[name] != null),
  `belongs together with the other two of ${AADE_FIELDS.join(', ')}: send all three, or none`,
);

export const preloadedHours = objectRule<TerminalRequest>(
  'preloadedHours',
  ({ aadePreloaded }) => aadePreloaded === true,
  'requires aadePreloaded: true',
);

interface Sale {
  amount: number;
  tipAmount?: number;
  preauth?: boolean;
  isvDetails?: { amount: number } | null;
}

export const tipWithinAmount = objectRule<Sale>(
  'tipWithinAmount',
  ({ tipAmount, amount }) => tipAmount == null || !(tipAmount > amount),
  'must be a whole number of minor units from 0 up to amount',
);

export const noTipWithPreauthAtTerminal = objectRule<Sale>(
  'noTipWithPreauthAtTerminal',
  ({ tipAmount, preauth }) => preauth !== true || (tipAmount ?? 0) === 0,
  'cannot be combined with preauth',
);

export const noPreauthAtTerminal = objectRule<Sale>(
  'noPreauthAtTerminal',
  ({ preauth }) => preauth == null || !preauth,
  'is not available at terminals through an ISV: pre-authorize with payments.createOrder',
);

export const feeOfSale = objectRule<Sale>(
  'feeOfSale',
  ({ amount, isvDetails }) => isvDetails == null || !(isvDetails.amount >= amount),
  'must have an amount (the fee) smaller than the amount of the sale',
);

export const actionToken = objectRule<{ actionType?: string; request: unknown }>(
  'actionToken',
  ({ actionType, request }) =>
    actionType !== 'aade-fim-control' || !isObject(request) || typeof request['token'] === 'string',
  'must contain the string token for aade-fim-control',
);

interface BankAccount {
  iban?: string | null;
  accountNumber?: string | null;
  branchCode?: string | null;
  countryCode?: string | null;
}

/** Requires the IBAN if there is no account number. */
export const ibanOrAccountNumber = (): PropertyDecorator =>
  ValidateIf(({ iban, accountNumber }: BankAccount) => iban != null || accountNumber == null);

export const wholeAccount = objectRule<BankAccount>(
  'wholeAccount',
  ({ iban, accountNumber, branchCode, countryCode }) =>
    iban != null || Boolean(accountNumber && branchCode && countryCode),
  'requires branchCode and countryCode, or pass an iban instead',
);

interface PayoutDays {
  interval?: number | null;
  dayOfWeek?: number | null;
  dayOfMonth?: number | null;
}

export const dayOfWeekWithWeekly = objectRule<PayoutDays>(
  'dayOfWeekWithWeekly',
  ({ interval, dayOfWeek }) => interval !== PayoutInterval.Weekly || dayOfWeek != null,
  'is required with a weekly interval',
);

export const dayOfMonthWithMonthly = objectRule<PayoutDays>(
  'dayOfMonthWithMonthly',
  ({ interval, dayOfMonth }) => interval !== PayoutInterval.Monthly || dayOfMonth != null,
  'is required with a monthly interval',
);

/** Requires the option for online sources; it is optional for physical ones. */
export const requiredOnline = (): PropertyDecorator =>
  ValidateIf(
    (source: { isPhysical?: boolean }, value) => source.isPhysical !== true || (value ?? null) !== null,
  );

type Filters = Partial<Record<'date' | 'clearanceDate' | 'orderCode', unknown>>;

export const oneFilter = objectRule<Filters>(
  'oneFilter',
  ({ date, clearanceDate, orderCode }) => [date, clearanceDate, orderCode].some((filter) => filter != null),
  'or one of date, clearanceDate is required',
);

export const fitsCurrency = objectRule<{ amount: unknown; currencyCode: unknown }>(
  'fitsCurrency',
  ({ amount, currencyCode }) =>
    typeof amount !== 'number' ||
    typeof currencyCode !== 'number' ||
    (exactMinorUnits(amount, currencyCode) ?? 0) > 0,
  'must have no more decimals than its currency',
);
