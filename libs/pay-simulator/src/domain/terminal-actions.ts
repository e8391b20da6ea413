import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import { LIVE_STATUS, type Terminals } from './terminals.js';

/** The one action that is known: hands over the fiscal device's control token. @see contract/pos.json enums.ActionType */
export const FIM_CONTROL = 'aade-fim-control';
/** How long a terminal needs for an action, virtual milliseconds. */
const ACTION_MS = 2_000;

/** Something that a terminal is to do beside payments. */
export interface TerminalAction {
  readonly actionId: string;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  readonly actionType: string;
  /** What came of it; null while it runs. */
  readonly result: { readonly success: boolean; readonly message: string } | null;
}

/** The actions that were scheduled. */
export class TerminalActions {
  private readonly byId = new Map<string, TerminalAction>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly terminals: Terminals,
  ) {}

  /** Schedules an action; the id is made here. */
  create(request: Pick<TerminalAction, 'terminalId' | 'cashRegisterId' | 'actionType'>): TerminalAction {
    const action: TerminalAction = { ...request, actionId: this.ids.uuid(), result: null };
    this.byId.set(action.actionId, action);
    this.clock.schedule(this.clock.now() + ACTION_MS, () => {
      this.byId.set(action.actionId, { ...action, result: this.carryOut(action) });
    });
    return action;
  }

  find(actionId: string): TerminalAction | undefined {
    return this.byId.get(actionId);
  }

  reset(): void {
    this.byId.clear();
  }

  private carryOut({ terminalId, actionType }: TerminalAction): { success: boolean; message: string } {
    const terminal = this.terminals.find(terminalId);
    if (terminal?.statusId !== LIVE_STATUS || terminal.offline)
      return { success: false, message: 'Terminal is not connected' };
    return actionType === FIM_CONTROL
      ? { success: true, message: '' }
      : { success: false, message: 'Unknown action type' };
  }
}
