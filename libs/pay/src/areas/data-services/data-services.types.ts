/** Page of a search. A page without rows means that there are no more rows. */
export interface SearchResultPage<Row> {
  currentPage?: number;
  pageSize?: number;
  /** @deprecated Deprecated by the service. Read until a page has no rows. */
  totalPages?: number;
  links?: { next?: string | null };
  data: Row[];
}
