import type { MerchantCore } from './merchant-core.js';
import { readSaleToken } from './fiscal-device.js';
import { aadeTogether } from './named-rules.js';
import {
  readPublicKey,
  refused,
  signedSaleProblem,
  timeProblem,
  wrongAmount,
  wrongDetails,
  wrongSignature,
  wrongSigner,
  type FiscalRefusal,
} from './signed-sale.js';
import type { TerminalActions } from './terminal-actions.js';
import {
  SessionEvent,
  type AadeFields,
  type FiscalResult,
  type TerminalRequest,
} from './terminal-session.js';
import type { Transaction } from './transaction.js';

/** Provider number of sales with a fiscal device. */
export const FISCAL_DEVICE = '800';
/** Acquirer in the unique payment ID. */
const ACQUIRER = '116';

/**
 * What a Greek terminal checks before it asks for a card, and what it adds to a payment. It does both only while AADE is on for the
 * account.
 *
 * @see contract/behaviour/pos.yaml rules
 */
export class FiscalChecks {
  constructor(private readonly core: MerchantCore & { terminalActions: TerminalActions }) {}

  get isOn(): boolean {
    return this.core.permissions.get().useAade;
  }

  /** Returns why the terminal does not take a request, or null. */
  problem(request: TerminalRequest): FiscalRefusal | null {
    const { aade, kind, receipt } = request;
    if (!this.isOn)
      return aade
        ? refused(
            SessionEvent.AadeOff,
            'The request has AADE fields, and AADE is off for the account. Switch on the permission useAade, or leave them out.',
          )
        : null;
    // Whether refunds and captures need a signature is open, so they need none.
    const needsData = kind === 'sale' || kind === 'preauth';
    if ((aade || needsData) && this.fault === 'unexpected-error')
      return refused(
        SessionEvent.AadeUnexpectedError,
        'The setting fiscalFault of the terminals asks for this error.',
      );
    if (!aade)
      return needsData && receipt === undefined
        ? refused(
            SessionEvent.AadeOnly,
            'AADE is on for the account, so a sale needs aadeProviderId, aadeProviderSignatureData and aadeProviderSignature, or fiscalisationData.',
          )
        : null;
    if (!aadeTogether((name) => aade[name as keyof AadeFields] !== undefined))
      return refused(
        SessionEvent.AadeParametersMissing,
        'A fiscal sale needs aadeProviderId, aadeProviderSignatureData and aadeProviderSignature. Send all three.',
      );
    const {
      aadeProviderId: id = '',
      aadeProviderSignatureData: text = '',
      aadeProviderSignature: signature = '',
    } = aade;
    return id === FISCAL_DEVICE
      ? this.deviceProblem(request, text, signature)
      : this.providerProblem(request, id, text, signature);
  }

  /** Returns what a terminal adds to an approved payment. */
  result({ aade, receipt }: TerminalRequest, transaction: Transaction | null): FiscalResult {
    if (!this.isOn || !transaction) return {};
    const isFiscalised = this.fault !== 'not-fiscalised';
    const { retrievalReferenceNumber, authorizationId } = transaction;
    return {
      ...(isFiscalised &&
        retrievalReferenceNumber !== null &&
        authorizationId !== null && {
          aadeTransactionId: ACQUIRER + retrievalReferenceNumber + authorizationId,
        }),
      ...(aade && { aadeResultCommand: isFiscalised ? 'OK' : 'ERROR' }),
      ...(receipt !== undefined && {
        fiscalisationDetails: isFiscalised
          ? receipt
          : { success: false, message: 'The receipt could not be reported' },
      }),
    };
  }

  private get fault() {
    return this.core.terminals.behavior.value.fiscalFault;
  }

  private providerProblem(
    { amount, kind, terminalId }: TerminalRequest,
    id: string,
    text: string,
    signature: string,
  ): FiscalRefusal | null {
    const { fiscalProviders, signatureLifetimeMs: lifetimeMs } = this.core.terminals.behavior.value;
    const publicKey = fiscalProviders[id];
    if (publicKey === undefined)
      return wrongSigner(
        `Provider ${id} has no public key here. Add it to fiscalProviders of the terminal settings, or sign with the test key of provider 999.`,
      );
    const key = readPublicKey(publicKey, 'fiscalProviders');
    // The text of a refund may have another form, so only its signature is checked.
    if (kind !== 'sale' && kind !== 'preauth') return wrongSignature(text, signature, key);
    return signedSaleProblem(text, signature, key, {
      amount,
      terminalId,
      now: this.core.clock.now(),
      lifetimeMs,
    });
  }

  private deviceProblem(
    { amount, currencyCode, terminalId, kind }: TerminalRequest,
    token: string,
    sessionKey: string,
  ): FiscalRefusal | null {
    const control = this.core.terminalActions.deviceControl(terminalId);
    if (!control)
      return wrongSigner(
        `Terminal ${terminalId} knows no fiscal device. Send it the action aade-fim-control first.`,
      );
    if (sessionKey.toUpperCase() !== control.sessionKey)
      return wrongSigner("The signature must be the session key of the device's last aade-fim-control.");
    if (kind !== 'sale' && kind !== 'preauth') return null;
    const sale = readSaleToken(token);
    if (!sale)
      return wrongDetails(
        "The fiscal device's token must have the form ECR0110A/S<session>/F<amount>:978:2/D<time>/R<device>/H<operator>/T<receipt>/M<data>/Q<MAC>.",
      );
    if (sale.deviceId !== control.deviceId || sale.currencyCode !== currencyCode)
      return wrongDetails(
        `The token is of device ${sale.deviceId} in currency ${sale.currencyCode}, and the terminal expects device ${control.deviceId} and currency ${currencyCode}.`,
      );
    if (sale.amount !== amount) return wrongAmount(`token has the amount ${sale.amount}`, amount);
    const { signatureLifetimeMs: lifetimeMs } = this.core.terminals.behavior.value;
    return sale.time === null ? null : timeProblem(sale.time, { now: this.core.clock.now(), lifetimeMs });
  }
}
