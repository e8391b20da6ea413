import type { MerchantCore } from './merchant-core.js';
import { readControlToken, type DeviceControl } from './fiscal-device.js';
import { isReachable } from './terminals.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

/** The only known action, which passes the control token of a fiscal device. @see contract/behaviour/pos.yaml enums.ActionType */
export const FIM_CONTROL = 'aade-fim-control';
/** Duration of an action in virtual milliseconds. */
const ACTION_MS = 2_000;

/** An action of a terminal other than a payment. */
export interface TerminalAction {
  readonly actionId: string;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  readonly actionType: string;
  /** Control token of a fiscal device. */
  readonly token: string | null;
  /** Result of the action. Null while it runs. */
  readonly result: { readonly success: boolean; readonly message: string } | null;
}

/** Scheduled actions. */
export class TerminalActions {
  private readonly byId = new Table<TerminalAction>('terminalActions');
  /** Fiscal devices by terminal. */
  private readonly devices = new Table<DeviceControl>('fiscalDevices');
  private readonly planned = new PlannedWork<string>(
    'plannedTerminalActions',
    this.core.clock,
    (actionId) => {
      const action = this.byId.get(actionId);
      if (action) this.byId.set(actionId, { ...action, result: this.execute(action) });
    },
  );

  constructor(private readonly core: MerchantCore) {}

  /** Schedules an action with a new ID. */
  create(
    request: Pick<TerminalAction, 'terminalId' | 'cashRegisterId' | 'actionType' | 'token'>,
  ): TerminalAction {
    const action: TerminalAction = { ...request, actionId: this.core.ids.uuid(), result: null };
    this.byId.set(action.actionId, action);
    this.planned.plan(action.actionId, this.core.clock.now() + ACTION_MS, action.actionId);
    return action;
  }

  /** Returns the fiscal device that the last control action of a terminal named. */
  deviceControl(terminalId: string): DeviceControl | undefined {
    return this.devices.get(terminalId);
  }

  find(actionId: string): TerminalAction | undefined {
    return this.byId.get(actionId);
  }

  private execute({ terminalId, actionType, token }: TerminalAction): { success: boolean; message: string } {
    const terminal = this.core.terminals.find(terminalId);
    if (!isReachable(terminal)) return { success: false, message: 'Terminal is not connected' };
    if (actionType !== FIM_CONTROL) return { success: false, message: 'Unknown action type' };
    const control = readControlToken(token ?? '');
    if (!control)
      return {
        success: false,
        message: 'The token must have the form ECR0110U/R<device>/CMAC_K:<session key>:<check value>',
      };
    this.devices.set(terminalId, control);
    return { success: true, message: '' };
  }
}
