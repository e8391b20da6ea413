/** Control token of a fiscal device. @see contract/behaviour/pos.yaml rules "fim-token" */
const CONTROL_TOKEN = /^ECR\d{4}U\/R([A-Z0-9]+)\/CMAC_K:([0-9A-F]{32}):([0-9A-F]{6})$/i;
/** Parts of the token of a sale, by their letter. */
const SALE_TOKEN = /^ECR\d{4}A\/(?=S)/i;

/** What a terminal knows of the fiscal device after `aade-fim-control`. */
export interface DeviceControl {
  readonly deviceId: string;
  /** 32 hexadecimal digits in upper case. */
  readonly sessionKey: string;
}

/** Reads a control token, or returns undefined if it has another form. */
export function readControlToken(token: string): DeviceControl | undefined {
  const [, deviceId, sessionKey] = CONTROL_TOKEN.exec(token) ?? [];
  return deviceId === undefined || sessionKey === undefined
    ? undefined
    : { deviceId, sessionKey: sessionKey.toUpperCase() };
}

/** The token of a sale of a fiscal device. */
export interface DeviceSale {
  readonly deviceId: string;
  /** In minor units. */
  readonly amount: number;
  readonly currencyCode: string;
  /** `yyyyMMddHHmmss`, if the token has it in this form. */
  readonly time: string | null;
}

/** Reads the token of a sale, or returns undefined if it has another form. The MAC needs the master key, which never leaves the devices. */
export function readSaleToken(token: string): DeviceSale | undefined {
  if (!SALE_TOKEN.test(token)) return undefined;
  const parts = new Map(
    token
      .split('/')
      .slice(1)
      .map((part) => [part[0], part.slice(1)]),
  );
  const [, amount, currencyCode] = /^(\d{1,15}):(\d{3}):2$/.exec(parts.get('F') ?? '') ?? [];
  const deviceId = parts.get('R') ?? '';
  if (amount === undefined || currencyCode === undefined || deviceId === '' || !parts.get('Q'))
    return undefined;
  const time = parts.get('D') ?? '';
  return { deviceId, amount: Number(amount), currencyCode, time: /^\d{14}$/.test(time) ? time : null };
}
