/** Records by table and key. */
export type StoredRecords = ReadonlyMap<string, ReadonlyMap<string, unknown>>;
