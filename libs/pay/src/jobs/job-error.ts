import { HttpException } from '@nestjs/common';

/** Body of an HTTP response to an error of a job. */
export interface JobErrorBody {
  /** What happened, for the person in front of the page. */
  message: string;
  [member: string]: unknown;
}

/**
 * An error of a job with a code. Over HTTP, Nest responds with its status and with a text for the person in front of the page instead of
 * `Internal server error`. The message is for developers.
 */
export abstract class JobError<Code extends string> extends HttpException {
  /** @param message - What is wrong, and how to fix it, for developers. */
  constructor(
    readonly code: Code,
    message: string,
    status: number,
    body: JobErrorBody,
  ) {
    super({ statusCode: status, code, ...body }, status);
    this.message = message;
  }
}
