/**
 * Addresses that the service posts webhooks from, as published for each environment; ranges in CIDR notation.
 * The demo list holds the older published addresses too. The lists change: make yours configuration.
 *
 * @see https://developer.viva.com/webhooks-for-payments
 */
export const PAY_WEBHOOK_SOURCE_ADDRESSES: Readonly<Record<'live' | 'demo', readonly string[]>> = {
  live: [
    '51.138.37.238',
    '13.80.70.181',
    '13.80.71.223',
    '13.79.28.70',
    '40.127.253.112/28',
    '51.105.129.192/28',
    '20.54.89.16',
    '4.223.76.50',
    '51.12.157.0/28',
  ],
  demo: [
    '20.50.240.57',
    '40.74.20.78',
    '195.167.87.181',
    '195.167.87.180',
    '20.13.195.185',
    '135.225.16.50',
    '94.70.170.65',
    '94.70.174.36',
    '94.70.255.73',
    '94.70.248.18',
    '83.235.24.226',
  ],
};
