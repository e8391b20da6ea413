import type { Marketplace, MethodReturn, PayISV, PayWallet } from 'nestjs-pay/client';

export interface Clients {
  PayWallet: PayWallet;
  PayISV: PayISV;
  Marketplace: Marketplace;
}

/**
 * How one operation's method is called with the contract's examples:
 * `path` by parameter name, body and query members as one object.
 */
export type CallExample = (
  clients: Clients,
  path: Record<string, string>,
  options: Record<string, unknown>,
) => Promise<MethodReturn<unknown, string>>;

export const text = (path: Record<string, string>, name: string): string => path[name] ?? '';
