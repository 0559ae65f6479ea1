/** Made by `npm run generate` from the documents. Edit those. */

export interface paths {
    "/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tenants
         * @description All of them, oldest first.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Make a tenant
         * @description Limits that are left out take the published defaults. A pay-as-you-go tenant starts with an empty wallet.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * Read a tenant
         * @description The tenant with its limits.
         */
        get: operations["readTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a tenant
         * @description Changes what is given and leaves the rest, inside `limits` too. Every process acts on it within five seconds.
         */
        patch: operations["updateTenant"];
        trace?: never;
    };
    "/tenants/{tenantId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * List a tenant's API keys
         * @description Oldest first, revoked and expired ones too. Never the keys themselves.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description The only response that shows the key itself, as `apiKey`. Keep it then, since it cannot be shown again. No scope implies another.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The key's id, not the key.
                 * @example key_01kdvy3h5k7m9p1r3t5v7x9z1b
                 */
                apiKeyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Every process refuses the key within five seconds. A key that is revoked already stays as it is.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * List a tenant's agents
         * @description All of them by name, inactive ones too, with the settings that the public API hides.
         */
        get: operations["listTenantAgents"];
        put?: never;
        /**
         * Make an agent
         * @description A default agent takes that place from the one that had it.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The agent's id.
                 * @example agt_01kdvy7p9r1t3v5x7z9b1d3f5h
                 */
                agentId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description Changes what is given and leaves the rest. Calls that are under way keep the agent as it was when they were placed.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/tenants/{tenantId}/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * List a tenant's phone numbers
         * @description All of them, oldest first, inactive ones too.
         */
        get: operations["listPhoneNumbers"];
        put?: never;
        /**
         * Add a phone number
         * @description The number must already exist at the voice provider. `health` weighs it when a call chooses a number.
         */
        post: operations["createPhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/phone-numbers/{phoneNumberId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The number's id, not the number.
                 * @example num_01kdvy5m7p9r1t3v5x7z9b1d3f
                 */
                phoneNumberId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a phone number
         * @description Changes what is given and leaves the rest. An inactive number places no calls.
         */
        patch: operations["updatePhoneNumber"];
        trace?: never;
    };
    "/tenants/{tenantId}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        /**
         * Read a wallet
         * @description The balance and the newest hundred entries of the ledger, newest first.
         */
        get: operations["readWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenantId}/wallet/credit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add money to a wallet
         * @description Writes a ledger entry and answers with the new balance. Each request adds once more, so don't repeat one blindly.
         */
        post: operations["creditWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the clock
         * @description The time the service goes by, and the real one.
         */
        get: operations["readClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock forward
         * @description Only with `RINGPOST_ENV=sandbox`, else `conflict`. Retry schedules, rate budgets, the age of idempotency keys, retention and call deadlines follow. Signatures keep the real time, since real receivers check it.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description `pay_as_you_go` spends from a wallet and is refused when it is empty; `invoice` is billed afterwards.
         * @enum {string}
         */
        Billing: "pay_as_you_go" | "invoice";
        TenantLimits: {
            /** @description Requests of the public API other than GET. 60 by default. */
            writesPerMinute: number;
            /** @description GET requests of the public API. 120 by default. */
            readsPerMinute: number;
            /** @description Calls that may be going on at once. 10 by default. */
            concurrentCalls: number;
            /** @description Webhook deliveries of `call.completed`, `sms.received` and `lead.qualified`. 100 by default. */
            callEventsPerMinute: number;
            /** @description Webhook deliveries of `sms.delivered` and `sms.failed`. 600 by default. */
            textEventsPerMinute: number;
        };
        TenantView: {
            id: string;
            name: string;
            publicApiEnabled: boolean;
            billing: components["schemas"]["Billing"];
            limits: components["schemas"]["TenantLimits"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * @description A sentence for people. It may be reworded at any time; let programs look at `code` and `details`.
         * @example There is no such call.
         */
        ErrorMessage: string;
        InvalidOperatorTokenError: {
            error: {
                /** @constant */
                code: "invalid_operator_token";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        InternalError: {
            error: {
                /** @constant */
                code: "internal_error";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description For people. Need not be unique. */
        TenantName: string;
        Limit: number;
        /** @description What is left out stays as it is, or takes the default when the tenant is made. */
        LimitsChange: {
            writesPerMinute?: components["schemas"]["Limit"];
            readsPerMinute?: components["schemas"]["Limit"];
            concurrentCalls?: components["schemas"]["Limit"];
            callEventsPerMinute?: components["schemas"]["Limit"];
            textEventsPerMinute?: components["schemas"]["Limit"];
        };
        NewTenant: {
            name: components["schemas"]["TenantName"];
            /**
             * @description Whether its keys may use the public API.
             * @default true
             */
            publicApiEnabled?: boolean;
            billing?: components["schemas"]["Billing"];
            limits?: components["schemas"]["LimitsChange"];
        };
        TenantReply: {
            tenant: components["schemas"]["TenantView"];
        };
        /** @description One thing that is wrong with a request. */
        Problem: {
            /**
             * @description Where it is, a JSON pointer whose first segment is `body`, `query` or `path`.
             * @example /body/name
             */
            path: string;
            /**
             * @description What is wrong there.
             * @example must NOT have fewer than 1 characters
             */
            message: string;
        };
        /** @description Something about the request does not fit the document. `details.errors` names everything that is wrong, not only the first thing. */
        InvalidRequestError: {
            error: {
                /** @constant */
                code: "invalid_request";
                message: components["schemas"]["ErrorMessage"];
                details?: {
                    errors: components["schemas"]["Problem"][];
                };
            };
        };
        PayloadTooLargeError: {
            error: {
                /** @constant */
                code: "payload_too_large";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    /**
                     * @description The largest body that this operation reads.
                     * @example 1048576
                     */
                    maxBytes: number;
                };
            };
        };
        UnsupportedMediaTypeError: {
            error: {
                /** @constant */
                code: "unsupported_media_type";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantNotFoundError: {
            error: {
                /** @constant */
                code: "tenant_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        TenantChange: {
            name?: components["schemas"]["TenantName"];
            /** @description Whether its keys may use the public API. */
            publicApiEnabled?: boolean;
            billing?: components["schemas"]["Billing"];
            limits?: components["schemas"]["LimitsChange"];
        };
        /** @enum {string} */
        Scope: "calls:place" | "calls:read" | "read" | "write" | "webhooks";
        KeyView: {
            id: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
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
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description Handed to the voice provider as it is. */
        ProviderSettings: {
            [key: string]: unknown;
        };
        AgentView: {
            id: string;
            name: string;
            systemPrompt: string;
            voice: components["schemas"]["ProviderSettings"];
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
        /** @description What the agent is told. Names in double braces are filled from the `variables` of a call, which must then supply them. */
        SystemPrompt: string;
        /** @description An assistant that exists at the voice provider and is used instead of one made for each call. */
        ProviderAgentId: string | null;
        /**
         * @description Left out when an agent is made, the active outcomes are the nine usual ones and the qualifying one is INTERESTED.
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
        /** @description A JSON Schema of an object, under the rules of the public `POST /agents/{id}/extraction-schema`; null switches extraction off. Any JSON is let through to those rules, which answer `invalid_extraction_schema`. */
        ExtractionSchemaInput: unknown;
        NewAgent: {
            name: components["schemas"]["AgentName"];
            systemPrompt: components["schemas"]["SystemPrompt"];
            voice?: components["schemas"]["ProviderSettings"];
            model?: components["schemas"]["ProviderSettings"];
            providerAgentId?: components["schemas"]["ProviderAgentId"];
            /** @default true */
            isActive?: boolean;
            /** @default false */
            isDefault?: boolean;
            activeOutcomes?: components["schemas"]["Outcomes"];
            qualifyingOutcomes?: components["schemas"]["Outcomes"];
            extractionSchema?: components["schemas"]["ExtractionSchemaInput"];
        };
        AgentReply: {
            agent: components["schemas"]["AgentView"];
        };
        InvalidExtractionSchemaError: {
            error: {
                /** @constant */
                code: "invalid_extraction_schema";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    /**
                     * @description JSON pointer to the problem inside `schema`; empty for its root.
                     * @example /properties/budget/type
                     */
                    path: string;
                };
            };
        };
        AgentChange: {
            name?: components["schemas"]["AgentName"];
            systemPrompt?: components["schemas"]["SystemPrompt"];
            voice?: components["schemas"]["ProviderSettings"];
            model?: components["schemas"]["ProviderSettings"];
            providerAgentId?: components["schemas"]["ProviderAgentId"];
            isActive?: boolean;
            isDefault?: boolean;
            activeOutcomes?: components["schemas"]["Outcomes"];
            qualifyingOutcomes?: components["schemas"]["Outcomes"];
            extractionSchema?: components["schemas"]["ExtractionSchemaInput"];
        };
        AgentNotFoundError: {
            error: {
                /** @constant */
                code: "agent_not_found";
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
         * @description How likely the number is to be chosen, against the others. At 0 it is chosen only by name.
         * @default 100
         */
        Health: number;
        PhoneNumberReply: {
            phoneNumber: components["schemas"]["PhoneNumberView"];
        };
        InvalidPhoneNumberError: {
            error: {
                /** @constant */
                code: "invalid_phone_number";
                message: components["schemas"]["ErrorMessage"];
                details: {
                    /**
                     * @description The number as it was sent.
                     * @example 555-0123
                     */
                    phoneNumber: string;
                };
            };
        };
        ConflictError: {
            error: {
                /** @constant */
                code: "conflict";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        PhoneNumberNotFoundError: {
            error: {
                /** @constant */
                code: "phone_number_not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        WalletView: {
            /** @description What is left, holds of running calls taken off. Never below zero. */
            balanceMicros: number;
        };
        LedgerEntry: {
            id: string;
            /**
             * @description `hold` sets the estimated cost of a call aside; when it ends, `settlement` gives back or takes the difference to its real cost, or `release` gives back all of it.
             * @enum {string}
             */
            kind: "credit" | "hold" | "release" | "settlement";
            /** @description What was added to the balance, negative where it was taken. */
            amountMicros: number;
            balanceAfterMicros: number;
            callId: string | null;
            note: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        ClockReply: {
            clock: {
                /**
                 * Format: date-time
                 * @description The time the service goes by.
                 */
                now: string;
                /**
                 * Format: date-time
                 * @description The real time, by the database's clock.
                 */
                realNow: string;
                /** @description How far the first is ahead of the second. Zero outside a sandbox. */
                offsetSeconds: number;
            };
        };
    };
    responses: {
        /** @description The token is missing or wrong. */
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
        /** @description A mistake on our side. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description The request does not fit this document. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** @description The body is larger than 1 MiB, and was not read. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** @description The body is not announced as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** @description No tenant has that id. */
        TenantNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"];
            };
        };
        /** @description No tenant has that id, or the tenant has no such key. */
        TenantOrApiKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["ApiKeyNotFoundError"];
            };
        };
        /** @description The request does not fit this document, or the extraction schema breaks a rule. */
        InvalidExtractionSchema: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidExtractionSchemaError"];
            };
        };
        /** @description No tenant has that id, or the tenant has no such agent. */
        TenantOrAgentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["AgentNotFoundError"];
            };
        };
        /** @description The request does not fit this document, or the number is not in E.164. */
        InvalidPhoneNumber: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPhoneNumberError"];
            };
        };
        /** @description The tenant has this number already. */
        NumberTaken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** @description No tenant has that id, or the tenant has no such number. */
        TenantOrPhoneNumberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TenantNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
            };
        };
        /** @description This installation is not a sandbox, so its clock cannot be moved. */
        NotASandbox: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
    };
    parameters: {
        /**
         * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
         * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
         */
        TenantId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request, to quote when you ask for help. Send a header of the same name and, if it is a short printable token, you get it back; otherwise we make one.
         * @example req_01kaezr6mvfy3bq0n4v7p5w2cd
         */
        "X-Request-Id": string;
        /**
         * @description The scheme to authenticate with.
         * @example Bearer
         */
        "WWW-Authenticate": "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTenants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenants. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenants: components["schemas"]["TenantView"][];
                    };
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            500: components["responses"]["InternalError"];
        };
    };
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
            /** @description The tenant. */
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
            500: components["responses"]["InternalError"];
        };
    };
    readTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantReply"];
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
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
            /** @description The tenant as it is now. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
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
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people, to tell keys apart. */
                    name: string;
                    scopes: components["schemas"]["Scope"][];
                    /**
                     * Format: date-time
                     * @description From then on the key is refused. Null or left out means never.
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["KeyView"];
                        /** @description The key itself, for `Authorization` of the public API. */
                        apiKey: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The key's id, not the key.
                 * @example key_01kdvy3h5k7m9p1r3t5v7x9z1b
                 */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantOrApiKeyNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    listTenantAgents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agents. */
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
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
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
            /** @description The agent. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The agent's id.
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
            /** @description The agent as it is now. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    listPhoneNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers. */
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
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    createPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In E.164. */
                    phoneNumber: string;
                    /** @description The voice provider's id of the number. */
                    providerNumberId: string;
                    health?: components["schemas"]["Health"];
                    /**
                     * @description Whether calls may go out from it.
                     * @default true
                     */
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description The number. */
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
            409: components["responses"]["NumberTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    updatePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The number's id, not the number.
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
                    health?: components["schemas"]["Health"];
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description The number as it is now. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    readWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet and its ledger. */
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
            401: components["responses"]["InvalidOperatorToken"];
            404: components["responses"]["TenantNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    creditWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id. Any id that names no tenant gives `tenant_not_found`.
                 * @example ten_01kdvy0a2c4e6g8j0m2p4r6t8v
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Millionths of the currency. */
                    amountMicros: number;
                    /** @description What the money is, for people. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The wallet as it is now. */
            200: {
                headers: {
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    readClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReply"];
                };
            };
            401: components["responses"]["InvalidOperatorToken"];
            500: components["responses"]["InternalError"];
        };
    };
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
                    /** @description How far, at most a year. */
                    seconds: number;
                };
            };
        };
        responses: {
            /** @description The clock as it is now. */
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
            500: components["responses"]["InternalError"];
        };
    };
}
