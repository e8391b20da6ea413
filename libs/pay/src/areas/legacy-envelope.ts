/** Members that every successful response of the `web` host to a command carries beside its own. */
export interface LegacyEnvelope {
  /** 0. */
  ErrorCode: number;
  ErrorText: string | null;
  /** Server time with offset. */
  TimeStamp: string;
  CorrelationId: string | null;
  EventId: number;
  /** True. */
  Success: boolean;
}
