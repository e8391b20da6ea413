/** Error for a valid request that the service rejects. */
export class Refusal extends Error {
  /**
   * @param code the service's error code, HTTP-like (403, 404, 409, 452, 502 …).
   * @param text what the answer says.
   * @param eventId why, where the service has an event id for it; 0 otherwise.
   * @param httpStatus HTTP status on the web host, where most refusals come as 200.
   */
  constructor(
    readonly code: number,
    readonly text: string,
    readonly eventId = 0,
    readonly httpStatus = 200,
  ) {
    super(text);
    this.name = 'Refusal';
  }
}
