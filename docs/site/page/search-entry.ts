/** A place that the search can lead to. */
export interface SearchEntry {
  readonly page: string;
  readonly heading: string;
  readonly href: string;
  readonly text: string;
}
