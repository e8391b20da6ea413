import {
  Allow,
  IsBase64,
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
} from 'class-validator';
import type { PosActionType, PosPaymentMethod } from '../coded-values.generated.js';
import { isObject } from '../../core/values/plain-data.js';
import { IsCurrencyText, IsMinorUnits, IsReadableId, Rule } from '../../core/options/validators.js';

/** Data of a fiscal receipt, sent to the service unchanged. */
export interface FiscalisationData {
  /** Receipt type code (int64). Pass values above 2^53 − 1 as a bigint. */
  ftReceiptCase: number | bigint;
  /** Lines of the receipt. Their members differ by country. */
  cbChargeItems: Record<string, unknown>[];
  /** Payments of the receipt. */
  cbPayItems: Record<string, unknown>[];
  /** Unique reference of the receipt. */
  cbReceiptReference: string;
  /** Reference of the receipt that this one corrects. */
  cbPreviousReceiptReference?: string;
  /** ISO 8601 in UTC, with Z. */
  cbReceiptMoment?: string;
  /** Issuer of the receipt. */
  cbUser?: Record<string, unknown>;
  /** Business customer. */
  cbCustomer?: Record<string, unknown>;
  /** ISO 4217 numeric code. */
  currencyCode?: string;
}

/** Longest lifetime of a preloaded request, in hours. */
const MAX_PRELOAD_HOURS = 24;

/** Common options of all requests to a terminal. */
abstract class PosRequest {
  /**
   * Your own ID of this attempt. It must be new: the service rejects a used ID forever (409).
   * Store it before the call. After `outcome: 'unknown'`, repeat the call with the SAME ID. For a new attempt, use
   * a new ID.
   */
  @IsReadableId() sessionId: string;
  /** Terminal ID from `pos.devices.searchDevices`. */
  @IsString() @IsNotEmpty() terminalId: string;
  /** Your cash register. Only this one can abort the session later. */
  @IsString() @IsNotEmpty() cashRegisterId: string;
  /** Amount in minor units: 1170 is 11.70. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ISO 4217 numeric code as a string, for example `'978'`. */
  @IsCurrencyText() currencyCode: string;
  /** Text shown to the customer. */
  @IsOptional() @IsString() customerTrns?: string;
  /** Shows the result on the terminal. @default true */
  @IsOptional() @IsBoolean() showTransactionResult?: boolean;
  /** Shows the receipt and the result. If false, `showTransactionResult` decides about the result. @default true */
  @IsOptional() @IsBoolean() showReceipt?: boolean;
  /** Target that the terminal's app returns to: a URI, or `finish` to go to the background. */
  @IsOptional() @IsString() @IsNotEmpty() interappCallback?: string;
  /** Greece: AADE number of the e-invoicing provider. `999` is for tests, `800` for the fiscal-device route. */
  @IsOptional() @IsString() aadeProviderId?: string;
  /**
   * Greece: the text that was signed, `UID;MARK;timestamp;amount;net;VAT;gross;TID`, with amounts in minor units. On the
   * fiscal-device route, the token of the cash register.
   */
  @IsOptional() @IsString() aadeProviderSignatureData?: string;
  /** Greece: Base64 signature of that text (ECDSA, P-256, SHA-256), or the session key on the fiscal-device route. */
  @IsOptional() @IsString() aadeProviderSignature?: string;
  /**
   * Data of a fiscal receipt. Not allowed with the `aade…` fields. If it is wrong, the payment may succeed without
   * a receipt.
   */
  @Rule<PosRequest>(
    'fiscalisation',
    ({ fiscalisationData }) => fiscalisationData == null || isObject(fiscalisationData),
    'must be an object',
  )
  @Rule<PosRequest>(
    'exactFiscalisation',
    ({ fiscalisationData }) => isExact(fiscalisationData),
    'contains a number above 2^53 − 1 that may have been rounded: pass it as a bigint',
  )
  @Rule<PosRequest>(
    'exclusiveFiscalisation',
    (dto) => dto.fiscalisationData == null || !AADE_FIELDS.some((name) => name in dto && dto[name] != null),
    'cannot be combined with the aade fields',
  )
  fiscalisationData?: FiscalisationData;
}

const AADE_FIELDS = ['aadeProviderId', 'aadeProviderSignatureData', 'aadeProviderSignature'] as const;

