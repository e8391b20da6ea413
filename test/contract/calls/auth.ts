import type { CallExample } from '../call-example.js';

export const authCalls: Record<string, CallExample> = {
  'PayWallet auth.getCloudTerminalAccessToken': (c) => c.PayWallet.getCloudTerminalAccessToken(),
  'PayISV auth.getCloudTerminalAccessToken': (c) => c.PayISV.getCloudTerminalAccessToken(),
  'Marketplace auth.getCloudTerminalAccessToken': (c) => c.Marketplace.getCloudTerminalAccessToken(),
  'PayWallet getCloudTerminalAccessToken': (c) => c.PayWallet.getCloudTerminalAccessToken(),
};
