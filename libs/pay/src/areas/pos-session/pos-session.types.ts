import { Allow, IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { Rule } from '../../core/options/validators.js';

/** Options of `pos.session.retrieveSessionById` and `pos.session.waitForSession`. */
export class RetrieveSessionOptions {
  /** Your own session ID, as sent with the request to the terminal. */
  @Allow() sessionId: string;
}

/** Options of `pos.session.retrieveSessionInfoByDate`. */
export class RetrieveSessionsByDateOptions {
  /** UTC calendar day, `YYYY-MM-DD`. A store's day can span two of them. @default today in UTC */
  @Rule<RetrieveSessionsByDateOptions>(
    'isCalendarDay',
    ({ date }) => date == null || isCalendarDay(date),
    'must be a calendar day, YYYY-MM-DD',
  )
  date?: string;
  /**
   * Greece: lists only sessions started on the terminal itself under AADE. The service spells the name with a
   * capital.
   */
  @IsOptional() @IsBoolean() AadeAutonomouslyOnly?: boolean;
}

/** Options of `pos.session.abortSession`. */
export class AbortSessionOptions {
  @Allow() sessionId: string;
  /** Cash register that started the session. Others cannot abort it. */
  @IsString() @IsNotEmpty() cashRegisterId: string;
}
function isCalendarDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
