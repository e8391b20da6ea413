/** Secrets that a client is made with. */
export const SECRETS = {
  clientSecret: 'Seeded/Client+Secret=1',
  terminalSecret: 'seeded-terminal-secret-2',
  apikey: 'seeded-api-key-3!',
};
/** What the service gives for them. */
export const TOKEN = 'seeded.access-token_5~6';
/** Data of people. The card number passes its check, and so does the IBAN. */
export const PERSONAL = {
  card: '4147463011110133',
  spacedCard: '5239 2907 0000 0101',
  iban: 'GB33BUKB20201555555555',
  spacedIban: 'DE89 3704 0044 0532 0130 00',
  email: 'seeded.buyer+7@mail.example.org',
};

/** What Basic authentication makes of a pair. */
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

/** The lines in which a secret or personal seed stands, each with that seed. */
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
