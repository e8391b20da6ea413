import { IsDay } from '../option-validators.js';
import { Allow, IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';

/** Options of `pos.session.retrieveSessionById` and `pos.session.waitForSession`. */
export class RetrieveSessionOptions {
  /** Your own session ID, as sent with the request to the terminal. */
  @Allow() sessionId: string;
}

/** Options of `pos.session.retrieveSessionInfoByDate`. */
export class RetrieveSessionsByDateOptions {
  /** UTC calendar day, `YYYY-MM-DD`. A store's day can span two of them. @default today in UTC */
  @IsOptional() @IsDay() date?: string;
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
