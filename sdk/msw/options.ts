export interface MockOptions {
  /** Where the API seems to be; an asterisk before the path means any host, which is what it is if nothing is said. */
  readonly baseUrl?: string;
  /** A key with every scope. */
  readonly apiKey?: string;
  /** Other keys, each with its scopes. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** One active agent, `agt_demo`, if nothing is said. */
  readonly agents?: readonly MockedAgent[];
  /** `immediate`: stories are over at once, and failed deliveries are tried again at once. `manual`: nothing happens until `advance`. */
  readonly time?: 'immediate' | 'manual';
  /** When manual time begins. */
  readonly now?: Date;
  /** Fixes every draw of the stories. */
  readonly seed?: number;
  readonly limits?: Partial<MockLimits>;
}

export interface MockLimits {
  readonly writesPerMinute: number;
  readonly readsPerMinute: number;
  readonly concurrentCalls: number;
}

export interface MockedAgent {
  readonly id: string;
  readonly name?: string;
  readonly isActive?: boolean;
  readonly extractionSchema?: Readonly<Record<string, unknown>> | null;
  /** What its prompt needs. */
  readonly requiredVariables?: readonly string[];
  /** Those that its conversations may come to. */
  readonly outcomes?: readonly string[];
  /** Those that fire `lead.qualified`. */
  readonly qualifiedOutcomes?: readonly string[];
}
