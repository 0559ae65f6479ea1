export interface MockOptions {
  /** Is the address of the mocked API. An asterisk before the path, as in the default, means any host. */
  readonly baseUrl?: string;
  /** Is a key with every scope. */
  readonly apiKey?: string;
  /** Holds other keys, each with its scopes. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Defaults to one active agent, `agt_demo`. */
  readonly agents?: readonly MockedAgent[];
  /**
   * With `immediate`, stories end at once and failed deliveries are retried at once. With `manual`, time passes only by
   * `advance`.
   */
  readonly time?: 'immediate' | 'manual';
  /** Is the start of manual time. */
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
  /** Lists the variables that the prompt needs. */
  readonly requiredVariables?: readonly string[];
  /** Lists the outcomes that its conversations may have. */
  readonly outcomes?: readonly string[];
  /** Lists the outcomes that fire `lead.qualified`. */
  readonly qualifiedOutcomes?: readonly string[];
}
