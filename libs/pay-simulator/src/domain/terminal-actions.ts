import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import { isReachable, type Terminals } from './terminals.js';

/** The only known action, which passes the control token of a fiscal device. @see contract/pos.json enums.ActionType */
export const FIM_CONTROL = 'aade-fim-control';
/** Duration of an action in virtual milliseconds. */
const ACTION_MS = 2_000;

/** An action of a terminal other than a payment. */
export interface TerminalAction {
  readonly actionId: string;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  readonly actionType: string;
  /** Result of the action. Null while it runs. */
  readonly result: { readonly success: boolean; readonly message: string } | null;
}

/** Scheduled actions. */
export class TerminalActions {
  private readonly byId = new Map<string, TerminalAction>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly terminals: Terminals,
  ) {}

  /** Schedules an action with a new ID. */
  create(request: Pick<TerminalAction, 'terminalId' | 'cashRegisterId' | 'actionType'>): TerminalAction {
    const action: TerminalAction = { ...request, actionId: this.ids.uuid(), result: null };
    this.byId.set(action.actionId, action);
    this.clock.schedule(this.clock.now() + ACTION_MS, () => {
      this.byId.set(action.actionId, { ...action, result: this.execute(action) });
    });
    return action;
  }

  find(actionId: string): TerminalAction | undefined {
    return this.byId.get(actionId);
  }

  reset(): void {
    this.byId.clear();
  }

  private execute({ terminalId, actionType }: TerminalAction): { success: boolean; message: string } {
    const terminal = this.terminals.find(terminalId);
    if (!isReachable(terminal)) return { success: false, message: 'Terminal is not connected' };
    return actionType === FIM_CONTROL
      ? { success: true, message: '' }
      : { success: false, message: 'Unknown action type' };
  }
}
