import { ACTION_NAMES } from '../control/actions.js';
import type { PaySimulator } from '../wiring/simulator.types.js';
import { withoutRealCards } from './card-numbers.js';
import type { Recording } from './recording.js';

/** Methods of the handle's parts that change state. */
const CHANGES: { readonly [Part in keyof PaySimulator]?: readonly (keyof PaySimulator[Part])[] } = {
  checkout: ['pay', 'payLater', 'payWithSavedCard', 'answerChallenge', 'leaveChallenge', 'cancel'],
  clock: ['advance'],
  connectedMerchants: ['connect'],
  deliveries: ['hold', 'release', 'duplicate', 'delay', 'drop', 'redeliver'],
  faults: ['add', 'remove'],
  isvAccounts: ['configure', 'invite', 'accept', 'verify', 'enableAcquiring'],
  isvWebhooks: ['register', 'remove'],
  orders: ['create', 'cancel', 'update', 'expire'],
  permissions: ['set'],
  sellers: ['invite', 'connect', 'verify', 'changePayouts'],
  sources: ['save'],
  terminals: ['configure', 'save', 'request', 'insertCard', 'decline', 'cancel', 'chooseQrCode', 'walkAway'],
  transfers: ['send', 'reverse'],
  wallet: ['withdraw', 'deposit', 'buy'],
  webhooks: ['register', 'remove'],
};

/** Methods of the handle that change state. */
const OWN_CHANGES: readonly (keyof PaySimulator)[] = ['reset', 'advance', ...ACTION_NAMES];

/** Wraps the handle to record each change before it is applied. */
export function recordedHandle(simulator: PaySimulator, recording: Recording): PaySimulator {
  const parts = Object.entries(CHANGES).map(([name, methods]) => {
    const part = partOf(simulator, name);
    return [
      name,
      recordedPart(part, new Set<PropertyKey>(methods), (method, args) =>
        recording.record({ call: [name, method, recordableArguments(args)] }),
      ),
    ];
  });
  const own = OWN_CHANGES.map((name) => [
    name,
    (...args: unknown[]) => {
      recording.record({ call: ['simulator', name, recordableArguments(args)] });
      return methodsOf(simulator)[name]?.(...args);
    },
  ]);
  return { ...simulator, ...(Object.fromEntries([...parts, ...own]) as Partial<PaySimulator>) };
}

/** Replays a recorded change. */
export function replayCall(
  simulator: PaySimulator,
  name: string,
  method: string,
  recordedArgs: readonly unknown[],
): unknown {
  // JSON stores omitted arguments as null.
  const args = recordedArgs.map((arg) => arg ?? undefined);
  if (name === 'simulator') {
    const own = OWN_CHANGES.find((change) => change === method);
    return own && methodsOf(simulator)[own]?.(...args);
  }
  const changes = CHANGES[name as keyof PaySimulator] as readonly string[] | undefined;
  if (!changes?.includes(method)) return undefined;
  return methodsOf(partOf(simulator, name))[method]?.(...args);
}

function recordableArguments(args: readonly unknown[]): readonly unknown[] {
  const text = JSON.stringify(args, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return JSON.parse(withoutRealCards(text)) as unknown[];
}

type Method = (...args: readonly unknown[]) => unknown;

const partOf = (simulator: PaySimulator, name: string): object =>
  (simulator as unknown as Readonly<Record<string, object>>)[name] ?? {};

const methodsOf = (part: object): Readonly<Record<string, Method>> =>
  part as Readonly<Record<string, Method>>;

function recordedPart(
  part: object,
  changes: ReadonlySet<PropertyKey>,
  record: (method: string, args: readonly unknown[]) => void,
): object {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (changes.has(name)) record(String(name), args);
        return (value as Method).apply(target, args);
      };
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
