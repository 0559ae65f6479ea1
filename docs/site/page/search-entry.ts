/** A page or section that the search can find. */
export interface SearchEntry {
  readonly page: string;
  readonly heading: string;
  readonly href: string;
  readonly text: string;
}
