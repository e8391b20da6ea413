import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import type { FieldError } from '../../core/operation/method-return.js';
import { memberRule } from '../../core/options/validators.js';
import { readOptions } from '../../core/options/options-check.js';
import { UUID } from '../../core/values/uuid.js';
import { isWebAddress } from '../../core/values/web-address.js';

const FILE_PATH = /\/dataservices\/v1\/FileRequests\/File\/([^/]+)\/([^/]+)$/;

/** IDs of a file, as path parameters of the API. */
export type FileAddress = Record<'requestId' | 'fileId', string>;

/** Requirement for a link, as the end of a sentence. */
export const FILE_LINK =
  'must be the address of a file: https://…/dataservices/v1/FileRequests/File/{requestId}/{fileId}';

/**
 * Reads the two IDs in a link to a file, or returns null if the link is invalid. The host of the link is never
 * contacted.
 */
export function readFileLink(link: unknown): FileAddress | null {
  if (typeof link !== 'string' || !isWebAddress(link)) return null;
  const [, requestId = '', fileId = ''] = FILE_PATH.exec(new URL(link).pathname) ?? [];
  return UUID.test(requestId) && UUID.test(fileId) ? { requestId, fileId } : null;
}

const IsFileLink = memberRule('isFileLink', (link) => readFileLink(link) !== null, FILE_LINK);

/** Body of the delivery that reports a file. */
class SaleTransactionsPayload {
  @IsString() Text: string;
  @IsFileLink() Link: string;
  @IsOptional() @IsBoolean() Authorized?: boolean;
  @IsOptional() @IsString() ExpirationDate?: string;
  @IsOptional() @IsString() FileType?: string;
  @IsOptional() @IsInt() RetryCount?: number | null;
  @IsOptional() @IsInt() RetryDelayInSeconds?: number | null;
  @IsOptional() @IsString() requestId?: string;
}

/** File that is ready for download. */
export interface SaleTransactionsNotification extends SaleTransactionsPayload {
  /** Request ID from the payload or the link. */
  requestId: string;
  /** `ExpirationDate` as an ISO 8601 time in UTC, or null if there is none. */
  expiresAt: string | null;
}

/** Reads the delivery's body, or returns its invalid fields. */
export function readNotification(payload: unknown): SaleTransactionsNotification | FieldError[] {
  const { options, problems } = readOptions(SaleTransactionsPayload, payload, 'payload');
  if (options === null) return problems;
  const body = options as unknown as SaleTransactionsPayload;
  const fromLink = readFileLink(body.Link)?.requestId ?? '';
  const requestId = body.requestId ?? fromLink;
  if (problems.length === 0 && requestId.toLowerCase() !== fromLink.toLowerCase())
    problems.push({ field: 'requestId', problem: 'must equal the request ID in Link' });
  const expiry = problems.length > 0 ? null : isoTime(body.ExpirationDate);
  if (expiry === undefined)
    problems.push({
      field: 'ExpirationDate',
      problem: 'must be a time, such as 2022-07-08T01:09:06.239 +00:00',
    });
  if (problems.length > 0) return problems;
  return { ...body, requestId, expiresAt: expiry ?? null };
}

/** Returns undefined if the text is not a time. */
function isoTime(text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null) return null;
  const time = Date.parse(text.replace(/\s+(?=[+-]\d{2}:?\d{2}$)/, ''));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
