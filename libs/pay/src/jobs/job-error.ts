import { HttpException } from '@nestjs/common';

/** HTTP response to an error with a code. */
interface JobErrorResponse {
  status: number;
  /** What happened, for the person in front of the page. Null for the message for developers. */
  message: string | null;
}

/**
 * An error of a job with a code. Over HTTP, Nest responds with its status and with a text for the person in front of the page instead of
 * `Internal server error`. The message is for developers.
 */
export abstract class JobError<Code extends string> extends HttpException {
  /**
   * @param message - What is wrong, and how to fix it, for developers.
   * @param more - Further members of the response.
   */
  constructor(
    readonly code: Code,
    message: string,
    response: JobErrorResponse,
    more: object = {},
  ) {
    const { status } = response;
    super({ statusCode: status, code, message: response.message ?? message, ...more }, status);
    this.message = message;
  }
}
