/** Secrets of a client. */
export const SECRETS = {
  clientSecret: 'Seeded/Client+Secret=1',
  terminalSecret: 'seeded-terminal-secret-2',
  apikey: 'seeded-api-key-3!',
};
/** Token that the service returns for these secrets. */
export const TOKEN = 'seeded.access-token_5~6';
/** Personal data. The card numbers and IBANs have valid check digits. */
export const PERSONAL = {
  card: '4147463011110133',
  spacedCard: '5239 2907 0000 0101',
  iban: 'GB33BUKB20201555555555',
  spacedIban: 'DE89 3704 0044 0532 0130 00',
  email: 'seeded.buyer+7@mail.example.org',
};

/** Encodes a user name and password for Basic authentication. */
export const basic = (user: string, password: string): string =>
  Buffer.from(`${user}:${password}`).toString('base64');

const FORBIDDEN = [
  ...Object.values(SECRETS),
  ...Object.values(PERSONAL),
  TOKEN,
  basic('client-1', SECRETS.clientSecret),
  basic('terminal-1', SECRETS.terminalSecret),
  basic('merchant-1', SECRETS.apikey),
].flatMap((seed) => [seed, encodeURIComponent(seed)]);

/** Returns excerpts of the lines that contain a secret or personal data, at most ten. */
export function foundIn(lines: readonly string[]): string[] {
  return [
    ...new Set(
      lines.flatMap((line) => {
        const seed = FORBIDDEN.find((one) => line.includes(one));
        return seed === undefined
          ? []
          : [`${seed} in: ${line.slice(Math.max(0, line.indexOf(seed) - 150), line.indexOf(seed) + 80)}`];
      }),
    ),
  ].slice(0, 10);
}
