/** The OAuth pair: for tokens. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** Everything a client may prove itself with; each scheme needs its own part. */
export interface Credentials {
  clientId?: string;
  clientSecret?: string;
  merchantId?: string;
  apikey?: string;
  resellerId?: string;
  resellerApiKey?: string;
  /** A pair of its own for the cloud terminal, where the account has one. */
  cloudTerminal?: Partial<ClientCredentials>;
}

/** An HTTP Basic header. The user name may itself hold a colon (resellers); the password may not be confused with it. */
export function basicHeader(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Every secret among the credentials, and the form in which it travels: what no log may show. */
export function secretsOf(credentials: Credentials): (string | undefined)[] {
  const { clientId, clientSecret, merchantId, apikey, resellerApiKey, cloudTerminal } = credentials;
  const pairs: [string | undefined, string | undefined][] = [
    [clientId, clientSecret],
    [merchantId, apikey],
    [cloudTerminal?.clientId, cloudTerminal?.clientSecret],
  ];
  const encoded = pairs.map(([name, secret]) =>
    name === undefined || secret === undefined ? undefined : basicHeader(name, secret).slice('Basic '.length),
  );
  return [clientSecret, apikey, resellerApiKey, cloudTerminal?.clientSecret, ...encoded];
}
