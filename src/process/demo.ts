/** The demo tenant of `npm start`, as the documentation's pages on the same machine use it. */
export interface Demo {
  readonly apiKey: string;
  /** Holds the demo's own ids by their prefix. They take the place of the ids in the document's examples. */
  readonly ids: Readonly<Record<string, string>>;
  /** Holds bodies that succeed in the demo, by `operationId`. */
  readonly bodies: Readonly<Record<string, object>>;
}
