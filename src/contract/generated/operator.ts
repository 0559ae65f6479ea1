/** Made by `npm run generate` from the documents. Edit those. */

export interface webhooks {
    "endpoint.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tenant's endpoint keeps failing
         * The attempts to an endpoint have failed 5, 20 or 100 times in a row, counted over all processes, so that you can tell its tenant.
         *     Each number is told once in a row of failures; where failures come faster than notices, only the highest.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * `sha256=` and the lowercase hex HMAC-SHA256 of `<X-Webhook-Timestamp>.<raw body>`, keyed by the endpoint's signing secret. Check it on the bytes as they came, in constant time.
                     * @example sha256=6e09db90fd2ef77d7dd2a2cb0d5bd0be3a2bfa3ea6ee9ff1a1e0fd6c6a8e5e54
                     */
                    "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                    /**
                     * When this attempt was signed, Unix time in seconds. Refuse what is more than 300 seconds off your clock.
                     * @example 1795176089
                     */
                    "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * Names the delivery, the same on every retry and replay. Remember it and skip what you have handled.
                     * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                     */
                    "X-Webhook-Delivery-Id": components["parameters"]["WebhookDeliveryId"];
                    /**
                     * Who is sending, and the version of the webhooks.
                     * @example Ringpost-Webhooks/1.0
                     */
                    "User-Agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EndpointNotice"];
                };
            };
            responses: {
                "2XX": components["responses"]["NoticeReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A tenant's endpoint takes deliveries again
         * An attempt has succeeded after failures that you were told of. Deliveries that failed for good meanwhile are not sent again by
         *     themselves: `POST /tenants/{tenantId}/webhook-endpoints/{webhookEndpointId}/replays` does that.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * `sha256=` and the lowercase hex HMAC-SHA256 of `<X-Webhook-Timestamp>.<raw body>`, keyed by the endpoint's signing secret. Check it on the bytes as they came, in constant time.
                     * @example sha256=6e09db90fd2ef77d7dd2a2cb0d5bd0be3a2bfa3ea6ee9ff1a1e0fd6c6a8e5e54
                     */
                    "X-Webhook-Signature": components["parameters"]["WebhookSignature"];
                    /**
                     * When this attempt was signed, Unix time in seconds. Refuse what is more than 300 seconds off your clock.
                     * @example 1795176089
                     */
                    "X-Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * Names the delivery, the same on every retry and replay. Remember it and skip what you have handled.
                     * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                     */
                    "X-Webhook-Delivery-Id": components["parameters"]["WebhookDeliveryId"];
                    /**
                     * Who is sending, and the version of the webhooks.
                     * @example Ringpost-Webhooks/1.0
                     */
                    "User-Agent": components["parameters"]["WebhookUserAgent"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EndpointNotice"];
                };
            };
            responses: {
                "2XX": components["responses"]["NoticeReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** For people. Need not be unique. */
        TenantName: string;
        /**
         * `pay_as_you_go` spends from a wallet and is refused when it is empty; `invoice` is billed afterwards.
         * @enum {string}
         */
        Billing: "pay_as_you_go" | "invoice";
        TenantLimits: {
            /** Requests of the public API other than GET. 60 by default. */
            writesPerMinute: number;
            /** GET requests of the public API. 120 by default. */
            readsPerMinute: number;
            /** Calls that may be going on at once. 10 by default. */
            concurrentCalls: number;
            /** Webhook deliveries of `call.completed`, `sms.received` and `lead.qualified`. 100 by default. */
            callEventsPerMinute: number;
            /** Webhook deliveries of `sms.delivered` and `sms.failed`. 600 by default. */
            textEventsPerMinute: number;
        };
        /** How many days what a call leaves is kept, counted from the call's `createdAt`. It is removed within minutes after that. Null: for as long as the call, and a call for ever. A tenant that was made before there were retention times has null in all three. */
        Retention: {
            /** After which a call is deleted with all that is left of it, and reading it gives `call_not_found`. 400 by default. A call whose `call.completed` has not gone out is kept. */
            calls: number | null;
            /** After which a call has null as its `transcript`. 90 by default. The copy in the body of `call.completed` stays as long as the delivery (`RINGPOST_DELIVERY_RETENTION_DAYS`). */
            transcripts: number | null;
            /** After which a recording is removed from the store, and its call has null as its `recordingUrl`. 90 by default. */
            recordings: number | null;
        };
        TenantView: {
            id: string;
            name: string;
            publicApiEnabled: boolean;
            /**
             * Format: date-time
             * Since when it is frozen, because it is handed over to another cell or lives there: its keys get 503 `overloaded`, and whatever would change it here `tenant_frozen`. Null: it is not.
             */
            frozenAt: string | null;
            /**
             * Format: date-time
             * Since when it is being deleted: its keys get 401, and everything of it is not found. The tenant itself is shown until the last of it is removed. Null: it is not deleted.
             */
            deletingSince: string | null;
            /** `pay_as_you_go` spends from a wallet and is refused when it is empty; `invoice` is billed afterwards. */
            billing: components["schemas"]["Billing"];
            limits: components["schemas"]["TenantLimits"];
            /** How many days what a call leaves is kept, counted from the call's `createdAt`. It is removed within minutes after that. Null: for as long as the call, and a call for ever. A tenant that was made before there were retention times has null in all three. */
            retentionDays: components["schemas"]["Retention"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * A sentence for people. It may be reworded at any time; let programs look at `code` and `details`.
         * @example There is no such call.
         */
        ErrorMessage: string;
        /** One thing that is wrong with a request. */
        Problem: {
            /**
             * Where it is, a JSON pointer whose first segment is `body`, `query` or `header`.
             * @example /body/name
             */
            path: string;
            /**
             * What is wrong there.
             * @example must be 1 to 100 characters, not only spaces
             */
            message: string;
        };
        /** Something about the request does not fit the document. `details.errors` names everything that is wrong, not only the first thing. */
        InvalidRequestError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "invalid_request";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details?: {
                    /** Everything that is wrong. */
                    errors: components["schemas"]["Problem"][];
                };
            };
        };
        InvalidOperatorTokenError: {
            error: {
                /** @constant */
                code: "invalid_operator_token";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        RateLimitedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "rate_limited";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        InternalError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "internal_error";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        OverloadedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "overloaded";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        Limit: number;
        /**
         * What is left out stays as it is, or takes the default when the tenant is made. A change of `callEventsPerMinute` or
         *     `textEventsPerMinute` leaves a delivery that waits for its turn its time, and a later event goes after it.
         */
        LimitsChange: {
            writesPerMinute?: components["schemas"]["Limit"];
            readsPerMinute?: components["schemas"]["Limit"];
            concurrentCalls?: components["schemas"]["Limit"];
            callEventsPerMinute?: components["schemas"]["Limit"];
            textEventsPerMinute?: components["schemas"]["Limit"];
        };
        /** What is left out stays as it is, or takes the default when the tenant is made. Null keeps it for ever. */
        RetentionChange: {
            calls?: number | null;
            transcripts?: number | null;
            recordings?: number | null;
        };
        NewTenant: {
            /** For people. Need not be unique. */
            name: components["schemas"]["TenantName"];
            /**
             * Whether its keys may use the public API.
             * @default true
             */
            publicApiEnabled?: boolean;
            /** `pay_as_you_go` spends from a wallet and is refused when it is empty; `invoice` is billed afterwards. */
            billing?: components["schemas"]["Billing"];
            /**
             * What is left out stays as it is, or takes the default when the tenant is made. A change of `callEventsPerMinute` or
             *     `textEventsPerMinute` leaves a delivery that waits for its turn its time, and a later event goes after it.
             */
            limits?: components["schemas"]["LimitsChange"];
            /** What is left out stays as it is, or takes the default when the tenant is made. Null keeps it for ever. */
            retentionDays?: components["schemas"]["RetentionChange"];
        };
        TenantReply: {
            tenant: components["schemas"]["TenantView"];
        };
        PayloadTooLargeError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "payload_too_large";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * The largest body that this operation reads.
                     * @example 1048576
                     */
                    maxBytes: number;
                };
            };
        };
        UnsupportedMediaTypeError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "unsupported_media_type";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantNotFoundError: {
            error: {
                /** @constant */
                code: "tenant_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantFrozenError: {
            error: {
                /** @constant */
                code: "tenant_frozen";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantChange: {
            /** For people. Need not be unique. */
            name?: components["schemas"]["TenantName"];
            /** Whether its keys may use the public API. */
            publicApiEnabled?: boolean;
            /** `pay_as_you_go` spends from a wallet and is refused when it is empty; `invoice` is billed afterwards. */
            billing?: components["schemas"]["Billing"];
            /**
             * What is left out stays as it is, or takes the default when the tenant is made. A change of `callEventsPerMinute` or
             *     `textEventsPerMinute` leaves a delivery that waits for its turn its time, and a later event goes after it.
             */
            limits?: components["schemas"]["LimitsChange"];
            /** What is left out stays as it is, or takes the default when the tenant is made. Null keeps it for ever. */
            retentionDays?: components["schemas"]["RetentionChange"];
        };
        /** @enum {string} */
        Scope: "calls:place" | "calls:read" | "read" | "write" | "webhooks";
        KeyView: {
            id: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** The cell that the key names, which is another one where its tenant has moved here since. */
            cell: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        ApiKeyNotFoundError: {
            error: {
                /** @constant */
                code: "api_key_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** Handed to the voice provider as it is. */
        ProviderSettings: {
            [key: string]: unknown;
        };
        AgentView: {
            id: string;
            name: string;
            systemPrompt: string;
            /** Handed to the voice provider as it is. */
            voice: components["schemas"]["ProviderSettings"];
            /** Handed to the voice provider as it is. */
            model: components["schemas"]["ProviderSettings"];
            providerAgentId: string | null;
            isActive: boolean;
            isDefault: boolean;
            activeOutcomes: string[];
            qualifyingOutcomes: string[];
            extractionSchema: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AgentName: string;
        /** What the agent is told. Names in double braces are filled from the `variables` of a call, which must then supply them. A value that is filled in stands there as it was sent. After the prompt follows a context block with all variables of the call, marked as data. */
        SystemPrompt: string;
        /** An assistant that exists at the voice provider and is used instead of one made for each call. It gets the variables that its own prompt names, and no context block. */
        ProviderAgentId: string | null;
        /**
         * Left out when an agent is made, the active outcomes are the nine usual ones and the qualifying one is INTERESTED.
         * @example [
         *       "INTERESTED",
         *       "NOT_INTERESTED",
         *       "CALLBACK",
         *       "DNC",
         *       "NO_ANSWER",
         *       "BUSY",
         *       "VOICEMAIL",
         *       "WRONG_NUMBER",
         *       "NOT_OWNER"
         *     ]
         */
        Outcomes: string[];
        /** A JSON Schema of an object, under the rules of the public `POST /agents/{id}/extraction-schema`; null switches extraction off. Any JSON is let through to those rules, which answer `invalid_extraction_schema`. */
        ExtractionSchemaInput: unknown;
        NewAgent: {
            name: components["schemas"]["AgentName"];
            /** What the agent is told. Names in double braces are filled from the `variables` of a call, which must then supply them. A value that is filled in stands there as it was sent. After the prompt follows a context block with all variables of the call, marked as data. */
            systemPrompt: components["schemas"]["SystemPrompt"];
            /** Handed to the voice provider as it is. */
            voice?: components["schemas"]["ProviderSettings"];
            /** Handed to the voice provider as it is. */
            model?: components["schemas"]["ProviderSettings"];
            /** An assistant that exists at the voice provider and is used instead of one made for each call. It gets the variables that its own prompt names, and no context block. */
            providerAgentId?: components["schemas"]["ProviderAgentId"];
            /** @default true */
            isActive?: boolean;
            /** @default false */
            isDefault?: boolean;
            /** Left out when an agent is made, the active outcomes are the nine usual ones and the qualifying one is INTERESTED. */
            activeOutcomes?: components["schemas"]["Outcomes"];
            /** Left out when an agent is made, the active outcomes are the nine usual ones and the qualifying one is INTERESTED. */
            qualifyingOutcomes?: components["schemas"]["Outcomes"];
            /** A JSON Schema of an object, under the rules of the public `POST /agents/{id}/extraction-schema`; null switches extraction off. Any JSON is let through to those rules, which answer `invalid_extraction_schema`. */
            extractionSchema?: components["schemas"]["ExtractionSchemaInput"];
        };
        AgentReply: {
            agent: components["schemas"]["AgentView"];
        };
        InvalidExtractionSchemaError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "invalid_extraction_schema";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * JSON pointer to the first problem inside `schema`; empty for its root.
                     * @example /properties/budget/type
                     */
                    path: string;
                    /** Every problem, the first of them too. A schema that is too large, too deep or too costly, or that does not compile, has that one alone. */
                    errors: {
                        /**
                         * JSON pointer to the problem inside `schema`.
                         * @example /properties/budget/type
                         */
                        path: string;
                        /**
                         * What is wrong there.
                         * @example "currency" is not a type. Known are object, array, string, number, integer, boolean, null.
                         */
                        message: string;
                    }[];
                };
            };
        };
        AgentChange: {
            name?: components["schemas"]["AgentName"];
            /** What the agent is told. Names in double braces are filled from the `variables` of a call, which must then supply them. A value that is filled in stands there as it was sent. After the prompt follows a context block with all variables of the call, marked as data. */
            systemPrompt?: components["schemas"]["SystemPrompt"];
            /** Handed to the voice provider as it is. */
            voice?: components["schemas"]["ProviderSettings"];
            /** Handed to the voice provider as it is. */
            model?: components["schemas"]["ProviderSettings"];
            /** An assistant that exists at the voice provider and is used instead of one made for each call. It gets the variables that its own prompt names, and no context block. */
            providerAgentId?: components["schemas"]["ProviderAgentId"];
            isActive?: boolean;
            isDefault?: boolean;
            /** Left out when an agent is made, the active outcomes are the nine usual ones and the qualifying one is INTERESTED. */
            activeOutcomes?: components["schemas"]["Outcomes"];
            /** Left out when an agent is made, the active outcomes are the nine usual ones and the qualifying one is INTERESTED. */
            qualifyingOutcomes?: components["schemas"]["Outcomes"];
            /** A JSON Schema of an object, under the rules of the public `POST /agents/{id}/extraction-schema`; null switches extraction off. Any JSON is let through to those rules, which answer `invalid_extraction_schema`. */
            extractionSchema?: components["schemas"]["ExtractionSchemaInput"];
        };
        AgentNotFoundError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "agent_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /**
         * Whom to call, in E.164 form: `+`, country code, number, no spaces. A string that is not a possible number gets `invalid_phone_number`, not `invalid_request`.
         * @example +14155550123
         */
        phoneNumber: string;
        /**
         * The number to call from. Leave it out and one of your active numbers is drawn at random, healthier ones more often.
         * @example num_01kaezq5v9a1b2c3d4e5f6g7h8
         */
        fromPhoneNumberId: string;
        /**
         * What the agent may know about this call, by name. A name has at most 255 characters. A value is any JSON value of at most 4,096 bytes: the UTF-8 length of a string, or of the value's compact JSON. Every variable reaches the agent whole, as data in the context block of its system message, whether or not its prompt names it. An agent that its operator keeps at the voice provider gets only those that its prompt there names.
         * @example {
         *       "firstName": "Dana",
         *       "property": "12 Elm Street"
         *     }
         */
        variables: {
            [key: string]: unknown;
        };
        /**
         * Anything of yours that you want back on the call and in its webhooks. At most 16,384 bytes of compact JSON. The agent and the voice provider never see it.
         * @example {
         *       "crmLeadId": "lead-8841"
         *     }
         */
        metadata: {
            [key: string]: unknown;
        };
        /**
         * A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another.
         * @example crm-lead-8841-first-call
         */
        IdempotencyKey: string;
        /**
         * You attest that you hold documented consent to this call. We keep and echo it; we do not check it.
         * @default false
         */
        knownConsent: boolean;
        /**
         * Your own reference to that consent, kept and echoed.
         * @example consent-2291
         */
        consentRecordId: string;
        NewTestCall: {
            /** Whom to call, in E.164 form: `+`, country code, number, no spaces. A string that is not a possible number gets `invalid_phone_number`, not `invalid_request`. */
            phoneNumber: components["schemas"]["phoneNumber"];
            /** The number to call from. Leave it out and one of your active numbers is drawn at random, healthier ones more often. */
            fromPhoneNumberId?: components["schemas"]["fromPhoneNumberId"];
            /** What the agent may know about this call, by name. A name has at most 255 characters. A value is any JSON value of at most 4,096 bytes: the UTF-8 length of a string, or of the value's compact JSON. Every variable reaches the agent whole, as data in the context block of its system message, whether or not its prompt names it. An agent that its operator keeps at the voice provider gets only those that its prompt there names. */
            variables?: components["schemas"]["variables"];
            /** Anything of yours that you want back on the call and in its webhooks. At most 16,384 bytes of compact JSON. The agent and the voice provider never see it. */
            metadata?: components["schemas"]["metadata"];
            /** A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            /** You attest that you hold documented consent to this call. We keep and echo it; we do not check it. */
            knownConsent?: components["schemas"]["knownConsent"];
            /** Your own reference to that consent, kept and echoed. */
            consentRecordId?: components["schemas"]["consentRecordId"];
        };
        /**
         * How far the call is. It only moves forward, and the first of the five final ones stands.
         *
         *     | status | means | may become |
         *     |---|---|---|
         *     | `queued` | taken, not dialling yet | `ringing`, `in-progress`, any final one |
         *     | `ringing` | the other phone rings | `in-progress`, any final one |
         *     | `in-progress` | somebody, or a machine, answered | any final one |
         *     | `completed` | there was a conversation, or a voicemail greeting | – |
         *     | `no_answer` | nobody picked up | – |
         *     | `busy` | busy, or the call was declined | – |
         *     | `failed` | carrier, provider or configuration failed | – |
         *     | `canceled` | hung up through the API, and never answered. A telephone that rings on after that may still end as `no_answer` or `busy`, or be answered and end as `completed` | – |
         * @enum {string}
         */
        CallStatus: "queued" | "ringing" | "in-progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled";
        CallFields: {
            /**
             * The call's id.
             * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
             */
            id: string;
            /**
             * How far the call is. It only moves forward, and the first of the five final ones stands.
             *
             *     | status | means | may become |
             *     |---|---|---|
             *     | `queued` | taken, not dialling yet | `ringing`, `in-progress`, any final one |
             *     | `ringing` | the other phone rings | `in-progress`, any final one |
             *     | `in-progress` | somebody, or a machine, answered | any final one |
             *     | `completed` | there was a conversation, or a voicemail greeting | – |
             *     | `no_answer` | nobody picked up | – |
             *     | `busy` | busy, or the call was declined | – |
             *     | `failed` | carrier, provider or configuration failed | – |
             *     | `canceled` | hung up through the API, and never answered. A telephone that rings on after that may still end as `no_answer` or `busy`, or be answered and end as `completed` | – |
             */
            status: components["schemas"]["CallStatus"];
            /**
             * The voice agent that talks.
             * @example agt_01kaezq2c8f4d6g8h0jkmnpqrs
             */
            agentId: string;
            /**
             * Who is called, E.164.
             * @example +14155550123
             */
            phoneNumber: string;
            /**
             * The number that the called person sees, E.164.
             * @example +14155550199
             */
            fromPhoneNumber: string;
            /**
             * Every call of this API is one that an AI agent places.
             * @constant
             */
            direction: "ai_outbound";
            /**
             * What the call came to, in the words of the agent's active outcomes, so an open set; the usual ones are listed here. Null until classified, and null when the analysis gave none of the agent's outcomes. `FAILED` and `CANCELED` stand for calls that never became a conversation. A conversation that broke off has `FAILED`, and a voicemail `VOICEMAIL`, from its end on; the analysis may follow and replace `FAILED`.
             * @example INTERESTED
             */
            outcome: "INTERESTED" | "NOT_INTERESTED" | "CALLBACK" | "DNC" | "NO_ANSWER" | "BUSY" | "VOICEMAIL" | "WRONG_NUMBER" | "NOT_OWNER" | "FAILED" | "CANCELED" | (string & {}) | null;
            /**
             * Why the call ended, in the voice provider's own word, so an open set; `x-ended-reasons` maps words to statuses. Our own are `ended-by-api`, `provider-unresponsive`, `not-dialled` and `placement-expired`. Null while the call is going.
             * @example customer-ended-call
             */
            endedReason: string | null;
            /**
             * How long the conversation was. Null if nobody answered.
             * @example 74
             */
            durationSeconds: number | null;
            /**
             * Format: date-time
             * When the voice provider took the call to dial it.
             * @example 2026-11-20T12:00:01.512Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * When the call was over. Until the call has its outcome, the provider may correct this time, and the duration with it.
             * @example 2026-11-20T12:01:27.020Z
             */
            endedAt: string | null;
            /**
             * Format: date-time
             * When you asked for the call.
             * @example 2026-11-20T12:00:00.934Z
             */
            createdAt: string;
            /**
             * All that was said, uncut. Null until the call has been transcribed, and again when the transcript has been kept for its time.
             * @example AI: Hello!
             *     User: Hi.
             */
            transcript: string | null;
            /**
             * What was extracted from the transcript, valid against the schema that the agent had when the call was placed. Null without such a schema, before the analysis, or when extraction failed.
             * @example {
             *       "budget": 450000,
             *       "timeline": "this year"
             *     }
             */
            extraction: {
                [key: string]: unknown;
            } | null;
            /**
             * A short note when extraction was tried and failed, or did not come within a minute after the call and has not come since.
             * @example /budget must be number
             */
            extractionError: string | null;
            /**
             * As you sent them; an empty object if you sent none.
             * @example {
             *       "firstName": "Dana"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * As you sent it; an empty object if you sent none.
             * @example {
             *       "crmLeadId": "lead-8841"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * As you attested.
             * @example true
             */
            knownConsent: boolean;
            /**
             * As you sent it.
             * @example consent-2291
             */
            consentRecordId: string | null;
        };
        /** A call as it is answered when it is placed. It has no `recordingUrl`. */
        PlacedCall: components["schemas"]["CallFields"];
        PlacedCallReply: {
            /** A call as it is answered when it is placed. It has no `recordingUrl`. */
            call: components["schemas"]["PlacedCall"];
        };
        InvalidPhoneNumberError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "invalid_phone_number";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * The number as it was sent.
                     * @example 555-0123
                     */
                    phoneNumber: string;
                };
            };
        };
        MissingVariablesError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "missing_variables";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * The names that the agent's prompt uses and `variables` lacks, sorted, each once.
                     * @example [
                     *       "firstName",
                     *       "property.address"
                     *     ]
                     */
                    missing: string[];
                };
            };
        };
        InsufficientBalanceError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "insufficient_balance";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** Both in millionths of the wallet's currency, whole numbers. */
                details: {
                    /**
                     * What is free in the wallet.
                     * @example 120000
                     */
                    balance: number;
                    /**
                     * What the call is estimated to cost.
                     * @example 300000
                     */
                    required: number;
                };
            };
        };
        PhoneNumberNotFoundError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "phone_number_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        IdempotencyConflictError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "idempotency_conflict";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        ConcurrentLimitExceededError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "concurrent_limit_exceeded";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * How many calls the tenant may have going at once.
                     * @example 10
                     */
                    limit: number;
                    /**
                     * How many it has going.
                     * @example 8
                     */
                    active: number;
                    /**
                     * How many more count against the limit because a `placement_failed` left their fate unknown. They stop counting once it is found out.
                     * @example 2
                     */
                    unknownFate: number;
                };
            };
        };
        PlacementFailedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "placement_failed";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * `not_dialled`: nobody was dialled, nobody will be, and nothing is kept. `unknown`: the voice provider may have dialled; the call is looked for and never dialled again by itself.
                     * @example unknown
                     * @enum {string}
                     */
                    fate: "not_dialled" | "unknown";
                    /**
                     * With `unknown`, the call whose fate is being found out. It can be read and ended.
                     * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                     */
                    callId?: string;
                    /**
                     * With `not_dialled`, where the voice provider is known to be down, the seconds until a request is worth sending.
                     * @example 8
                     */
                    retryAfterSeconds?: number;
                };
            };
        };
        IdempotencyInProgressError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "idempotency_in_progress";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        PhoneNumberView: {
            id: string;
            phoneNumber: string;
            providerNumberId: string;
            health: number;
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * How likely the number is to be chosen, against the others. At 0 it is chosen only by name.
         * @default 100
         */
        Health: number;
        PhoneNumberReply: {
            phoneNumber: components["schemas"]["PhoneNumberView"];
        };
        ConflictError: {
            error: {
                /** @constant */
                code: "conflict";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        MessageView: {
            id: string;
            /** @enum {string} */
            direction: "outbound" | "inbound";
            /**
             * `unknown`: the provider gave no answer, and the text is being looked for. `failed`: it was taken and did not arrive. `refused`: the provider did not take it. `received`: it came in.
             * @enum {string}
             */
            status: "queued" | "unknown" | "sent" | "delivered" | "failed" | "refused" | "received";
            /** The contact's number, whoever sent the text. */
            phone: string;
            /** The tenant's number. */
            ourPhone: string;
            body: string;
            contactId: string | null;
            campaign: {
                id: string;
                name: string;
            } | null;
            /** The provider's numeric code, as a string. */
            errorCode: string | null;
            /** Why it failed or was refused, in a few plain words. */
            reason: string | null;
            /**
             * Format: date-time
             * When it was asked for, or came in. A received text whose callback was lost is found at the provider later, and has the time at which it came there.
             */
            createdAt: string;
            /**
             * Format: date-time
             * When a carrier took it.
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * When it was delivered, failed, refused or received.
             */
            finishedAt: string | null;
        };
        NewText: {
            /** In E.164. */
            to: string;
            body: string;
            /** The tenant's number to send from. Left out, it is the one that last texted this number, or one chosen as for a call. */
            fromPhoneNumberId?: string;
            /** The contact, whose number `to` must be. Left out, it is the contact of that number, if there is one. Null says that the text is to no contact. */
            contactId?: string | null;
            /** The campaign that the text belongs to. */
            campaign?: {
                id: string;
                name: string;
            } | null;
            /** Sent again with the same key, the first text is answered and none is sent. Another number or body under the same key is a conflict, unless the first text was erased with its person: then it is answered whatever is asked for, because nobody knows its number and body any more. */
            dedupeKey?: string;
        };
        MessageReply: {
            message: components["schemas"]["MessageView"];
        };
        ContactNotFoundError: {
            error: {
                /** @constant */
                code: "contact_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        OptedOutError: {
            error: {
                /** @constant */
                code: "opted_out";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TextsNotSetUpError: {
            error: {
                /** @constant */
                code: "texts_not_set_up";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TextNotSentError: {
            error: {
                /** @constant */
                code: "text_not_sent";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        MessageNotFoundError: {
            error: {
                /** @constant */
                code: "message_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        WalletView: {
            /** What is left, holds of running calls taken off. Never below zero. */
            balanceMicros: number;
        };
        LedgerEntry: {
            id: string;
            /**
             * `hold` sets the estimated cost of a call aside; when it ends, `settlement` gives back or takes the difference to its real cost, or `release` gives back all of it.
             * @enum {string}
             */
            kind: "credit" | "hold" | "release" | "settlement";
            /** What was added to the balance, negative where it was taken. */
            amountMicros: number;
            balanceAfterMicros: number;
            callId: string | null;
            /** The note of a credit. Of a settlement what the call cost, in the currency (`cost 0.45`), and what the wallet was too empty for. */
            note: string | null;
            /** The key that a credit was given. Null on everything else. */
            dedupeKey: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        ContactView: {
            id: string;
            phone: string;
            name: string;
            email: string;
            address: string;
            city: string;
            state: string;
            zip: string;
            /** The operator's own id of the property that the address is of. Empty where none was given. */
            propertyId: string;
            customFields: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ContactText: string;
        ContactInput: {
            /** The number, in E.164. */
            phone: string;
            name?: components["schemas"]["ContactText"];
            email?: components["schemas"]["ContactText"];
            address?: components["schemas"]["ContactText"];
            city?: components["schemas"]["ContactText"];
            state?: components["schemas"]["ContactText"];
            zip?: components["schemas"]["ContactText"];
            /** Your own id of the property that the contact's address is of. The `lead.qualified` of a call shows it as `property.id`. */
            propertyId?: string;
            /** Your own fields, replaced whole where given. Webhooks of AI calls count them and never show them. */
            customFields?: {
                [key: string]: string;
            };
        };
        ContactReply: {
            contact: components["schemas"]["ContactView"];
        };
        /** How many it has erased. What a process erased that then died is not counted. */
        ErasedCount: number;
        ErasureView: {
            id: string;
            /** @enum {string} */
            state: "running" | "done";
            /** How many it has erased. What a process erased that then died is not counted. */
            calls: components["schemas"]["ErasedCount"];
            /** How many it has erased. What a process erased that then died is not counted. */
            recordings: components["schemas"]["ErasedCount"];
            /** How many it has erased. What a process erased that then died is not counted. */
            texts: components["schemas"]["ErasedCount"];
            /** How many it has erased. What a process erased that then died is not counted. */
            contacts: components["schemas"]["ErasedCount"];
            /** How many it has erased. What a process erased that then died is not counted. */
            events: components["schemas"]["ErasedCount"];
            /** How many it has erased. What a process erased that then died is not counted. */
            deliveries: components["schemas"]["ErasedCount"];
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            finishedAt: string | null;
        };
        ErasureReply: {
            erasure: components["schemas"]["ErasureView"];
        };
        ErasureNotFoundError: {
            error: {
                /** @constant */
                code: "erasure_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        EventInput: {
            /** @enum {string} */
            eventType: "sms.received" | "sms.delivered" | "sms.failed" | "lead.qualified";
            /** Your own name for this event, unlike that of any other event of its type. */
            dedupeKey: string;
            /** The event's `data`, as the event document has it for the type. */
            data: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * When it happened, at most seven days ago and not ahead of now by more than five minutes. Now, if left out.
             */
            occurredAt?: string;
        };
        PublishedEvent: {
            dedupeKey: string;
            /**
             * Format: uuid
             * The event's id; of a duplicate, the id it got when it was first published.
             */
            eventId: string;
            /** Whether it had been published before. */
            duplicate: boolean;
            /** How many deliveries this request has made of it. Nobody is subscribed where a new event has none. */
            deliveries: number;
        };
        /**
         * The call's id.
         * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
         */
        id: string;
        /**
         * What the call came to, in the words of the agent's active outcomes, so an open set; the usual ones are listed here. Null until classified, and null when the analysis gave none of the agent's outcomes. `FAILED` and `CANCELED` stand for calls that never became a conversation. A conversation that broke off has `FAILED`, and a voicemail `VOICEMAIL`, from its end on; the analysis may follow and replace `FAILED`.
         * @example INTERESTED
         */
        outcome: "INTERESTED" | "NOT_INTERESTED" | "CALLBACK" | "DNC" | "NO_ANSWER" | "BUSY" | "VOICEMAIL" | "WRONG_NUMBER" | "NOT_OWNER" | "FAILED" | "CANCELED" | (string & {}) | null;
        /**
         * Why the call ended, in the voice provider's own word, so an open set; `x-ended-reasons` maps words to statuses. Our own are `ended-by-api`, `provider-unresponsive`, `not-dialled` and `placement-expired`. Null while the call is going.
         * @example customer-ended-call
         */
        endedReason: string | null;
        /**
         * Who is called, E.164.
         * @example +14155550123
         */
        "phoneNumber-2": string;
        /**
         * The number that the called person sees, E.164.
         * @example +14155550199
         */
        fromPhoneNumber: string;
        /**
         * The voice agent that talks.
         * @example agt_01kaezq2c8f4d6g8h0jkmnpqrs
         */
        agentId: string;
        /**
         * How long the conversation was. Null if nobody answered.
         * @example 74
         */
        durationSeconds: number | null;
        /**
         * Format: date-time
         * When you asked for the call.
         * @example 2026-11-20T12:00:00.934Z
         */
        createdAt: string;
        /** As much of a call as tells what came of it. */
        CallSummary: {
            /** The call's id. */
            id: components["schemas"]["id"];
            /**
             * How far the call is. It only moves forward, and the first of the five final ones stands.
             *
             *     | status | means | may become |
             *     |---|---|---|
             *     | `queued` | taken, not dialling yet | `ringing`, `in-progress`, any final one |
             *     | `ringing` | the other phone rings | `in-progress`, any final one |
             *     | `in-progress` | somebody, or a machine, answered | any final one |
             *     | `completed` | there was a conversation, or a voicemail greeting | – |
             *     | `no_answer` | nobody picked up | – |
             *     | `busy` | busy, or the call was declined | – |
             *     | `failed` | carrier, provider or configuration failed | – |
             *     | `canceled` | hung up through the API, and never answered. A telephone that rings on after that may still end as `no_answer` or `busy`, or be answered and end as `completed` | – |
             */
            status: components["schemas"]["CallStatus"];
            /** What the call came to, in the words of the agent's active outcomes, so an open set; the usual ones are listed here. Null until classified, and null when the analysis gave none of the agent's outcomes. `FAILED` and `CANCELED` stand for calls that never became a conversation. A conversation that broke off has `FAILED`, and a voicemail `VOICEMAIL`, from its end on; the analysis may follow and replace `FAILED`. */
            outcome: components["schemas"]["outcome"];
            /** Why the call ended, in the voice provider's own word, so an open set; `x-ended-reasons` maps words to statuses. Our own are `ended-by-api`, `provider-unresponsive`, `not-dialled` and `placement-expired`. Null while the call is going. */
            endedReason: components["schemas"]["endedReason"];
            /** Who is called, E.164. */
            phoneNumber: components["schemas"]["phoneNumber-2"];
            /** The number that the called person sees, E.164. */
            fromPhoneNumber: components["schemas"]["fromPhoneNumber"];
            /** The voice agent that talks. */
            agentId: components["schemas"]["agentId"];
            /** How long the conversation was. Null if nobody answered. */
            durationSeconds: components["schemas"]["durationSeconds"];
            /** When you asked for the call. */
            createdAt: components["schemas"]["createdAt"];
        };
        /** A call as it is read. */
        Call: {
            /**
             * Format: uri
             * A signed link to the recording, made anew on each read and good for 15 minutes; null until a recording is stored, and again when it has been kept for its time. Webhooks never carry one.
             * @example https://ringpost.example.org/recordings/call_01kaezr6mvfy3bq0n4v7p5w2cd.mp3?expires=1795176960&signature=5f0c
             */
            recordingUrl: string | null;
        } & components["schemas"]["CallFields"];
        /**
         * An event that can be subscribed to. What each sends is under Webhooks.
         * @enum {string}
         */
        EventType: "call.completed" | "sms.received" | "sms.delivered" | "sms.failed" | "lead.qualified";
        DeliveryView: {
            /** Format: uuid */
            id: string;
            tenantId: string;
            /** Format: uuid */
            eventId: string;
            /** An event that can be subscribed to. What each sends is under Webhooks. */
            eventType: components["schemas"]["EventType"];
            /** @enum {string} */
            status: "pending" | "retrying" | "success" | "failed";
            attempts: number;
            responseStatus: number | null;
            errorMessage: string | null;
            /** Format: date-time */
            nextRetryAt: string | null;
            /** Format: date-time */
            lastAttemptAt: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** The endpoint as it was when the event fired. */
            endpoint: {
                id: string;
                name: string;
                url: string;
            };
            /** The trigger as it was when the event fired. */
            trigger: {
                id: string;
                name: string;
            };
        };
        CallNotFoundError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "call_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @enum {string} */
        DialerCallStatus: "completed" | "no_answer" | "busy" | "failed" | "canceled";
        DialerCampaign: {
            id: string;
            name: string;
        } | null;
        DialerCallback: {
            requestedAt: string | null;
            note: string | null;
        } | null;
        DialerCallInput: {
            /** The dialer's own name for the call, unlike that of any other call of the tenant. */
            dedupeKey: string;
            /** The agent that spoke, if one of the tenant's did. */
            agentId?: string | null;
            /** The number called, in E.164. */
            phoneNumber: string;
            /** The number it was called from, in E.164. */
            fromPhoneNumber: string;
            status: components["schemas"]["DialerCallStatus"];
            /** What the call came to. Null where nobody could tell, which webhooks show as `UNKNOWN`. */
            outcome: string | null;
            notes?: string | null;
            /** Seconds of conversation. Null if the call was never answered. */
            durationSeconds: number | null;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * Not before `startedAt`.
             */
            endedAt: string;
            /** Kept whole; webhooks cut it as they do with any call's. */
            transcript?: string | null;
            campaign?: components["schemas"]["DialerCampaign"];
            callback?: components["schemas"]["DialerCallback"];
            /** Data extracted from the conversation, passed on as it is. */
            extraction?: {
                [key: string]: unknown;
            } | null;
            extractionError?: string | null;
        };
        DialerCall: {
            id: string;
            dedupeKey: string;
            agentId: string | null;
            phoneNumber: string;
            fromPhoneNumber: string;
            /** @constant */
            direction: "dialer_outbound";
            status: components["schemas"]["DialerCallStatus"];
            outcome: string | null;
            notes: string | null;
            durationSeconds: number | null;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endedAt: string;
            /** Format: date-time */
            createdAt: string;
            transcript: string | null;
            campaign: components["schemas"]["DialerCampaign"];
            callback: components["schemas"]["DialerCallback"];
            extraction: {
                [key: string]: unknown;
            } | null;
            extractionError: string | null;
        };
        EndpointView: {
            id: string;
            name: string;
            url: string;
            /** @enum {string} */
            method: "POST" | "PUT";
            headers: {
                [key: string]: string;
            };
            /** Asterisks and the last four characters, except where it has just been made. */
            signingSecret: string;
            isActive: boolean;
            /** Whether deliveries carry the headers of Standard Webhooks too. */
            standardWebhooks: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        EndpointReply: {
            endpoint: components["schemas"]["EndpointView"];
        };
        WebhookNotFoundError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "webhook_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TriggerView: {
            id: string;
            name: string;
            /** An event that can be subscribed to. What each sends is under Webhooks. */
            eventType: components["schemas"]["EventType"];
            webhookEndpointId: string;
            conditions: {
                outcome?: string[];
            };
            isActive: boolean;
            webhookEndpoint: {
                id: string;
                name: string;
                url: string;
            };
        };
        TriggerNotFoundError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "trigger_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        ReplayView: {
            id: string;
            webhookEndpointId: string;
            /** Format: date-time */
            since: string;
            /** @enum {string} */
            state: "running" | "done" | "canceled";
            /** How many failed deliveries there were when it began. */
            total: number;
            /** How many of them it has put back into the queue. */
            replayed: number;
            /** How many of them needed it no more, because someone sent them again by hand or they were deleted. */
            skipped: number;
            /** How many are still failed and waiting for it, or were left when it was stopped. */
            remaining: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
        };
        ReplayReply: {
            replay: components["schemas"]["ReplayView"];
        };
        ReplayNotFoundError: {
            error: {
                /** @constant */
                code: "replay_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** One HTTP request of a delivery, and what came of it. */
        DeliveryAttempt: {
            /**
             * Counts over all cycles.
             * @example 1
             */
            n: number;
            /**
             * Format: date-time
             * When it began.
             * @example 2026-11-20T12:01:29.420Z
             */
            startedAt: string;
            /**
             * How long it took.
             * @example 40
             */
            durationMs: number;
            /**
             * The HTTP status of the answer; null if there was none.
             * @example 200
             */
            status: number | null;
            /**
             * What kind of failure: `timeout`, `blocked`, `dns`, `connect`, `tls`, `reset`, `protocol`, or the class of the status, such as `http_5xx`. Null for a success. An open set.
             * @example http_5xx
             */
            errorClass: string | null;
            /**
             * The first 1,024 bytes of the answer's body, read as UTF-8; null if there was no answer.
             * @example ok
             */
            responseHead: string | null;
        };
        DeliveryNotFoundError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "delivery_not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        StatsView: {
            /**
             * Format: date-time
             * The service's time of the count.
             */
            at: string;
            deliveries: {
                /** Waiting to be taken up now. */
                due: number;
                /** In some process's hands. */
                underWay: number;
                /** Waiting for a later time. */
                scheduled: number;
                /** How long the first of those due has waited: the lag. Zero where none is. */
                oldestDueSeconds: number;
            };
            calls: {
                queued: number;
                ringing: number;
                inProgress: number;
                /** Ended, and waiting for their analysis or recording before `call.completed` goes out. */
                awaitingAnalysis: number;
                /** Age of the oldest call under way that the reconciler has asked for since its status last changed. Zero where there is none. */
                oldestSilentSeconds: number;
                /** Calls that ended in the last 24 hours, and only because the reconciler asked the provider. */
                endedByReconciler: number;
            };
            /** Texts whose end is not known yet. */
            textsAwaitingReport: number;
            /** Recordings that are still to be fetched. */
            recordingsDue: number;
            replaysRunning: number;
            /** How many `GET /webhook-endpoints/in-trouble` would list. */
            endpointsInTrouble: number;
            /** Callbacks of each provider, counted by the process that answers since it began. */
            callbacks: {
                provider: string;
                accepted: number;
                refused: number;
                /** The refused ones by their reason. */
                refusals: {
                    /** `bad_signature`: the provider signs with another secret, or its request came to another address. `stale`: a clock is wrong, or the callback was late. `malformed`: its content is not what the provider's documents say. */
                    reason: string;
                    count: number;
                }[];
            }[];
            /** What came from a provider and is not in its documents, counted by the process that answers since it began; most first. It changes nothing: unknown keys and types are ignored, and a call that ended for an unknown reason has the status of the last row of `x-ended-reasons`. */
            providerDrift: {
                provider: string;
                /**
                 * A type of callback, a key of one (with the part that it stands in), or why a call ended.
                 * @enum {string}
                 */
                kind: "type" | "key" | "ended_reason";
                /** The provider's word, or `other` beyond the first fifty of a kind. */
                name: string;
                count: number;
            }[];
            /** Placements by their fate, counted by the process that answers since it began. */
            placements: {
                /** The provider has the call. */
                placed: number;
                /** The provider has no call, and nothing of it is kept. */
                notDialled: number;
                /** The provider did not say, and did not have the call when it was asked. The reconciler goes on asking. */
                unknown: number;
            };
            /** How the attempts of the last day stand to the objective that 99.9 % of them begin within 30 seconds of their due time, by the measures of the process that answers (`GET /measures`). A process without the role `dispatcher` begins none. */
            objective: {
                attemptsBegun: number;
                attemptsLate: number;
                /** Late attempts by those that the objective lets be late. Above 1 the objective is missed. Zero where none has begun. */
                errorBudgetUsed: number;
            };
            /** Waits for a connection to the database where none was free at once, counted by the process that answers since it began. A pool for whose connections nothing has waited is left out. */
            poolWaits: {
                pool: string;
                waits: number;
                /** Those of more than half a second. */
                long: number;
                /** All waits together. */
                totalSeconds: number;
            }[];
            /** The background work of the process that answers, those first that have not succeeded for longest. Empty where it has not the role `scheduler`. */
            chores: {
                chore: string;
                /** Turns since the process began, failed ones included. */
                turns: number;
                failed: number;
                /** Real time since a turn last succeeded, or since the process began. */
                sinceSuccessSeconds: number;
            }[];
            /**
             * `open`: the process that answers refuses to place calls, because the voice provider is down.
             * @enum {string}
             */
            voiceBreaker: "closed" | "open";
            /**
             * `degraded`: Redis is set and out of reach, and the process that answered paces by its own memory.
             * @enum {string}
             */
            pacing: "redis" | "memory" | "degraded";
        };
        TenantStats: {
            tenant: {
                id: string;
                name: string;
            };
            calls: {
                live: number;
                oldestSilentSeconds: number;
                endedByReconciler: number;
            };
            deliveries: {
                due: number;
                scheduled: number;
                oldestDueSeconds: number;
            };
            /** Endpoints whose last five attempts or more have failed. */
            failingEndpoints: number;
        };
        HalfHour: {
            /** Format: date-time */
            from: string;
            success: number;
            failed: number;
            /** Those that are `pending` or `retrying`. */
            open: number;
        };
        MeasureSeries: {
            /** Age of the oldest delivery that was due and not begun. */
            lagSeconds: number[];
            /** Deliveries that were due. */
            due: number[];
            /** Deliveries that were due later. */
            scheduled: number[];
            /** Calls that were queued, ringing or in progress. */
            liveCalls: number[];
            /** Calls that the provider took. */
            callsPlaced: number[];
            /** Placements that the provider refused, or did not answer. */
            callsNotPlaced: number[];
            /** Callbacks of the providers that were refused. */
            callbacksRefused: number[];
            /** One while placements were refused because the voice provider was down, else zero. */
            breakerOpen: number[];
            /** Attempts of deliveries that were answered with a 2xx. */
            attemptsAccepted: number[];
            /** Attempts that came to anything else. */
            attemptsFailed: number[];
            /** Attempts that reached a receiver. */
            attemptsBegun: number[];
            /** Those of them that began more than 30 seconds after they were due, which the objective allows for one in a thousand. */
            attemptsLate: number[];
            /** Turns of the background work that failed. */
            choresFailed: number[];
        };
        EndpointInTrouble: {
            tenant: {
                id: string;
                name: string;
            };
            endpoint: {
                id: string;
                name: string;
                url: string;
                isActive: boolean;
            };
            /** Deliveries that have failed in their present cycle and will be attempted again. */
            retrying: number;
            /** Deliveries that failed for good in the last 24 hours. */
            failed: number;
            /**
             * Format: date-time
             * When the oldest of these deliveries was made.
             */
            failingSince: string;
            /** Format: date-time */
            lastAttemptAt: string | null;
            /** What the last of their attempts came to. */
            lastError: string | null;
        };
        DailySummary: {
            /** Format: date */
            day: string;
            /** Tenants for whom a delivery was made. */
            tenants: number;
            /** Calls placed that day, by where they stood at its end. */
            calls: {
                placed: number;
                completed: number;
                noAnswer: number;
                busy: number;
                failed: number;
                canceled: number;
                underWay: number;
            };
            texts: {
                sent: number;
                received: number;
                /** Of those sent, failed or refused. */
                failed: number;
            };
            deliveries: {
                made: number;
                success: number;
                failed: number;
                waiting: number;
            };
            endpointsInTrouble: number;
        };
        Restore: {
            /** Its number. */
            id: string;
            /**
             * Format: date-time
             * Up to when the database has everything, in real time.
             */
            lostFrom: string;
            /**
             * Format: date-time
             * Since when it has everything again.
             */
            lostUntil: string;
            /**
             * How it is known. The server continues on another timeline (it was restored to a point in time, or a replica was promoted); it is another server (made from a dump); or an operator said so.
             * @enum {unknown}
             */
            cause: "timeline" | "system" | "operator";
        };
        CallAdoption: {
            /** How many of the provider's calls the service knows. */
            known: number;
            /** How many the service did not place, or whose tenant has moved to another cell, or is not said by the provider. */
            foreign: number;
            /** The calls that were lost. */
            calls: {
                /** The service's id of the call. */
                callId: string;
                /** Whose it is. */
                tenantId: string;
                /**
                 * It is a call of its tenant again; or nobody is left whose it could be, and it was hung up, could not be hung up yet, or was over.
                 * @enum {unknown}
                 */
                fate: "adopted" | "hung_up" | "not_hung_up" | "over";
            }[];
        };
        ProviderUnreachableError: {
            error: {
                /** @constant */
                code: "provider_unreachable";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        AuditEntryView: {
            id: string;
            /**
             * Format: date-time
             * When it began, in real time also in a sandbox.
             */
            at: string;
            /** The operation's id in this document, or the command. */
            operation: string;
            /** The ids in the request's path, and those of the object in its answer and of its tenant, by name, such as `tenantId`. What an answer lists is not named. */
            ids: {
                [key: string]: string;
            };
            /** `done`, or the code of the error. Null: it is under way, or its process died or lost the database before it could say. */
            result: string | null;
            /** The `X-Request-Id`, which is in every log line of the request. Null for a command. */
            requestId: string | null;
            /** The IP address that the request came from, past the proxies in `TRUSTED_PROXIES` (of IPv6 its network of 64 bits); the user and the machine for a command. The name of an operator with a token in `OPERATOR_TOKENS` stands before the address: `dana@10.0.0.7`. Who used `OPERATOR_TOKEN` must be known there. */
            address: string;
        };
        ClockReply: {
            clock: {
                /**
                 * Format: date-time
                 * The time the service goes by.
                 */
                now: string;
                /**
                 * Format: date-time
                 * The real time, by the database's clock.
                 */
                realNow: string;
                /** How far the first is ahead of the second. Zero outside a sandbox. */
                offsetSeconds: number;
                /**
                 * Format: date-time
                 * The next moment for which a delivery, a call, a text or a recording waits, in the service's time: where to move the clock next. Not after `now` while that is yet to be taken up. Null where nothing waits, and outside a sandbox.
                 */
                nextDueAt: string | null;
                /** A delivery is being attempted, or its outcome written. False outside a sandbox, where nobody counts. */
                isBusy: boolean;
            };
        };
        /**
         * `sha256=`, then the lower-case hex HMAC-SHA256 of the timestamp, a full stop and the raw body, keyed by the endpoint's signing secret as text (its 64 characters, not the 32 bytes they stand for).
         * @example sha256=6e09db90fd2ef77d7dd2a2cb0d5bd0be3a2bfa3ea6ee9ff1a1e0fd6c6a8e5e54
         */
        WebhookSignature: string;
        /**
         * When this attempt was signed: whole seconds since 1970 in UTC. Each attempt has its own, so a retry that arrives hours later still passes a check of its age. Refuse a delivery that is more than 300 seconds off your clock.
         * @example 1767441845
         */
        WebhookTimestamp: string;
        /**
         * Format: uuid
         * Names one logical delivery and stays the same over its retries and replays. Deliveries can come twice: remember this id and ignore what you have already handled.
         * @example 019b8399-6188-7c3e-9d5a-4b8f0e2a7c61
         */
        WebhookDeliveryId: string;
        EndpointNotice: {
            /** @enum {string} */
            event: "endpoint.failing" | "endpoint.recovered";
            /**
             * Format: date-time
             * The service's time of this attempt to tell you.
             */
            timestamp: string;
            data: {
                tenant: {
                    id: string;
                    name: string;
                };
                endpoint: {
                    id: string;
                    name: string;
                    url: string;
                };
                /**
                 * The number that was reached. Of a recovery, the last that you were told.
                 * @enum {integer}
                 */
                failures: 5 | 20 | 100;
                /**
                 * Format: date-time
                 * When the row of failures began. It is the same in all notices of one row.
                 */
                failingSince: string;
                /** The error from which the endpoint is slowed, or null where it is slowed no more or not yet. */
                lastError: string | null;
            };
        };
    };
    responses: {
        /** The request does not fit this document. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** The token is missing or wrong. */
        InvalidOperatorToken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidOperatorTokenError"];
            };
        };
        /** Too many requests with a wrong token came from your address. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** A mistake on our side. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** The service cannot serve the request just now. Nothing was done. */
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OverloadedError"];
            };
        };
        /** The body is larger than 1 MiB, and was not read. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** The body is not announced as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** The request has a query parameter, and the operation takes none. */
        UnknownQuery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** No tenant has that id. */
        TenantNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"];
            };
        };
        /** The tenant is frozen while it is moved to another cell. Nothing was changed. */
        TenantFrozen: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantFrozenError"];
            };
        };
        /** No tenant has that id, or the tenant has no such key. */
        TenantOrApiKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ApiKeyNotFoundError"];
            };
        };
        /** The request does not fit this document, or the extraction schema breaks a rule. */
        InvalidExtractionSchema: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidExtractionSchemaError"];
            };
        };
        /** No tenant has that id, or the tenant has no such agent. */
        TenantOrAgentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["AgentNotFoundError"];
            };
        };
        /** The request does not fit this document, or the number is not in E.164. */
        InvalidPhoneNumber: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPhoneNumberError"];
            };
        };
        /** The tenant has this number already, or is being moved. */
        NumberRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        /** No tenant has that id, or the tenant has no such number. */
        TenantOrPhoneNumberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
            };
        };
        /** No tenant has that id, or the tenant has no such contact or no number to send from. */
        TenantContactOrPhoneNumberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ContactNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
            };
        };
        /** The recipient has opted out, the service sends no texts, the key belongs to another text, or the tenant is being moved. Nothing was sent. */
        TextRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OptedOutError"] | components["schemas"]["TextsNotSetUpError"] | components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        /** The text provider could not be used, or a mistake on our side. */
        TextNotSent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TextNotSentError"] | components["schemas"]["InternalError"];
            };
        };
        /** No tenant has that id, or the tenant has no such text. */
        TenantOrMessageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["MessageNotFoundError"];
            };
        };
        /** The `dedupeKey` was used for another amount, or the tenant is being moved. */
        CreditConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        /** No tenant has that id, or the tenant has no such contact. */
        TenantOrContactNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ContactNotFoundError"];
            };
        };
        /** The request does not fit this document, or some event's data does not fit the event document. Nothing is published. */
        InvalidEvents: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** The body is larger than 8 MiB, and was not read. */
        BatchTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** No call that a tenant placed through the public API has that id. */
        CallNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallNotFoundError"];
            };
        };
        /** No tenant has that id, or the tenant has no such endpoint. */
        TenantOrWebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["WebhookNotFoundError"];
            };
        };
        /** No tenant has that id, or the tenant has no such trigger. */
        TenantOrTriggerNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["TriggerNotFoundError"];
            };
        };
        /** The endpoint is switched off, a replay of it is running, or the tenant is being moved. */
        ReplayConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["TenantFrozenError"];
            };
        };
        /** No tenant has that id, the tenant has no such endpoint, or the endpoint has no such replay. */
        ReplayNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["WebhookNotFoundError"] | components["schemas"]["ReplayNotFoundError"];
            };
        };
        /** No delivery of any tenant has that id. */
        DeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryNotFoundError"];
            };
        };
        /** The voice provider could not be used, or a mistake on our side. */
        ProviderUnreachable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProviderUnreachableError"] | components["schemas"]["InternalError"];
            };
        };
        /** This installation is not a sandbox, so its clock cannot be moved. */
        NotASandbox: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** Any 2xx within 10 seconds means that you have it. Anything else is sent again a minute later, for as long as there is something to tell, with the endpoint's state of that moment. */
        NoticeReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
         * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
         */
        TenantId: string;
        /**
         * The endpoint's id.
         * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
         */
        WebhookEndpointId: string;
        /**
         * The replay's id.
         * @example rpl_01kdvzz2a4c6e8g0j2m4p6r8t0
         */
        ReplayId: string;
        /**
         * `sha256=` and the lowercase hex HMAC-SHA256 of `<X-Webhook-Timestamp>.<raw body>`, keyed by the endpoint's signing secret. Check it on the bytes as they came, in constant time.
         * @example sha256=6e09db90fd2ef77d7dd2a2cb0d5bd0be3a2bfa3ea6ee9ff1a1e0fd6c6a8e5e54
         */
        WebhookSignature: components["schemas"]["WebhookSignature"];
        /**
         * When this attempt was signed, Unix time in seconds. Refuse what is more than 300 seconds off your clock.
         * @example 1795176089
         */
        WebhookTimestamp: components["schemas"]["WebhookTimestamp"];
        /**
         * Names the delivery, the same on every retry and replay. Remember it and skip what you have handled.
         * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
         */
        WebhookDeliveryId: components["schemas"]["WebhookDeliveryId"];
        /**
         * Who is sending, and the version of the webhooks.
         * @example Ringpost-Webhooks/1.0
         */
        WebhookUserAgent: "Ringpost-Webhooks/1.0";
    };
    requestBodies: never;
    headers: {
        /**
         * The id of this request, to quote when you ask for help. Send a header of the same name and, if it is a short printable token, you get it back; otherwise we make one.
         * @example req_01kaezr6mvfy3bq0n4v7p5w2cd
         */
        "X-Request-Id": string;
        /**
         * The scheme to authenticate with.
         * @example Bearer
         */
        "WWW-Authenticate": "Bearer";
        /**
         * Whole seconds to wait before you send the request again. At least 1.
         * @example 1
         */
        "Retry-After": number;
        /**
         * `true` when this is the stored answer to an earlier request with the same `idempotencyKey`. Absent when the request was carried out just now.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * Whole seconds to wait before you send the request again. Stands beside `rate_limited` only.
         * @example 12
         */
        OptionalRetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * List the tenants
     * Oldest first, a page at a time. While `nextCursor` is not null, ask again with it as `cursor`.
     */
    listTenants: {
        parameters: {
            query?: {
                /**
                 * Only those with this in their name, in upper or lower case.
                 * @example alder
                 */
                name?: components["schemas"]["TenantName"];
                /**
                 * The `nextCursor` of the page before.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                cursor?: string;
                /**
                 * How many at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of tenants. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: components["schemas"]["TenantView"][];
                        /** Where the next page begins. Null on the last. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Make a tenant
     * Limits and retention times that are left out take the published defaults. A pay-as-you-go tenant starts with an empty wallet.
     */
    createTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTenant"];
            };
        };
        responses: {
            /** The tenant. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a tenant
     * The tenant with its limits.
     */
    readTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The tenant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Delete a tenant with everything it has
     * For good, as a request for the deletion of personal data needs it: calls with their transcripts and recordings, texts, contacts, endpoints, deliveries, keys, the wallet with its ledger. From this answer on nothing of the tenant is sent or found; processes refuse its keys within five seconds. Only a link to a recording that was made by then works on, for its 15 minutes or until the recording is removed. The tenant's live calls are hung up. What it has is removed in the background, in small parts: not before half a minute has passed and its calls have ended, for which it waits five minutes at most, nor while a recording is being fetched. Where another tenant has a number of it too, the provider is first asked for all texts that had come by then, which takes some twelve minutes if it answers. Reading the tenant gives 404 when nothing is left. Repeating the request changes nothing.
     */
    deleteTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The tenant is deleted, and what it has is being removed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Change a tenant
     * Changes what is given and leaves the rest, inside `limits` and `retentionDays` too. Every process acts on it within five seconds.
     */
    updateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantChange"];
            };
        };
        responses: {
            /** The tenant as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List a tenant's API keys
     * Oldest first, revoked and expired ones too. Never the keys themselves.
     */
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["KeyView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Make an API key
     * The only response that shows the key itself, as `apiKey`. Keep it then, since it cannot be shown again. No scope implies another.
     */
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** For people, to tell keys apart. */
                    name: string;
                    scopes: components["schemas"]["Scope"][];
                    /**
                     * Format: date-time
                     * From then on the key is refused. Must be in the future. Null or left out means never.
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** The key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["KeyView"];
                        /** The key itself, for `Authorization` of the public API: `rp_`, `live` in production and else `test`, the cell's name (`RINGPOST_CELL`), the key's id without its prefix, the secret. A proxy in front of several cells routes by the third part, or, for a tenant that has moved, by the first four. */
                        apiKey: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Revoke an API key
     * Every process refuses the key within five seconds. A key that is revoked already stays as it is.
     */
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The key's id, not the key.
                 * @example key_01kdvy3h5k7m9p1r3t5v7x9z1b
                 */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrApiKeyNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Make a link into a tenant's portal
     * The link opens the portal, a page at `/portal` of the public listener, once: the browser that opens it gets a session, and the link is worth nothing from then on. The
     *     session does what a key with these scopes does, through the public API, and nothing else: `webhooks` shows endpoints, triggers and deliveries, and changes them;
     *     `calls:read` shows calls, `read` usage and keys. It ends when the link says, at most an hour after the link was made.
     *
     *     The session is a cookie that scripts cannot read and that only counts beside the header `X-Ringpost-Page`. The secret of the link stands behind the `#` of its URL, so that
     *     no server's log has it, and a preview that fetches the URL does not use the link up. `DELETE /tenants/{tenantId}/api-keys/{apiKeyId}` with the link's id ends the
     *     link, or its session, within five seconds. The page can be embedded by the origins in `PORTAL_FRAME_ANCESTORS`, and by nobody else.
     */
    createPortalLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** What the session may do. No scope implies another. */
                    scopes: components["schemas"]["Scope"][];
                    /** How long the link, and the session that it opens, last from now. An hour, if left out. */
                    expiresInSeconds?: number;
                };
            };
        };
        responses: {
            /** The link, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        portalLink: {
                            /** The id of the key that the session stands for. */
                            id: string;
                            scopes: components["schemas"]["Scope"][];
                            /**
                             * Format: date-time
                             * When the link ends, or the session that it has opened.
                             */
                            expiresAt: string;
                        };
                        /**
                         * Format: uri
                         * Lead the tenant's browser there, or embed it. Whoever has it first is in, so hand it to nobody else.
                         */
                        url: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List a tenant's agents
     * All of them by name, inactive ones too, with the settings that the public API hides.
     */
    listTenantAgents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The agents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agents: components["schemas"]["AgentView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Make an agent
     * A default agent takes that place from the one that had it.
     */
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** The agent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentReply"];
                };
            };
            400: components["responses"]["InvalidExtractionSchema"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Change an agent
     * Changes what is given and leaves the rest. Calls that are under way keep the agent as it was when they were placed.
     */
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The agent's id.
                 * @example agt_01kdvy7p9r1t3v5x7z9b1d3f5h
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentChange"];
            };
        };
        responses: {
            /** The agent as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentReply"];
                };
            };
            400: components["responses"]["InvalidExtractionSchema"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrAgentNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Place a test call
     * Lets the agent phone a number that the operator gives, as it is now. The call is one of the tenant like any other: it takes the body of the public `POST /calls` without
     *     `agentId`, is checked in the same order, takes a permit of the tenant's concurrent calls, holds the tenant's money and is charged for, makes a `call.completed`, and the
     *     tenant reads it. It needs no API key of the tenant and spends none of its requests; a tenant whose public API is off can have one too.
     *
     *     Within 24 hours the same `idempotencyKey` with the same body gets the first answer again. The keys of operators are apart from those of the tenant's API keys.
     */
    placeTestCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The agent's id. It must be active.
                 * @example agt_01kdvy7p9r1t3v5x7z9b1d3f5h
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTestCall"];
            };
        };
        responses: {
            /** The call is on its way, or this is the stored answer to an earlier request with the same key. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedCallReply"];
                };
            };
            /** The request does not fit this document, the number cannot be called, or the agent's prompt needs more variables. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPhoneNumberError"] | components["schemas"]["MissingVariablesError"];
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            /** A pay-as-you-go tenant's wallet does not cover the estimated cost of the call. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientBalanceError"];
                };
            };
            /** No tenant has that id, the tenant has no such agent or it is inactive, or there is no number to call from. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["AgentNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
                };
            };
            /** The `idempotencyKey` was used for another body, or the tenant is being moved. Nothing was done. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyConflictError"] | components["schemas"]["TenantFrozenError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** The tenant has as many calls going as it may, or too many requests with a wrong token came from your address. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["OptionalRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConcurrentLimitExceededError"] | components["schemas"]["RateLimitedError"];
                };
            };
            /** The call could not be placed, or we made a mistake. Send the request again with the same `idempotencyKey`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacementFailedError"] | components["schemas"]["InternalError"];
                };
            };
            /** The service cannot serve the request just now, or the first request with this `idempotencyKey` has not been answered yet. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressError"] | components["schemas"]["OverloadedError"];
                };
            };
        };
    };
    /**
     * List a tenant's phone numbers
     * All of them, oldest first, inactive ones too.
     */
    listPhoneNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The numbers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        phoneNumbers: components["schemas"]["PhoneNumberView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Add a phone number
     * The number must already exist at the voice provider. `health` weighs it when a call chooses a number. Several tenants of one cell may have the same number: a text to it, such as STOP or START, then belongs to the one tenant that last texted its sender from this number.
     */
    createPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** In E.164. */
                    phoneNumber: string;
                    /** The voice provider's id of the number. */
                    providerNumberId: string;
                    /** How likely the number is to be chosen, against the others. At 0 it is chosen only by name. */
                    health?: components["schemas"]["Health"];
                    /**
                     * Whether calls may go out from it.
                     * @default true
                     */
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** The number. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumberReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["NumberRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Change a phone number
     * Changes what is given and leaves the rest. An inactive number places no calls.
     */
    updatePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The number's id, not the number.
                 * @example num_01kdvy5m7p9r1t3v5x7z9b1d3f
                 */
                phoneNumberId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    providerNumberId?: string;
                    /** How likely the number is to be chosen, against the others. At 0 it is chosen only by name. */
                    health?: components["schemas"]["Health"];
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** The number as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumberReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrPhoneNumberNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List a tenant's texts
     * Sent and received, newest first. `before` takes the id of the last text of one page and gives the next.
     */
    listTexts: {
        parameters: {
            query?: {
                /**
                 * Only texts to and from this number of a contact.
                 * @example +15550012345
                 */
                phone?: string;
                /**
                 * Only texts older than the one with this id.
                 * @example msg_01kdvzr9n4f6b8d0y2v5w7c3pe
                 */
                before?: string;
                /** How many at most. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["MessageView"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Send a text
     * Sends one text through the text provider, at most once. 202 means that it is on its way, or `unknown` where the provider gave no answer: such a text is looked for and never sent again. One that the provider will not send comes back as `refused`, with the reason. What becomes of it reaches the tenant as `sms.delivered` or `sms.failed`; a refused text makes neither.
     */
    sendText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewText"];
            };
        };
        responses: {
            /** The text. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantContactOrPhoneNumberNotFound"];
            409: components["responses"]["TextRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["TextNotSent"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a text
     * As it stands now.
     */
    readText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The text's id, which its events carry as `message_id`.
                 * @example msg_01kdvzq8m3e5a7c9x1t4v6b2nd
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrMessageNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a wallet
     * The balance and the newest hundred entries of the ledger, newest first.
     */
    readWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The wallet and its ledger. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        wallet: components["schemas"]["WalletView"];
                        ledger: components["schemas"]["LedgerEntry"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Add money to a wallet
     * Writes a ledger entry and answers with the new balance. With a `dedupeKey` it may be repeated: the same key with the same amount adds nothing and is answered as the first time. Without one each request adds once more.
     */
    creditWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Millionths of the currency. */
                    amountMicros: number;
                    /** What the money is, for people. */
                    note?: string | null;
                    /** What names this payment among the tenant's, such as the number of an invoice. The same key with another amount is a conflict. */
                    dedupeKey?: string;
                };
            };
        };
        responses: {
            /** The wallet as it is now, or as it was after the first request with this `dedupeKey`. */
            200: {
                headers: {
                    /** `true` where the `dedupeKey` was used before, and nothing was added this time. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        wallet: components["schemas"]["WalletView"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["CreditConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List a tenant's contacts
     * Oldest first, a page at a time. While `nextCursor` is not null, ask again with it as `cursor`.
     */
    listContacts: {
        parameters: {
            query?: {
                /**
                 * Only the contact of this number, in E.164. Write the plus as `%2B`.
                 * @example +15550012345
                 */
                phone?: string;
                /**
                 * The `nextCursor` of the page before.
                 * @example con_01kdvz1p6r8t0w2y4k6m8q0s2v
                 */
                cursor?: string;
                /**
                 * How many at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of contacts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contacts: components["schemas"]["ContactView"][];
                        /** Where the next page begins. Null on the last. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Make or change the contact of a number
     * The number says which contact is meant. What is left out stays as it is, or is empty where the contact is new. Calls that end from now on show it in `call.completed` and in the `lead.qualified` of a call.
     */
    upsertContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactInput"];
            };
        };
        responses: {
            /** The contact as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a contact
     * One contact by its id.
     */
    readContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The contact's id.
                 * @example con_01kdvz1p6r8t0w2y4k6m8q0s2v
                 */
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The contact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrContactNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List a tenant's erasures
     * Oldest first, a page at a time. While `nextCursor` is not null, ask again with it as `cursor`. No entry has the number.
     */
    listErasures: {
        parameters: {
            query?: {
                /**
                 * The `nextCursor` of the page before.
                 * @example ers_01kdvz1p6r8t0w2y4k6m8q0s2v
                 */
                cursor?: string;
                /**
                 * How many at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of erasures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasures: components["schemas"]["ErasureView"][];
                        /** Where the next page begins. Null on the last. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Erase a person by phone number
     * Erases, in the background and for good, what the tenant has of the number at the time of the request:
     *
     *     | what | what is left |
     *     |---|---|
     *     | calls to the number | The call with its id, statuses, outcome, times and price. `phoneNumber` is `+999`, which is nobody's; `variables` and `metadata` are empty; transcript, recording, notes, extraction, callback and consent reference are null |
     *     | texts to and from the number | The message with its id, status and times. `phone` is `+999`, `body` is empty, `contactId` is null |
     *     | the contact of the number, with what was changed in it since | Nothing (`contact_not_found`) |
     *     | events whose body names the number, and those that these calls and texts bring later, with their deliveries, also those that have not been delivered | Nothing (`delivery_not_found`). They are not published again |
     *     | that the number has opted out | The opt-out, so that the number is not texted again |
     *     | stored answers of idempotency keys | Encrypted, until 24 hours after their request |
     *
     *     A call that has not ended is waited for, and so are a recording that is being fetched and, for three days at most, a text whose
     *     report has not come. What the tenant gets of the number after the request stays, also where it comes while the erasure waits: to
     *     erase that too, ask again. A delivery that a process was about to attempt when its event was erased may still go out within half
     *     a minute, also after the erasure is done. The erasure survives a restart. Numbers in another form than E.164, inside a body or
     *     another person's transcript, are not found. Logs, backups, and what the providers have are not touched: after a restore, repeat
     *     what was erased since the restored moment.
     */
    createErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** The number, in E.164. */
                    phoneNumber: string;
                };
            };
        };
        responses: {
            /** The erasure is under way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReply"];
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read an erasure
     * What it has erased so far. The number is not shown, and forgotten when the erasure is done.
     */
    readErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The erasure's id.
                 * @example ers_01kdvz1p6r8t0w2y4k6m8q0s2v
                 */
                erasureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The erasure. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            /** No tenant has that id, or the tenant has no such erasure. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ErasureNotFoundError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Publish events of a tenant
     * All of a batch is published together, or nothing of it. Each event's `data` must be what the published event document (`/asyncapi.yaml`) says of its type, with no property beyond that. What is over a documented cap is cut or dropped as described there: a long `transcript` is cut, `customFields` that are too large are left out. An event is known by its type and `dedupeKey`: publishing it again does nothing, whatever its data, and is answered as a duplicate. `call.completed` is not published here; record a dialer's call instead.
     */
    publishEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events: components["schemas"]["EventInput"][];
                };
            };
        };
        responses: {
            /** What became of each event, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["PublishedEvent"][];
                    };
                };
            };
            400: components["responses"]["InvalidEvents"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["BatchTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Search calls
     * Those that were placed through the public API, newest first. Each page looks through at most 20,000 calls, so a page may hold fewer than `limit`, or none, though there are more: while `nextCursor` is not null, ask again with it as `cursor` and the same filters.
     */
    searchCalls: {
        parameters: {
            query?: {
                /**
                 * Only this tenant's.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId?: string;
                /**
                 * Only those that stand like this.
                 * @example completed
                 */
                status?: components["schemas"]["CallStatus"];
                /**
                 * Only those that came to this.
                 * @example INTERESTED
                 */
                outcome?: string;
                /**
                 * Only those placed then or later. 30 days ago, if left out.
                 * @example 2026-01-01T00:00:00Z
                 */
                since?: string;
                /**
                 * Only those placed before.
                 * @example 2026-01-04T00:00:00Z
                 */
                until?: string;
                /**
                 * The `nextCursor` of the page before.
                 * @example call_01kdvzq2a4c6e8g0j2m4p6r8t0
                 */
                cursor?: string;
                /**
                 * How many at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: {
                            /** As much of a call as tells what came of it. */
                            call: components["schemas"]["CallSummary"];
                            tenantId: string;
                        }[];
                        /** Where the next page begins. Null where nothing is left to look through. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a call, what it cost and what was sent about it
     * The call as its tenant reads it, with its recording's link, the entries of the wallet that belong to it, and the webhook deliveries of its events, oldest first.
     */
    readAnyCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The call's id, of whichever tenant.
                 * @example call_01kdvzq2a4c6e8g0j2m4p6r8t0
                 */
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** A call as it is read. */
                        call: components["schemas"]["Call"];
                        tenantId: string;
                        /**
                         * The path of the recording on this listener, valid for 15 minutes: a page of this origin may play it. Null without a recording, and where it is kept in a bucket.
                         * @example /recordings/ten_01kdvy0a2c4e6g8j0m2p4r6t8v/call_01kdvzq2a4c6e8g0j2m4p6r8t0.wav?expires=1767442745&signature=0a1b2c
                         */
                        recordingPath: string | null;
                        /** Empty for a tenant that pays by invoice. */
                        ledger: components["schemas"]["LedgerEntry"][];
                        deliveries: components["schemas"]["DeliveryView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["CallNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Record a call that a dialer made
     * The call is kept and emits one `call.completed`, without `variables`, `metadata`, `known_consent` and `consent_record_id`. It costs nothing, takes no permit for concurrent calls, makes no `lead.qualified`, and the public API never shows it. A `dedupeKey` that was used before answers with the call recorded then, whatever the body, and nothing is emitted again. It cannot have ended later than five minutes from now, and one that nobody took (`no_answer`, `busy`) has no duration.
     */
    recordDialerCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DialerCallInput"];
            };
        };
        responses: {
            /** The call, recorded now or under this `dedupeKey` before. */
            201: {
                headers: {
                    /** `true` where the `dedupeKey` was used before, and nothing happened this time. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        call: components["schemas"]["DialerCall"];
                    };
                };
            };
            400: components["responses"]["InvalidPhoneNumber"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrAgentNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List a tenant's webhook endpoints
     * Oldest first, secrets masked.
     */
    listTenantWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: components["schemas"]["EndpointView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Switch an endpoint on or off, or its headers of Standard Webhooks
     * What the body does not name stays. Attempts that begin from now on are made as the endpoint is then. While it is off, events make no deliveries to it, and those that were made before wait: neither tried nor failed. Switched on, they go on at once, each at its time. One whose place in its bucket has passed meanwhile gets another.
     */
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The endpoint's id.
                 * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
                 */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isActive?: boolean;
                    /** Whether deliveries carry the headers of Standard Webhooks too. */
                    standardWebhooks?: boolean;
                };
            };
        };
        responses: {
            /** The endpoint as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Give an endpoint a new signing secret
     * The only response that shows the new secret. The old one is invalid at once: every attempt that begins from now on, retries too, is signed with the new one. There is no time in which both hold, so change the receiver right after.
     */
    rotateSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The endpoint's id.
                 * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
                 */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The endpoint with its new secret, shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List a tenant's automation triggers
     * Oldest first.
     */
    listTenantTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The triggers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        triggers: components["schemas"]["TriggerView"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Switch a trigger on or off
     * While it is off, it fires for nothing, and deliveries that it made before wait. Switched on, they go on at once, each at its time.
     */
    updateTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The trigger's id.
                 * @example trg_01kdvyb5x7z9b1d3f5h7k9m1p3
                 */
                triggerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    isActive: boolean;
                };
            };
        };
        responses: {
            /** The trigger as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        trigger: components["schemas"]["TriggerView"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrTriggerNotFound"];
            409: components["responses"]["TenantFrozen"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Send an endpoint's failed deliveries again
     * Takes every delivery to the endpoint that failed for good since then and until now, oldest failure first, and gives it a fresh cycle of six attempts under the same delivery id. It goes on in the background, uses at most half of the tenant's webhook rate, and survives a restart. While the endpoint is off, it waits. One replay of an endpoint runs at a time.
     */
    createReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The endpoint's id.
                 * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
                 */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * Deliveries that failed for good then or later.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** The replay has begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            409: components["responses"]["ReplayConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Count what a replay would send again
     * A dry run: how many deliveries to the endpoint failed for good since then and are still failed, and which replay of the endpoint runs already. Nothing is sent.
     */
    previewReplay: {
        parameters: {
            query: {
                /**
                 * Deliveries that failed for good then or later.
                 * @example 2026-01-03T10:00:00Z
                 */
                since: string;
            };
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The endpoint's id.
                 * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
                 */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What a replay that begins now would find. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: {
                            /** Format: date-time */
                            since: string;
                            /**
                             * Format: date-time
                             * The moment of the count.
                             */
                            until: string;
                            total: number;
                            /** The id of the replay of this endpoint that runs. While it does, no other can begin. */
                            running: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrWebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a replay's progress
     * Exact at the moment of the answer.
     */
    readReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The endpoint's id.
                 * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
                 */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
                /**
                 * The replay's id.
                 * @example rpl_01kdvzz2a4c6e8g0j2m4p6r8t0
                 */
                replayId: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The replay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["ReplayNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Stop a replay
     * What has been taken goes on; the rest stays failed. A replay that has ended already stays as it is.
     */
    cancelReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * The endpoint's id.
                 * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
                 */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
                /**
                 * The replay's id.
                 * @example rpl_01kdvzz2a4c6e8g0j2m4p6r8t0
                 */
                replayId: components["parameters"]["ReplayId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The replay as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["ReplayNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Search deliveries
     * Newest first. Each page looks through at most 20,000 deliveries, so a page may hold fewer than `limit`, or none, though there are more: while `nextCursor` is not null, ask again with it as `cursor` and the same filters. With `tenantId` or `endpointId` a search looks only at that tenant's.
     */
    searchDeliveries: {
        parameters: {
            query?: {
                /**
                 * Only this tenant's.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId?: string;
                /**
                 * Only those to this endpoint.
                 * @example whe_01kdvy9t3v5x7z9b1d3f5h7k9m
                 */
                endpointId?: string;
                /**
                 * Only those that stand like this.
                 * @example failed
                 */
                status?: "pending" | "retrying" | "success" | "failed";
                /**
                 * Only those of this event.
                 * @example call.completed
                 */
                eventType?: components["schemas"]["EventType"];
                /**
                 * Only those made then or later. 30 days ago, if left out.
                 * @example 2026-01-01T00:00:00Z
                 */
                since?: string;
                /**
                 * Only those made before.
                 * @example 2026-01-04T00:00:00Z
                 */
                until?: string;
                /**
                 * The `nextCursor` of the page before.
                 * @example MTc2NzQ0MTg0NTEyMC4wMTliODNmMC03YzQwLTgwMDA
                 */
                cursor?: string;
                /**
                 * How many at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["DeliveryView"][];
                        /** Where the next page begins. Null where nothing is left to look through. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a delivery, its attempts and its payload
     * The delivery of whichever tenant, and one line for each attempt whose outcome is known, oldest first.
     */
    readDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The delivery's id, which receivers see as `X-Webhook-Delivery-Id`.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery and its attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["DeliveryView"];
                        attempts: components["schemas"]["DeliveryAttempt"][];
                        /** The exact text that every attempt sends, which is JSON. */
                        payload: string;
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["DeliveryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Send a delivery again
     * Does what its tenant can do with `POST /webhook-deliveries/{id}/retry`: sends the stored bytes once more under the same id, at once, and answers when the attempt is over. Only a delivery that is `success` or `failed` can be sent again, and only to an endpoint that is active.
     */
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The delivery's id, which receivers see as `X-Webhook-Delivery-Id`.
                 * @example 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery after the attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["DeliveryView"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["DeliveryNotFound"];
            409: components["responses"]["TenantFrozen"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read how it stands
     * Counted when asked, over all tenants. Cheap enough for a person, not for a poll every second; `/metrics` is for that.
     */
    readStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** What waits and what is under way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stats: components["schemas"]["StatsView"];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List tenants with work under way
     * How it stands by tenant: the tenants that have a call under way, a delivery that waits, an endpoint that keeps failing, or a call of the last 24 hours that only the reconciler ended; the most trouble first.
     */
    listTenantStats: {
        parameters: {
            query?: {
                /**
                 * How many at most.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The tenants. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: components["schemas"]["TenantStats"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read the deliveries of the last day by half hours
     * The deliveries of all tenants that were made in each half hour of the last 24 hours, oldest first, by how they stand now. The half hour that goes on is left out, and so is one that ended within the last minutes and is not counted yet.
     */
    readDeliveryHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The half hours in which deliveries were made. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        halfHours: components["schemas"]["HalfHour"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read the measures of the last day by minutes
     * What the process that answers has measured about once a minute since it began, for at most 24 hours, oldest first. Levels (deliveries that are due or scheduled, their lag, live calls) are those of the whole installation. The others count what this process did since the measurement before. A process forgets its measures when it ends.
     */
    readMeasures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One list of values for each measure. Every list has as many values as `at`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** The end of each minute, in real time. */
                        at: string[];
                        series: components["schemas"]["MeasureSeries"];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List endpoints in trouble
     * Webhook endpoints of all tenants with deliveries that wait for another attempt after a failed one, or that failed for good in the last 24 hours; the worst first. An endpoint that was deleted is not among them.
     */
    listEndpointsInTrouble: {
        parameters: {
            query?: {
                /**
                 * How many at most.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoints: components["schemas"]["EndpointInTrouble"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List daily summaries
     * What each day came to, in UTC, newest first. A day is summed up within minutes of its end, once, and the service logs the same as `daily summary`. Deliveries are counted as they stood then: what still waited may have arrived since.
     */
    listDailySummaries: {
        parameters: {
            query?: {
                /**
                 * How many days at most.
                 * @example 7
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        summaries: components["schemas"]["DailySummary"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List the restores
     * The last hundred that the service has noticed or was told of, newest first.
     */
    listRestores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The restores. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        restores: components["schemas"]["Restore"][];
                    };
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Say that the database was restored
     * For a restore that the service cannot notice by itself, which is one that leaves the server's identifier and timeline as they were. For 24 hours, a `POST /calls` with an `idempotencyKey` that is not known looks at the provider first for a call that was placed under it since `lostFrom`. Every process acts on it within ten seconds.
     */
    markRestored: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * Up to when the restored database has everything, in real time. It is within the last 30 days.
                     */
                    lostFrom: string;
                };
            };
        };
        responses: {
            /** The restore. What was lost reaches from `lostFrom` to now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        restore: components["schemas"]["Restore"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Take back the calls that a restore has lost
     * Lists the provider's calls of the span. One that the service placed and does not know any more becomes a call of its tenant again, with its id, and ends with its `call.completed`; it lacks its `metadata` unless the request that placed it is repeated with its `idempotencyKey`. If its tenant, agent or phone number is gone, it is hung up. Calls of others in the provider's account, of a tenant that has moved to another cell since, and those of which the provider does not say whose they are, are left alone. It can be repeated.
     */
    adoptCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * From when on, in real time. At most 30 days ago, because a tenant's retention may have deleted older calls.
                     */
                    since: string;
                    /**
                     * Only says what would be done.
                     * @default false
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** What was found, and done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallAdoption"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ProviderUnreachable"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Sign a browser in
     * Answers the token with a cookie that stands for it for twelve hours, which scripts cannot read and which no other site's page can send. With the cookie every request also has to carry the header `X-Ringpost-Page`, with any value: a page of another site cannot send it. Another value of the token ends its sessions, and another secret key all.
     */
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The browser is signed in. */
            204: {
                headers: {
                    /** The cookie `ringpost_operator`: `HttpOnly`, `SameSite=Strict`, only for the paths of this API, and `Secure` where `Origin` says that the page came by HTTPS. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Sign a browser out
     * Removes the cookie from the browser.
     */
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The browser is signed out. */
            204: {
                headers: {
                    /** The cookie, empty and expired. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List what operators did
     * Newest first, a page at a time. While `nextCursor` is not null, ask again with it as `cursor` and the same filters. Every operation of
     *     this API that writes has an entry, also where it was refused after its request was found valid, and so does each command of `ringpost`
     *     that writes to the database itself. An entry is committed before its operation begins and gets its result afterwards. It is kept for 400 days, and the database refuses to change or remove it before.
     *
     *     There are no entries of what applications report all the time and what is kept as itself, with the id of its request: texts, results
     *     of dialer calls and events.
     */
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * Only about this tenant. It may be deleted by now.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId?: string;
                /**
                 * Only of this operation.
                 * @example createErasure
                 */
                operation?: string;
                /**
                 * Only then or later.
                 * @example 2026-01-01T00:00:00Z
                 */
                since?: string;
                /**
                 * The `nextCursor` of the page before.
                 * @example aud_01kdvz1p6r8t0w2y4k6m8q0s2v
                 */
                cursor?: string;
                /**
                 * How many at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntryView"][];
                        /** Where the next page begins. Null on the last. */
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read the clock
     * The time the service goes by, and the real one.
     */
    readClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["InvalidOperatorToken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Move the clock forward
     * Only with `RINGPOST_ENV=sandbox`, else `conflict`. Retry schedules, rate budgets, the age of idempotency keys, retention and call deadlines follow. Signatures keep the real time, since real receivers check it.
     */
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** How far, at most a year. */
                    seconds: number;
                };
            };
        };
        responses: {
            /** The clock as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            409: components["responses"]["NotASandbox"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
}