/** Options of requests that require a reference. */
abstract class ReferencedPosRequest extends PosRequest {
  /** Your own reference. It becomes the transaction's `merchantTrns`. */
  @IsString() merchantReference: string;
}

/** Options of sales and captures. */
abstract class PosCharge extends ReferencedPosRequest {
  /** Base64 of a JSON string with data about the integration. */
  @IsOptional() @IsBase64() saleToAcquirerData?: string;
  /** Greece: loads the request now, for a later payment. @default false */
  @IsOptional() @IsBoolean() aadePreloaded?: boolean;
  /** Greece: hours until a preloaded request expires, at most 24. @default 24 */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_PRELOAD_HOURS) aadePreloadedDuration?: number;
}

/** Common options of a merchant's sale and an ISV's sale. */
export abstract class PosSale extends PosCharge {
  /**
   * Tip in minor units, ADDED to `amount` and at most as large. The session returns the sum of both. Not allowed
   * with `preauth`. @default 0
   */
  @Rule<PosSale>(
    'tip',
    ({ tipAmount, amount }) =>
      tipAmount == null || (Number.isSafeInteger(tipAmount) && tipAmount >= 0 && !(tipAmount > amount)),
    'must be a whole number of minor units from 0 up to amount',
  )
  @Rule<PosSale & { preauth?: boolean }>(
    'tipOfSale',
    ({ tipAmount, preauth }) => preauth !== true || (tipAmount ?? 0) === 0,
    'cannot be combined with preauth',
  )
  tipAmount?: number;
  /** Greece: largest number of installments offered (spelled with one l here), or 0 for none. @default 0 */
  @IsOptional() @IsInt() @Min(0) maxInstalments?: number;
}

/** Options of `pos.transactions.initiateSaleRequest`. */
export class InitiateSaleOptions extends PosSale {
  /**
   * Authorizes only; complete it with `capturePreAuthRequest`. The service enables this on request. @default false
   */
  @IsOptional() @IsBoolean() preauth?: boolean;
  /** Payment method that the terminal shows first: a {@link PosPaymentMethod}. */
  @IsOptional() @IsString() @IsNotEmpty() paymentMethod?: PosPaymentMethod;
  /** Skips the surcharge. @default false */
  @IsOptional() @IsBoolean() skipSurcharge?: boolean;
}

/** Options of `pos.transactions.capturePreAuthRequest`. */
export class CapturePreAuthOptions extends PosCharge {
  /** Session ID of the approved pre-authorization. */
  @IsString() @IsNotEmpty() parentSessionId: string;
}

/** Options of `pos.transactions.refundTransaction`. */
export class PosRefundOptions extends PosRequest {
  /** Session ID of the finished sale. */
  @IsString() @IsNotEmpty() parentSessionId: string;
  /** @default the sale's reference */
  @IsOptional() @IsString() merchantReference?: string;
}

/** Options of `pos.transactions.unreferencedRefund`. */
export class UnreferencedRefundOptions extends ReferencedPosRequest {}

/** Options of `pos.transactions.fastRefund`. */
export class PosFastRefundOptions extends ReferencedPosRequest {}

/** Options of `pos.transactions.rebate`. */
export class PosRebateOptions extends ReferencedPosRequest {}

/** Options of `pos.transactions.createAction`. */
export class CreateActionOptions {
  @IsString() @IsNotEmpty() terminalId: string;
  @IsString() @IsNotEmpty() cashRegisterId: string;
  /** Action to run: a {@link PosActionType}. Always send it, although the service calls it optional. */
  @IsOptional() @IsString() @IsNotEmpty() actionType?: PosActionType;
  /** Data of the action. `aade-fim-control` requires its `token`. */
  @IsObject()
  @Rule<CreateActionOptions>(
    'actionToken',
    ({ actionType, request }) =>
      actionType !== 'aade-fim-control' || !isObject(request) || typeof request['token'] === 'string',
    'must contain the string token for aade-fim-control',
  )
  request: Record<string, unknown>;
}
/** Options of `pos.transactions.getActionDetails`. */
export class GetActionDetailsOptions {
  /** Action ID from `createAction`. */
  @Allow() actionId: string;
}
/** Returns whether all numbers in a value are exact. An int64 above 2^53 − 1 must be a bigint. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isExact);
}
