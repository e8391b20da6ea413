import {
  Allow,
  IsBase64,
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { isObject } from '../../core/values/plain-data.js';
import { IsMinorUnits, IsReadableId, Rule } from '../../core/options/validators.js';
import { isExact } from './fiscalisation.types.js';
import type { FiscalisationData } from './fiscalisation.types.js';
import type { PosActionType, PosPaymentMethod } from './pos-transactions.enums.js';

/** Hours after which a preloaded request expires at the latest. */
const MAX_PRELOAD_HOURS = 24;

/** What every request to a terminal names. */
abstract class PosRequest {
  /**
   * The caller's own identity of this attempt, never used before: the service refuses a used one for ever (409), whatever
   * became of it. Keep it before calling: after `outcome: 'unknown'` repeat with the SAME one, for a new attempt take a new one.
   */
  @IsReadableId() sessionId: string;
  /** From `pos.devices.searchDevices`. */
  @IsString() @IsNotEmpty() terminalId: string;
  /** The caller's cash register: only it may abort the session later. */
  @IsString() @IsNotEmpty() cashRegisterId: string;
  /** Minor units: 1170 is 11.70. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ISO 4217 numeric, as text: `978`. */
  @Matches(/^\d{3}$/, {
    message: "currencyCode must be an ISO 4217 numeric code as text, such as '978' for EUR",
  })
  currencyCode: string;
  /** Text for the customer. */
  @IsOptional() @IsString() customerTrns?: string;
  /** Show the result on the terminal. @default true */
  @IsOptional() @IsBoolean() showTransactionResult?: boolean;
  /** Show receipt and result; when false the result still shows if `showTransactionResult` is true. @default true */
  @IsOptional() @IsBoolean() showReceipt?: boolean;
  /** How the terminal's app gives control back: a URI, or `finish` to go to the background. */
  @IsOptional() @IsString() @IsNotEmpty() interappCallback?: string;
  /** Greece: AADE number of the e-invoicing provider; `999` is for tests, `800` is the fiscal-device route. */
  @IsOptional() @IsString() aadeProviderId?: string;
  /** Greece: the text that was signed, semicolon-separated, amounts in minor units. */
  @IsOptional() @IsString() aadeProviderSignatureData?: string;
  /** Greece: base64 signature over it (ECDSA, P-256, SHA-256), or the session key on the fiscal-device route. */
  @IsOptional() @IsString() aadeProviderSignature?: string;
  /** Data of a fiscal receipt. Not with the `aade…` fields; when it is wrong the payment may succeed and only the receipt fail. */
  @Rule<PosRequest>(
    'fiscalisation',
    ({ fiscalisationData }) => fiscalisationData == null || isObject(fiscalisationData),
    'must be an object',
  )
  @Rule<PosRequest>(
    'exactFiscalisation',
    ({ fiscalisationData }) => isExact(fiscalisationData),
    'holds a number above 2^53 − 1 that may have been rounded: pass it as bigint',
  )
  @Rule<PosRequest>(
    'exclusiveFiscalisation',
    (dto) => dto.fiscalisationData == null || !AADE_FIELDS.some((name) => name in dto && dto[name] != null),
    'cannot be combined with the aade fields',
  )
  fiscalisationData?: FiscalisationData;
}

const AADE_FIELDS = ['aadeProviderId', 'aadeProviderSignatureData', 'aadeProviderSignature'] as const;

/** A request whose reference the service insists on. */
abstract class ReferencedPosRequest extends PosRequest {
  /** The merchant's own reference; becomes the transaction's `merchantTrns`. */
  @IsString() merchantReference: string;
}

/** What a sale and a capture may carry beside the base. */
abstract class PosCharge extends ReferencedPosRequest {
  /** Base64 of a JSON text with more about the integration. */
  @IsOptional() @IsBase64() saleToAcquirerData?: string;
  /** Greece: load now, pay later. @default false */
  @IsOptional() @IsBoolean() aadePreloaded?: boolean;
  /** Greece: hours after which a preloaded request expires, at most 24. @default 24 */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_PRELOAD_HOURS) aadePreloadedDuration?: number;
}

/** What a merchant's sale and one through an ISV have alike. */
export abstract class PosSale extends PosCharge {
  /** Minor units, ON TOP of `amount` and at most as much; the session answers the sum of both. Not with `preauth`. @default 0 */
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
  /** Greece: most instalments offered (one l here); 0 is none. @default 0 */
  @IsOptional() @IsInt() @Min(0) maxInstalments?: number;
}

/** Options of `pos.transactions.initiateSaleRequest`. */
export class InitiateSaleOptions extends PosSale {
  /** Authorise only; complete it with `capturePreAuthRequest`. Switched on by the service on request. @default false */
  @IsOptional() @IsBoolean() preauth?: boolean;
  /** {@link PosPaymentMethod}. */
  @IsOptional() @IsString() @IsNotEmpty() paymentMethod?: PosPaymentMethod;
  /** Do not apply a surcharge. @default false */
  @IsOptional() @IsBoolean() skipSurcharge?: boolean;
}

/** Options of `pos.transactions.capturePreAuthRequest`. */
export class CapturePreAuthOptions extends PosCharge {
  /** The finished, approved session of the pre-authorisation. */
  @IsString() @IsNotEmpty() parentSessionId: string;
}

/** Options of `pos.transactions.refundTransaction`. */
export class PosRefundOptions extends PosRequest {
  /** The finished session of the sale. */
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
  /** {@link PosActionType}. The service's own types call it optional: always send it. */
  @IsOptional() @IsString() @IsNotEmpty() actionType?: PosActionType;
  /** Data of the action; `aade-fim-control` needs its `token`. */
  @IsObject()
  @Rule<CreateActionOptions>(
    'actionToken',
    ({ actionType, request }) =>
      actionType !== 'aade-fim-control' || !isObject(request) || typeof request['token'] === 'string',
    'must hold the text member token for aade-fim-control',
  )
  request: Record<string, unknown>;
}

/** What `pos.transactions.createAction` answers. */
export interface PosAction {
  /** Made by the service; `getActionDetails` asks by it. */
  actionId: string;
  terminalId?: string;
  cashRegisterId?: string;
  actionType?: PosActionType;
}

/** Options of `pos.transactions.getActionDetails`. */
export class GetActionDetailsOptions {
  /** From `createAction`. */
  @Allow() actionId: string;
}

/** What became of an action. */
export interface PosActionDetails extends PosAction {
  /** False is final: the action failed. */
  successfullyProcessed: boolean;
  response?: {
    /** The device's own word, such as `success`. */
    status?: string | null;
    message?: string | null;
  } | null;
}
