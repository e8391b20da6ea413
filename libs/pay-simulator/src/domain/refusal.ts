/** Error for a valid request that the service rejects. */
export class Refusal extends Error {
  /**
   * @param code - The service's error code, similar to HTTP (403, 404, 409, 452, 502 …).
   * @param text - Message of the response.
   * @param eventId - Event ID of the service for the reason, or 0 without one.
   * @param httpStatus - HTTP status on the web host, which responds to most refusals with 200.
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

/** Creates a refusal with the same error code and HTTP status. */
export function refusal(status: number, text: string, eventId = 0): Refusal {
  return new Refusal(status, text, eventId, status);
}
