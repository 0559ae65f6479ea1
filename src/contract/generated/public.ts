/** Made by `npm run generate` from the documents. Edit those. */

export interface webhooks {
    "call.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call is over
         * A call ended, whether or not anybody answered. It comes once for each call, when outcome, transcript, extraction and
         *     recording are there, or a minute after its end without them. It is the only event that a trigger can filter by outcome.
         *
         *     The method is PUT when the endpoint is set so.
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
                     * The delivery's id for the libraries of Standard Webhooks. Only where the endpoint has `standardWebhooks`, as the other two.
                     * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                     */
                    "webhook-id"?: components["parameters"]["StandardId"];
                    /**
                     * When this attempt was signed, as in `X-Webhook-Timestamp`.
                     * @example 1795176089
                     */
                    "webhook-timestamp"?: components["parameters"]["StandardTimestamp"];
                    /**
                     * `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed by the endpoint's signing secret as text. Public libraries take that key as `whsec_` and its base64.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature"?: components["parameters"]["StandardSignature"];
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
                    "application/json": components["schemas"]["CallCompleted"];
                };
            };
            responses: {
                "2XX": components["responses"]["WebhookReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact texted back
         * A text message came in from a contact; it is sent whole.
         *
         *     The method is PUT when the endpoint is set so.
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
                     * The delivery's id for the libraries of Standard Webhooks. Only where the endpoint has `standardWebhooks`, as the other two.
                     * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                     */
                    "webhook-id"?: components["parameters"]["StandardId"];
                    /**
                     * When this attempt was signed, as in `X-Webhook-Timestamp`.
                     * @example 1795176089
                     */
                    "webhook-timestamp"?: components["parameters"]["StandardTimestamp"];
                    /**
                     * `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed by the endpoint's signing secret as text. Public libraries take that key as `whsec_` and its base64.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature"?: components["parameters"]["StandardSignature"];
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
                    "application/json": components["schemas"]["SmsReceived"];
                };
            };
            responses: {
                "2XX": components["responses"]["WebhookReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A text reached the phone
         * The carrier confirmed one text that was sent. A bulk send makes one of these for each text, spread over about a quarter of an hour.
         *
         *     The method is PUT when the endpoint is set so.
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
                     * The delivery's id for the libraries of Standard Webhooks. Only where the endpoint has `standardWebhooks`, as the other two.
                     * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                     */
                    "webhook-id"?: components["parameters"]["StandardId"];
                    /**
                     * When this attempt was signed, as in `X-Webhook-Timestamp`.
                     * @example 1795176089
                     */
                    "webhook-timestamp"?: components["parameters"]["StandardTimestamp"];
                    /**
                     * `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed by the endpoint's signing secret as text. Public libraries take that key as `whsec_` and its base64.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature"?: components["parameters"]["StandardSignature"];
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
                    "application/json": components["schemas"]["SmsDelivered"];
                };
            };
            responses: {
                "2XX": components["responses"]["WebhookReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A text could not be delivered
         * The carrier gave up on a text that was sent. A text that never went to the carrier, for example to a number that opted out, makes none.
         *
         *     The method is PUT when the endpoint is set so.
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
                     * The delivery's id for the libraries of Standard Webhooks. Only where the endpoint has `standardWebhooks`, as the other two.
                     * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                     */
                    "webhook-id"?: components["parameters"]["StandardId"];
                    /**
                     * When this attempt was signed, as in `X-Webhook-Timestamp`.
                     * @example 1795176089
                     */
                    "webhook-timestamp"?: components["parameters"]["StandardTimestamp"];
                    /**
                     * `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed by the endpoint's signing secret as text. Public libraries take that key as `whsec_` and its base64.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature"?: components["parameters"]["StandardSignature"];
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
                    "application/json": components["schemas"]["SmsFailed"];
                };
            };
            responses: {
                "2XX": components["responses"]["WebhookReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lead.qualified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lead is qualified
         * A call qualified a lead, a contact moved to a qualified stage, or somebody pushed a contact to the CRM. `data.origin` tells which, and so the form of the rest.
         *
         *     The method is PUT when the endpoint is set so.
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
                     * The delivery's id for the libraries of Standard Webhooks. Only where the endpoint has `standardWebhooks`, as the other two.
                     * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                     */
                    "webhook-id"?: components["parameters"]["StandardId"];
                    /**
                     * When this attempt was signed, as in `X-Webhook-Timestamp`.
                     * @example 1795176089
                     */
                    "webhook-timestamp"?: components["parameters"]["StandardTimestamp"];
                    /**
                     * `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed by the endpoint's signing secret as text. Public libraries take that key as `whsec_` and its base64.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature"?: components["parameters"]["StandardSignature"];
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
                    "application/json": components["schemas"]["LeadQualified"];
                };
            };
            responses: {
                "2XX": components["responses"]["WebhookReceived"];
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
        /**
         * An error as problem details (RFC 9457).
         * @example {
         *       "type": "http://127.0.0.1:8080/docs/errors/call_not_found.html",
         *       "title": "Call not found",
         *       "status": 404,
         *       "detail": "There is no such call.",
         *       "code": "call_not_found"
         *     }
         */
        ProblemDetails: {
            /**
             * Format: uri
             * The address of the code's page in the documentation.
             */
            type: string;
            /** The code in words. */
            title: string;
            /** The status of the answer. */
            status: number;
            /** The message, a sentence for people. */
            detail: string;
            /** Tells programs which error this is. */
            code: string;
            /** What a program needs to know about it. */
            details?: {
                [key: string]: unknown;
            };
        };
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
         * @enum {string}
         */
        CallStatus: "queued" | "ringing" | "in-progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled";
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
        phoneNumber: string;
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
            phoneNumber: components["schemas"]["phoneNumber"];
            /** The number that the called person sees, E.164. */
            fromPhoneNumber: components["schemas"]["fromPhoneNumber"];
            /** The voice agent that talks. */
            agentId: components["schemas"]["agentId"];
            /** How long the conversation was. Null if nobody answered. */
            durationSeconds: components["schemas"]["durationSeconds"];
            /** When you asked for the call. */
            createdAt: components["schemas"]["createdAt"];
        };
        CallsReply: {
            /** The calls of this page, the newest first. */
            calls: components["schemas"]["CallSummary"][];
            /**
             * Where the next page begins. Null on the last one.
             * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
             */
            nextCursor: string | null;
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
        InvalidApiKeyError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "invalid_api_key";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /**
         * What an API key may be used for. No scope includes another.
         * @enum {string}
         */
        Scope: "calls:place" | "calls:read" | "read" | "write" | "webhooks";
        InsufficientScopeError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "insufficient_scope";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /** What an API key may be used for. No scope includes another. */
                    required: components["schemas"]["Scope"];
                    /**
                     * The scopes that the key has.
                     * @example [
                     *       "read"
                     *     ]
                     */
                    granted: string[];
                };
            };
        };
        PublicApiDisabledError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "public_api_disabled";
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
        /**
         * A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another.
         * @example crm-lead-8841-first-call
         */
        IdempotencyKey: string;
        PlaceCallRequest: {
            /**
             * The voice agent that talks. It must be active.
             * @example agt_01kaezq2c8f4d6g8h0jkmnpqrs
             */
            agentId: string;
            /**
             * Whom to call, in E.164 form: `+`, country code, number, no spaces. A string that is not a possible number gets `invalid_phone_number`, not `invalid_request`.
             * @example +14155550123
             */
            phoneNumber: string;
            /**
             * The number to call from. Leave it out and one of your active numbers is drawn at random, healthier ones more often.
             * @example num_01kaezq5v9a1b2c3d4e5f6g7h8
             */
            fromPhoneNumberId?: string;
            /**
             * What the agent may know about this call, by name. A name has at most 255 characters. A value is any JSON value of at most 4,096 bytes: the UTF-8 length of a string, or of the value's compact JSON. Every variable reaches the agent whole, as data in the context block of its system message, whether or not its prompt names it. An agent that its operator keeps at the voice provider gets only those that its prompt there names.
             * @example {
             *       "firstName": "Dana",
             *       "property": "12 Elm Street"
             *     }
             */
            variables?: {
                [key: string]: unknown;
            };
            /**
             * Anything of yours that you want back on the call and in its webhooks. At most 16,384 bytes of compact JSON. The agent and the voice provider never see it.
             * @example {
             *       "crmLeadId": "lead-8841"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            /**
             * You attest that you hold documented consent to this call. We keep and echo it; we do not check it.
             * @default false
             */
            knownConsent?: boolean;
            /**
             * Your own reference to that consent, kept, and echoed on the call and in its webhooks.
             * @example consent-2291
             */
            consentRecordId?: string;
        };
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
        /** A call as it is read. */
        Call: {
            /**
             * Format: uri
             * A signed link to the recording, made anew on each read and good for 15 minutes; null until a recording is stored, and again when it has been kept for its time. Webhooks never carry one.
             * @example https://ringpost.example.org/recordings/call_01kaezr6mvfy3bq0n4v7p5w2cd.mp3?expires=1795176960&signature=5f0c
             */
            recordingUrl: string | null;
        } & components["schemas"]["CallFields"];
        CallReply: {
            /** A call as it is read. */
            call: components["schemas"]["Call"];
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
        EndCallReply: {
            /**
             * The call's id.
             * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
             */
            id: string;
            /**
             * `ending` while the call is being hung up, else the status that it ended in.
             * @enum {string}
             */
            status: "ending" | "completed" | "no_answer" | "busy" | "failed" | "canceled";
        };
        EndFailedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "end_failed";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** What integrators see of a voice agent. */
        Agent: {
            /**
             * The agent's id.
             * @example agt_01kaezq2c8f4d6g8h0jkmnpqrs
             */
            id: string;
            /**
             * The agent's name.
             * @example Homeowner qualification
             */
            name: string;
            /**
             * Whether this is the tenant's default agent.
             * @example true
             */
            isDefault: boolean;
            /**
             * The JSON Schema of what is extracted from transcripts, as it was set. Null: nothing is extracted.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "budget": {
             *           "type": "number"
             *         }
             *       },
             *       "required": [
             *         "budget"
             *       ]
             *     }
             */
            extractionSchema: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * When the agent last changed.
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        AgentsReply: {
            /** All agents, by name. */
            agents: components["schemas"]["Agent"][];
        };
        SetExtractionSchemaRequest: {
            /**
             * The JSON Schema, or null to switch extraction off. Anything that is not a usable schema gets `invalid_extraction_schema`; only leaving it out is `invalid_request`.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "budget": {
             *           "type": "number"
             *         }
             *       },
             *       "required": [
             *         "budget"
             *       ]
             *     }
             */
            schema: unknown;
            /** A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
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
        /**
         * Your name for it.
         * @example CRM
         */
        EndpointName: string;
        /**
         * The method of every delivery to this endpoint.
         * @enum {string}
         */
        EndpointMethod: "POST" | "PUT";
        WebhookEndpointFields: {
            /**
             * The endpoint's id.
             * @example whe_01kaezs0a1b2c3d4e5f6g7h8j9
             */
            id: string;
            /** Your name for it. */
            name: components["schemas"]["EndpointName"];
            /**
             * Where deliveries go, as the URL standard writes it: `https://example.com` becomes `https://example.com/`, and a fragment is gone.
             * @example https://crm.example.org/hooks/ringpost
             */
            url: string;
            /** The method of every delivery to this endpoint. */
            method: components["schemas"]["EndpointMethod"];
            /**
             * The extra headers that are sent, without those that were dropped.
             * @example {
             *       "X-Tenant": "acme"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /**
             * Whether events go there.
             * @example true
             */
            isActive: boolean;
            /**
             * Whether deliveries carry the headers of Standard Webhooks too.
             * @example false
             */
            standardWebhooks: boolean;
            /**
             * Format: date-time
             * When it was created.
             * @example 2026-11-20T11:00:00.000Z
             */
            createdAt: string;
        };
        /** How the endpoint answers. From its fifth failed attempt in a row until the next one that succeeds it is `slowed`: its deliveries keep their schedule, but while the service is short of room they are attempted one at a time, and start later than `nextRetryAt`. It may be a minute old. */
        EndpointHealth: {
            /**
             * `healthy`, or `slowed` after five failed attempts in a row.
             * @example slowed
             * @enum {string}
             */
            state: "healthy" | "slowed";
            /**
             * Format: date-time
             * When it was slowed. Null while it is healthy.
             * @example 2026-11-20T12:03:11.000Z
             */
            since: string | null;
            /**
             * The error of the attempt from which it is slowed, as in a delivery's `errorMessage`. Null while it is healthy.
             * @example timeout after 10 s
             */
            reason: string | null;
        };
        /** A webhook endpoint as it is listed. */
        WebhookEndpoint: {
            /**
             * The secret's last four characters behind asterisks.
             * @example ************************************************************c6d7
             */
            signingSecret: string;
            /** How the endpoint answers. From its fifth failed attempt in a row until the next one that succeeds it is `slowed`: its deliveries keep their schedule, but while the service is short of room they are attempted one at a time, and start later than `nextRetryAt`. It may be a minute old. */
            health: components["schemas"]["EndpointHealth"];
        } & components["schemas"]["WebhookEndpointFields"];
        WebhookEndpointsReply: {
            /** All endpoints. */
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        CreateWebhookEndpointRequest: {
            /** Your name for it. */
            name: components["schemas"]["EndpointName"];
            /**
             * Where deliveries go, an absolute https address without user and password. What is wrong with it, if anything, is told by `invalid_webhook_url`.
             * @example https://crm.example.org/hooks/ringpost
             */
            url: string;
            /**
             * The method of every delivery to this endpoint.
             * @default POST
             */
            method?: components["schemas"]["EndpointMethod"];
            /**
             * Extra headers for every delivery: at most 20, printable ASCII, names and values at most 4,096 bytes in all. Two names that differ only by case are one header, and refused.
             * @example {
             *       "X-Tenant": "acme"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Whether events go there. Inactive: new events make no delivery, and due ones wait.
             * @default true
             */
            isActive?: boolean;
            /**
             * Whether deliveries carry the headers of Standard Webhooks too.
             * @default false
             */
            standardWebhooks?: boolean;
            /** A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
        };
        /** A webhook endpoint with its whole secret, as it is shown once. */
        CreatedWebhookEndpoint: {
            /**
             * The key of the HMAC-SHA256 signature, used as this very text. Keep it; it is not shown again.
             * @example 3f9a1c07b2e84d56a0f1c2938475b6d7e8f90a1b2c3d4e5f60718293a4b5c6d7
             */
            signingSecret: string;
        } & components["schemas"]["WebhookEndpointFields"];
        CreatedWebhookEndpointReply: {
            /** A webhook endpoint with its whole secret, as it is shown once. */
            endpoint: components["schemas"]["CreatedWebhookEndpoint"];
        };
        InvalidWebhookUrlError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "invalid_webhook_url";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * A short word for what is wrong. New ones may appear.
                     * @example private_address
                     */
                    reason: string;
                };
            };
        };
        /** What a program needs to know about it. */
        LimitDetails: {
            /**
             * How many a tenant may have.
             * @example 10
             */
            limit: number;
        };
        EndpointLimitReachedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "endpoint_limit_reached";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: components["schemas"]["LimitDetails"];
            };
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
        /**
         * Your name for it.
         * @example Interested leads
         */
        TriggerName: string;
        /**
         * An event that can be subscribed to. What each sends is under Webhooks.
         * @enum {string}
         */
        EventType: "call.completed" | "sms.received" | "sms.delivered" | "sms.failed" | "lead.qualified";
        /** When the trigger fires; an empty object: always. */
        TriggerConditions: {
            /**
             * Fires only for calls that came to one of these outcomes, each named once. For `call.completed` only.
             * @example [
             *       "INTERESTED",
             *       "CALLBACK"
             *     ]
             */
            outcome?: string[];
        };
        /** As much of a webhook endpoint as tells which one it is. */
        EndpointSummary: {
            /**
             * The endpoint's id.
             * @example whe_01kaezs0a1b2c3d4e5f6g7h8j9
             */
            id: string;
            /**
             * The endpoint's name.
             * @example CRM
             */
            name: string;
            /**
             * Where its deliveries go.
             * @example https://crm.example.org/hooks/ringpost
             */
            url: string;
        };
        /** A subscription of an endpoint to an event. */
        AutomationTrigger: {
            /**
             * The trigger's id.
             * @example trg_01kaezt3k4m5n6p7q8r9s0t1v2
             */
            id: string;
            /** Your name for it. */
            name: components["schemas"]["TriggerName"];
            /** An event that can be subscribed to. What each sends is under Webhooks. */
            eventType: components["schemas"]["EventType"];
            /**
             * The endpoint that gets the event.
             * @example whe_01kaezs0a1b2c3d4e5f6g7h8j9
             */
            webhookEndpointId: string;
            /** When the trigger fires; an empty object: always. */
            conditions: components["schemas"]["TriggerConditions"];
            /**
             * Whether the trigger fires.
             * @example true
             */
            isActive: boolean;
            /** As much of a webhook endpoint as tells which one it is. */
            webhookEndpoint: components["schemas"]["EndpointSummary"];
        };
        AutomationTriggersReply: {
            /** All triggers. */
            triggers: components["schemas"]["AutomationTrigger"][];
        };
        CreateAutomationTriggerRequest: {
            /** Your name for it. */
            name: components["schemas"]["TriggerName"];
            /** An event that can be subscribed to. What each sends is under Webhooks. */
            eventType: components["schemas"]["EventType"];
            /**
             * The endpoint that gets the event. One that is not yours is `webhook_not_found`.
             * @example whe_01kaezs0a1b2c3d4e5f6g7h8j9
             */
            webhookEndpointId: string;
            /** When the trigger fires; an empty object: always. */
            conditions?: components["schemas"]["TriggerConditions"];
            /**
             * Whether the trigger fires.
             * @default true
             */
            isActive?: boolean;
            /** A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
        };
        AutomationTriggerReply: {
            /** A subscription of an endpoint to an event. */
            trigger: components["schemas"]["AutomationTrigger"];
        };
        InvalidConditionsError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "invalid_conditions";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: {
                    /**
                     * The event that cannot be filtered by outcome.
                     * @example sms.received
                     */
                    eventType: string;
                };
            };
        };
        TriggerLimitReachedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "trigger_limit_reached";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
                /** What a program needs to know about it. */
                details: components["schemas"]["LimitDetails"];
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
        /**
         * | status | means | may become |
         *     |---|---|---|
         *     | `pending` | made, not tried yet | `success`, `retrying` |
         *     | `retrying` | waits for its next attempt, or for room in the webhook budget | `success`, `failed` |
         *     | `success` | the receiver answered 2xx within 10 seconds | `retrying`, when sent again |
         *     | `failed` | six attempts failed, and it is in the dead-letter queue | `success`, `retrying`, when sent again |
         * @enum {string}
         */
        DeliveryStatus: "pending" | "retrying" | "success" | "failed";
        /** The trigger that made the delivery, as it was then. */
        TriggerSummary: {
            /**
             * The trigger's id.
             * @example trg_01kaezt3k4m5n6p7q8r9s0t1v2
             */
            id: string;
            /**
             * The trigger's name.
             * @example Interested leads
             */
            name: string;
        };
        WebhookDeliveryFields: {
            /**
             * Format: uuid
             * The value of `X-Webhook-Delivery-Id` on every attempt.
             * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
             */
            id: string;
            /**
             * Format: date-time
             * When the event made this delivery.
             * @example 2026-11-20T12:01:29.402Z
             */
            createdAt: string;
            /** An event that can be subscribed to. What each sends is under Webhooks. */
            eventType: components["schemas"]["EventType"];
            /**
             * | status | means | may become |
             *     |---|---|---|
             *     | `pending` | made, not tried yet | `success`, `retrying` |
             *     | `retrying` | waits for its next attempt, or for room in the webhook budget | `success`, `failed` |
             *     | `success` | the receiver answered 2xx within 10 seconds | `retrying`, when sent again |
             *     | `failed` | six attempts failed, and it is in the dead-letter queue | `success`, `retrying`, when sent again |
             */
            status: components["schemas"]["DeliveryStatus"];
            /**
             * How often it was tried, over all cycles.
             * @example 1
             */
            attempts: number;
            /**
             * The HTTP status of the last attempt; null if there was none.
             * @example 200
             */
            responseStatus: number | null;
            /**
             * Why the last attempt failed.
             * @example timeout after 10 s
             */
            errorMessage: string | null;
            /**
             * Format: date-time
             * When it is tried next; null unless `retrying`. A time that has passed means that the attempt is under way, or waits for its turn: an endpoint has at most 64 attempts at once, and fewer while it is `slowed` and the service is short of room. While its endpoint or its trigger is switched off, it waits until that is on again.
             * @example 2026-11-20T12:02:31.000Z
             */
            nextRetryAt: string | null;
            /**
             * Format: date-time
             * When it was last tried; null before the first time.
             * @example 2026-11-20T12:01:29.460Z
             */
            lastAttemptAt: string | null;
            /** As much of a webhook endpoint as tells which one it is. */
            endpoint: components["schemas"]["EndpointSummary"];
            /** The trigger that made the delivery, as it was then. */
            trigger: components["schemas"]["TriggerSummary"];
        };
        /** What became of sending one event to one endpoint for one trigger. */
        WebhookDelivery: components["schemas"]["WebhookDeliveryFields"];
        /** Where a page stands in its list. */
        Pagination: {
            /**
             * This page; the first is 1.
             * @example 1
             */
            page: number;
            /**
             * How many items a page holds.
             * @example 20
             */
            limit: number;
            /**
             * How many items match.
             * @example 42
             */
            total: number;
            /**
             * How many pages that makes; 0 when nothing matches.
             * @example 3
             */
            totalPages: number;
        };
        WebhookDeliveriesReply: {
            /** The deliveries of this page, the newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** Where a page stands in its list. */
            pagination: components["schemas"]["Pagination"];
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
        /** A delivery, its attempts and the body that it sends. */
        WebhookDeliveryWithPayload: {
            /** The attempts whose outcome is known, over all cycles, oldest first. */
            attemptLog: components["schemas"]["DeliveryAttempt"][];
            /** The JSON body of the webhook, whole. Its form by event is under Webhooks. */
            payload: {
                /** An event that can be subscribed to. What each sends is under Webhooks. */
                event: components["schemas"]["EventType"];
                /**
                 * Format: date-time
                 * When the event happened.
                 * @example 2026-11-20T12:01:29.402Z
                 */
                timestamp: string;
                /** What happened. */
                data: {
                    [key: string]: unknown;
                };
            };
        } & components["schemas"]["WebhookDeliveryFields"];
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
        /** A budget of the tenant. */
        Budget: {
            /**
             * Which one.
             * @example read
             */
            name: string;
            /**
             * How much it holds.
             * @example 120
             */
            limit: number;
            /**
             * How much of it is left now.
             * @example 119
             */
            remaining: number;
        };
        /** An API key. Its secret is shown to nobody after it was made. */
        KeySummary: {
            /**
             * The key's id, which stands in the key after `rp_`, its mode and its cell.
             * @example key_01kaezp1q2r3s4t5v6w7x8y9z0
             */
            id: string;
            /**
             * What people call it.
             * @example CRM
             */
            name: string;
            /**
             * What it may do.
             * @example [
             *       "read"
             *     ]
             */
            scopes: string[];
            /**
             * Format: date-time
             * When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * From then on it is refused. Null means never.
             * @example 2027-11-01T08:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * Since then it is refused.
             * @example 2026-12-01T08:00:00.000Z
             */
            revokedAt: string | null;
        };
        /** What a tenant may use, and how much of it is left. */
        Account: {
            /**
             * The tenant's name.
             * @example Cedar Homes
             */
            name: string;
            /** What may be used within any 60 seconds. `read` and `write` are requests; `call-events` are webhooks of calls, of received texts and of leads, `text-events` are `sms.delivered` and `sms.failed`. An open set. */
            budgets: components["schemas"]["Budget"][];
            /** The calls that may be going at once. */
            concurrentCalls: {
                /**
                 * How many may be going at once.
                 * @example 10
                 */
                limit: number;
                /**
                 * How many more may be placed now.
                 * @example 8
                 */
                remaining: number;
            };
            /** Null for a tenant that pays by invoice. */
            wallet: {
                /**
                 * What is left, in millionths of the wallet's currency, without what is held for calls that are going.
                 * @example 42500000
                 */
                balanceMicros: number;
            } | null;
            /** The API keys, oldest first, those that are revoked or have expired among them. */
            keys: components["schemas"]["KeySummary"][];
        };
        AccountReply: {
            /** What a tenant may use, and how much of it is left. */
            account: components["schemas"]["Account"];
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
        /**
         * Format: uuid
         * The delivery's id, as in `X-Webhook-Delivery-Id`. Only where the endpoint has `standardWebhooks`, as the other two.
         * @example 019b8399-6188-7c3e-9d5a-4b8f0e2a7c61
         */
        StandardId: string;
        /**
         * When this attempt was signed, as in `X-Webhook-Timestamp`.
         * @example 1767441845
         */
        StandardTimestamp: string;
        /**
         * The signature of Standard Webhooks: `v1,`, then the base64 of the HMAC-SHA256 of the id, a full stop, the timestamp, a full stop and the raw body, keyed by the endpoint's signing secret as text. Public libraries take that key as `whsec_` and its base64.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        StandardSignature: string;
        /** Who was called. What is not known is an empty string. */
        CallContact: {
            /**
             * The contact's full name.
             * @example Dana Whitfield
             */
            name: string;
            /**
             * The number called, in E.164.
             * @example +15550012345
             */
            phone: string;
            /**
             * Street and number.
             * @example 418 Alder Street
             */
            address: string;
            /**
             * The city.
             * @example Boise
             */
            city: string;
            /**
             * The state, as the contact has it, mostly its two letters.
             * @example ID
             */
            state: string;
            /**
             * The postal code.
             * @example 83702
             */
            zip: string;
        };
        /** When the contact asked to be called back, if they did. */
        Callback: {
            /**
             * As the contact said it, or an ISO 8601 time where one could be understood.
             * @example 2026-01-05T16:00:00Z
             */
            requestedAt: string | null;
            /**
             * What the contact said about it.
             * @example After work
             * @example not before five.
             */
            note: string | null;
        } | null;
        /** The campaign that the call belonged to, if any. */
        CallCampaign: {
            /**
             * The campaign's id.
             * @example cmp_7f3a
             */
            id: string;
            /**
             * The campaign's name.
             * @example Winter outreach
             */
            name: string;
        } | null;
        /** The call's result. `variables`, `metadata`, `known_consent` and `consent_record_id` stand only on calls placed through this API. */
        CallCompletedData: {
            /**
             * The call's id, as `GET /calls/{id}` takes it.
             * @example call_01kdvzjtc9fyhs3w8t2m5q7r4b
             */
            call_id: string;
            /**
             * What the classifier made of the call, `UNKNOWN` where it could not tell. The set is open, because each agent chooses its own outcomes.
             * @example INTERESTED
             * @example NOT_INTERESTED
             * @example CALLBACK
             * @example DNC
             * @example NO_ANSWER
             * @example BUSY
             * @example VOICEMAIL
             * @example WRONG_NUMBER
             * @example NOT_OWNER
             */
            outcome: "INTERESTED" | "NOT_INTERESTED" | "CALLBACK" | "DNC" | "NO_ANSWER" | "BUSY" | "VOICEMAIL" | "WRONG_NUMBER" | "NOT_OWNER" | "FAILED" | "CANCELED" | "UNKNOWN" | (string & {});
            /**
             * A short summary in plain words, if there is one.
             * @example Would like an offer by e-mail.
             */
            notes: string | null;
            /**
             * Billed seconds, answered and talking. Null or 0 if the call was never answered.
             * @example 127
             */
            duration_seconds: number | null;
            /**
             * Format: date-time
             * When the dialling began, in UTC.
             * @example 2026-01-03T12:01:44.300Z
             */
            started_at: string;
            /** Always null here, since a signed address would have expired by the time you read it. Ask `GET /calls/{id}` for a fresh one. */
            recording_url: null;
            /**
             * What was said. A longer one is cut to 10,000 characters (code points), of which the last are `...[truncated]`. Empty where nothing was said.
             * @example Agent: Hello, this is Riley.
             *     Contact: Hi Riley.
             */
            transcript: string;
            /** Who was called. What is not known is an empty string. */
            contact: components["schemas"]["CallContact"];
            /** When the contact asked to be called back, if they did. */
            callback: components["schemas"]["Callback"];
            /** The campaign that the call belonged to, if any. */
            campaign: components["schemas"]["CallCampaign"];
            /** The `variables` of the request, unchanged. */
            variables?: {
                [key: string]: unknown;
            };
            /** The `metadata` of the request, unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
            /** The `knownConsent` of the request. */
            known_consent?: boolean;
            /**
             * The `consentRecordId` of the request.
             * @example consent-2026-00412
             */
            consent_record_id?: string | null;
            /** The data extracted from the transcript. Its keys follow the agent's extraction schema; null where the agent has none. */
            extraction: {
                [key: string]: unknown;
            } | null;
            /**
             * A short message where extraction was tried and failed, or has not come within a minute after the call.
             * @example The extracted data lacks /budget.
             */
            extraction_error: string | null;
        };
        /** A call has finished, or has ended without being answered. Fires for every outcome unless the trigger filters. */
        CallCompleted: {
            /**
             * The kind of the event.
             * @constant
             */
            event: "call.completed";
            /**
             * Format: date-time
             * When it happened, in UTC.
             * @example 2026-01-03T12:04:05.120Z
             */
            timestamp: string;
            /** The call's result. `variables`, `metadata`, `known_consent` and `consent_record_id` stand only on calls placed through this API. */
            data: components["schemas"]["CallCompletedData"];
        };
        /**
         * Ringpost's own id of the text.
         * @example msg_01kdvzq8m3e5a7c9x1t4v6b2nd
         */
        MessageId: string;
        /**
         * The contact the text belongs to. Null for a notice to the account's owner, which has no contact.
         * @example con_01kdvz1p6r8t0w2y4k6m8q0s2v
         */
        MessageContactId: string | null;
        /**
         * Always the contact's number, never the tenant's. In E.164, but for an incoming text from a short code or a name, which have no such form and stand as the carrier gave them.
         * @example +15550012345
         */
        ContactPhone: string;
        /**
         * The campaign that the text was sent by. Null outside a campaign.
         * @example cmp_7f3a
         */
        MessageCampaignId: string | null;
        /**
         * That campaign's name. Null outside a campaign.
         * @example Winter outreach
         */
        MessageCampaignName: string | null;
        /** The text, whole. */
        SmsReceivedData: {
            /** Ringpost's own id of the text. */
            message_id: components["schemas"]["MessageId"];
            /** The contact the text belongs to. Null for a notice to the account's owner, which has no contact. */
            contact_id: components["schemas"]["MessageContactId"];
            /** Always the contact's number, never the tenant's. In E.164, but for an incoming text from a short code or a name, which have no such form and stand as the carrier gave them. */
            phone: components["schemas"]["ContactPhone"];
            /** The campaign that the text was sent by. Null outside a campaign. */
            campaign_id: components["schemas"]["MessageCampaignId"];
            /** That campaign's name. Null outside a campaign. */
            campaign_name: components["schemas"]["MessageCampaignName"];
            /**
             * The whole text of the message. Media of an MMS is not carried; one without a text has an empty body.
             * @example Yes please
             * @example call me on Monday.
             */
            body: string;
        };
        /** A contact has texted back. */
        SmsReceived: {
            /**
             * The kind of the event.
             * @constant
             */
            event: "sms.received";
            /**
             * Format: date-time
             * When it happened, in UTC, or when the text provider's report of it came, a second or so later.
             * @example 2026-01-03T12:04:05.120Z
             */
            timestamp: string;
            /** The text, whole. */
            data: components["schemas"]["SmsReceivedData"];
        };
        /** Which text reached whom. */
        SmsDeliveredData: {
            /** Ringpost's own id of the text. */
            message_id: components["schemas"]["MessageId"];
            /** The contact the text belongs to. Null for a notice to the account's owner, which has no contact. */
            contact_id: components["schemas"]["MessageContactId"];
            /** Always the contact's number, never the tenant's. In E.164, but for an incoming text from a short code or a name, which have no such form and stand as the carrier gave them. */
            phone: components["schemas"]["ContactPhone"];
            /** The campaign that the text was sent by. Null outside a campaign. */
            campaign_id: components["schemas"]["MessageCampaignId"];
            /** That campaign's name. Null outside a campaign. */
            campaign_name: components["schemas"]["MessageCampaignName"];
        };
        /** The carrier has confirmed that a text reached the phone. Once for each text. */
        SmsDelivered: {
            /**
             * The kind of the event.
             * @constant
             */
            event: "sms.delivered";
            /**
             * Format: date-time
             * When it happened, in UTC, or when the text provider's report of it came, a second or so later.
             * @example 2026-01-03T12:04:05.120Z
             */
            timestamp: string;
            /** Which text reached whom. */
            data: components["schemas"]["SmsDeliveredData"];
        };
        /** Which text failed, and why. */
        SmsFailedData: {
            /** Ringpost's own id of the text. */
            message_id: components["schemas"]["MessageId"];
            /** The contact the text belongs to. Null for a notice to the account's owner, which has no contact. */
            contact_id: components["schemas"]["MessageContactId"];
            /** Always the contact's number, never the tenant's. In E.164, but for an incoming text from a short code or a name, which have no such form and stand as the carrier gave them. */
            phone: components["schemas"]["ContactPhone"];
            /** The campaign that the text was sent by. Null outside a campaign. */
            campaign_id: components["schemas"]["MessageCampaignId"];
            /** That campaign's name. Null outside a campaign. */
            campaign_name: components["schemas"]["MessageCampaignName"];
            /**
             * The carrier gateway's numeric code, as a string. The set is open.
             * @example 30003
             * @example 30005
             * @example 30007
             */
            error_code: string;
            /**
             * Why, in a few plain English words.
             * @example The carrier filtered the message as spam.
             */
            reason: string;
        };
        /** The carrier could not deliver a text that was sent. Not sent for a text that was never tried, such as one to a number that opted out. */
        SmsFailed: {
            /**
             * The kind of the event.
             * @constant
             */
            event: "sms.failed";
            /**
             * Format: date-time
             * When it happened, in UTC, or when the text provider's report of it came, a second or so later.
             * @example 2026-01-03T12:04:05.120Z
             */
            timestamp: string;
            /** Which text failed, and why. */
            data: components["schemas"]["SmsFailedData"];
        };
        /** Who was called. Custom fields are counted, never sent. */
        Lead: {
            /**
             * The same as `leadId`.
             * @example con_01kdvz1p6r8t0w2y4k6m8q0s2v
             */
            id: string | null;
            /**
             * The contact's full name.
             * @example Dana Whitfield
             */
            fullName: string | null;
            /**
             * The number called, in E.164.
             * @example +15550012345
             */
            phone: string;
            /**
             * The contact's email address.
             * @example dana@example.com
             */
            email: string | null;
            /**
             * How many custom fields the contact has.
             * @example 3
             */
            customFieldKeyCount: number;
        };
        /** The property of the contact that was called. Every member is null where the number called belongs to no contact. */
        CalledProperty: {
            /**
             * The contact's `propertyId`. Null where the contact has none.
             * @example prp_58d1
             */
            id: string | null;
            /**
             * The street and house. Null where the contact has none.
             * @example 418 Alder Street
             */
            address1: string | null;
            /**
             * The city. Null where the contact has none.
             * @example Boise
             */
            city: string | null;
            /**
             * The state. Null where the contact has none.
             * @example ID
             */
            state: string | null;
            /**
             * The postal code. Null where the contact has none.
             * @example 83702
             */
            zip: string | null;
        };
        /** The call that qualified the lead. */
        QualifyingCall: {
            /**
             * The call's id, as in `GET /calls/{id}`.
             * @example call_01kdvzjtc9fyhs3w8t2m5q7r4b
             */
            id: string;
            /**
             * An open set, as in call.completed.
             * @example INTERESTED
             */
            outcome: "INTERESTED" | "NOT_INTERESTED" | "CALLBACK" | "DNC" | "NO_ANSWER" | "BUSY" | "VOICEMAIL" | "WRONG_NUMBER" | "NOT_OWNER" | "FAILED" | "CANCELED" | "UNKNOWN" | (string & {});
            /**
             * How long the conversation lasted. Null where nobody answered.
             * @example 127
             */
            durationSeconds: number | null;
            /**
             * Cut as in call.completed.
             * @example Agent: Hello, this is Riley.
             *     Contact: Hi Riley.
             */
            transcript: string;
            /** Always null here. Ask `GET /calls/{id}` for a fresh address. */
            recordingUrl: null;
            /**
             * Format: date-time
             * When the call was dialled, in UTC.
             * @example 2026-01-03T12:01:44.300Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * When it was answered, in UTC. Null where it was not.
             * @example 2026-01-03T12:01:58.000Z
             */
            answeredAt: string | null;
        };
        /** A call ended with one of the agent's qualifying outcomes. */
        LeadQualifiedByAiCall: {
            /**
             * What qualified the lead.
             * @constant
             */
            origin: "ai_call";
            /**
             * The contact's id. Null where the number called belongs to no contact.
             * @example con_01kdvz1p6r8t0w2y4k6m8q0s2v
             */
            leadId: string | null;
            /** Who was called. Custom fields are counted, never sent. */
            lead: components["schemas"]["Lead"];
            /** The property of the contact that was called. Every member is null where the number called belongs to no contact. */
            property: components["schemas"]["CalledProperty"];
            /** The call that qualified the lead. */
            call: components["schemas"]["QualifyingCall"];
            /** The `metadata` of the request, unchanged. A lead that another application reports may lack it, and `consentRecordId`. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * The `consentRecordId` of the request.
             * @example consent-2026-00412
             */
            consentRecordId?: string | null;
        };
        /**
         * The contact's id.
         * @example con_01kdvz1p6r8t0w2y4k6m8q0s2v
         */
        LeadContactId: string;
        /**
         * The name of the contact's pipeline stage. Null where it stands in none.
         * @example Qualified
         */
        StageName: string | null;
        /**
         * Where the qualification came from, in a word. The set is open.
         * @example pipeline
         * @example crm_push
         * @example assistant
         */
        LeadSource: string;
        /**
         * The campaign that the contact belongs to, if any.
         * @example cmp_7f3a
         */
        LeadCampaignId: string | null;
        /** One of an owner's numbers. */
        OwnerPhone: {
            /**
             * The number as the CRM has it, as a rule in E.164.
             * @example +15550012345
             */
            number: string;
            /**
             * What the number is called in the CRM.
             * @example home
             */
            label: string | null;
            /**
             * The kind of line, such as `mobile` or `landline`. The set is open.
             * @example mobile
             */
            type: string | null;
            /** True where the number must not be called. */
            dnc: boolean;
        };
        /** One owner of the property. */
        Owner: {
            /**
             * The owner's full name.
             * @example Dana Whitfield
             */
            name: string | null;
            /**
             * The state of the owner in the CRM. The set is open.
             * @example active
             */
            status: string | null;
            /** The owner's numbers. */
            phones: components["schemas"]["OwnerPhone"][];
        };
        /** The contact as it was then. Best effort, so it may be left out. */
        ContactSnapshot: {
            /**
             * The contact's full name.
             * @example Dana Whitfield
             */
            fullName: string | null;
            /**
             * The contact's number as the CRM has it, as a rule in E.164.
             * @example +15550012345
             */
            phone: string | null;
            /** The owners of the property. */
            owners: components["schemas"]["Owner"][];
            /**
             * The contact's tags.
             * @example [
             *       "hot",
             *       "spring-list"
             *     ]
             */
            tags: string[];
            /** True where the contact must not be contacted. */
            doNotContact: boolean;
        };
        /** The property's lead status, if it has one. */
        LeadStatus: {
            /**
             * The status' id.
             * @example st_4
             */
            id: string;
            /**
             * The status' name.
             * @example Qualified
             */
            name: string;
        } | null;
        /** The property as it was then. Best effort, so it may be left out. */
        PropertySnapshot: {
            /**
             * The property's id.
             * @example prp_58d1
             */
            id: string;
            /**
             * Street and number.
             * @example 418 Alder Street
             */
            address1: string | null;
            /**
             * The city.
             * @example Boise
             */
            city: string | null;
            /**
             * The state.
             * @example ID
             */
            state: string | null;
            /**
             * The postal code.
             * @example 83702
             */
            zip: string | null;
            /**
             * The last call's outcome. An open set.
             * @example INTERESTED
             */
            outcome: string | null;
            /**
             * Where the property stands in the dialer. The set is open.
             * @example done
             */
            dialerStatus: string | null;
            /**
             * How often the property was called.
             * @example 2
             */
            callAttempts: number;
            /** The property's lead status, if it has one. */
            leadStatus: components["schemas"]["LeadStatus"];
            /** Left out where they are more than 16,384 characters of compact JSON. */
            customFields?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * When the property was created, in UTC.
             * @example 2025-11-20T09:30:00.000Z
             */
            createdAt: string;
        };
        /** A contact was moved to a stage of the pipeline that counts as qualified. */
        LeadQualifiedByPipelineStage: {
            /**
             * What qualified the lead.
             * @constant
             */
            origin: "pipeline_stage";
            /** The contact's id. */
            contactId: components["schemas"]["LeadContactId"];
            /** The name of the contact's pipeline stage. Null where it stands in none. */
            statusName: components["schemas"]["StageName"];
            /** Where the qualification came from, in a word. The set is open. */
            source: components["schemas"]["LeadSource"];
            /** The campaign that the contact belongs to, if any. */
            campaignId: components["schemas"]["LeadCampaignId"];
            /** The contact as it was then. Best effort, so it may be left out. */
            contact?: components["schemas"]["ContactSnapshot"];
            /** The property as it was then. Best effort, so it may be left out. */
            property?: components["schemas"]["PropertySnapshot"];
        };
        /** The contact, as far as an automation knows it. May be left out. */
        ContactName: {
            /**
             * The contact's full name.
             * @example Dana Whitfield
             */
            fullName: string | null;
            /**
             * The contact's number as the CRM has it, as a rule in E.164.
             * @example +15550012345
             */
            phone: string | null;
        };
        /** Where the property is. Best effort, so it may be left out. */
        PropertyAddress: {
            /**
             * The property's id.
             * @example prp_58d1
             */
            id: string;
            /**
             * Street and number.
             * @example 418 Alder Street
             */
            address1: string | null;
            /**
             * The city.
             * @example Boise
             */
            city: string | null;
            /**
             * The state.
             * @example ID
             */
            state: string | null;
            /**
             * The postal code.
             * @example 83702
             */
            zip: string | null;
        };
        /** The step that pushed the contact. */
        AutomationStep: {
            /**
             * The id of the automation's sequence.
             * @example seq_22
             */
            sequenceId: string;
            /**
             * The id of the contact's enrolment in it.
             * @example enr_9041
             */
            enrollmentId: string;
            /**
             * The step's id.
             * @example node_5
             */
            nodeId: string;
            /**
             * The step's name.
             * @example Spring follow-up
             */
            name: string | null;
        };
        /** The push-to-CRM step of an automation was reached. */
        LeadQualifiedByAutomation: {
            /**
             * What qualified the lead.
             * @constant
             */
            origin: "automation";
            /** The contact's id. */
            contactId: components["schemas"]["LeadContactId"];
            /**
             * Always this word: an automation has no stage.
             * @constant
             */
            statusName: "Automation";
            /** Where the qualification came from, in a word. The set is open. */
            source: components["schemas"]["LeadSource"];
            /** The campaign that the contact belongs to, if any. */
            campaignId: components["schemas"]["LeadCampaignId"];
            /** The contact, as far as an automation knows it. May be left out. */
            contact?: components["schemas"]["ContactName"];
            /** Where the property is. Best effort, so it may be left out. */
            property?: components["schemas"]["PropertyAddress"];
            /** The step that pushed the contact. */
            automation: components["schemas"]["AutomationStep"];
        };
        /** Someone pushed the contact to the CRM from its page. */
        LeadQualifiedByContactPage: {
            /**
             * What qualified the lead.
             * @constant
             */
            origin: "contact_page";
            /** The contact's id. */
            contactId: components["schemas"]["LeadContactId"];
            /** The name of the contact's pipeline stage. Null where it stands in none. */
            statusName: components["schemas"]["StageName"];
            /** Where the qualification came from, in a word. The set is open. */
            source: components["schemas"]["LeadSource"];
            /** The campaign that the contact belongs to, if any. */
            campaignId: components["schemas"]["LeadCampaignId"];
            /** The contact as it was then. Best effort, so it may be left out. */
            contact?: components["schemas"]["ContactSnapshot"];
            /** The property as it was then. Best effort, so it may be left out. */
            property?: components["schemas"]["PropertySnapshot"];
        };
        /** The assistant pushed the contact to the CRM. */
        LeadQualifiedByAssistant: {
            /**
             * What qualified the lead.
             * @constant
             */
            origin: "assistant";
            /** The contact's id. */
            contactId: components["schemas"]["LeadContactId"];
            /** The name of the contact's pipeline stage. Null where it stands in none. */
            statusName: components["schemas"]["StageName"];
            /** Where the qualification came from, in a word. The set is open. */
            source: components["schemas"]["LeadSource"];
            /** The campaign that the contact belongs to, if any. */
            campaignId: components["schemas"]["LeadCampaignId"];
            /** The contact as it was then. Best effort, so it may be left out. */
            contact?: components["schemas"]["ContactSnapshot"];
            /** The property as it was then. Best effort, so it may be left out. */
            property?: components["schemas"]["PropertySnapshot"];
        };
        /** One of five shapes. `origin` says which. */
        LeadQualifiedData: components["schemas"]["LeadQualifiedByAiCall"] | components["schemas"]["LeadQualifiedByPipelineStage"] | components["schemas"]["LeadQualifiedByAutomation"] | components["schemas"]["LeadQualifiedByContactPage"] | components["schemas"]["LeadQualifiedByAssistant"];
        /** A lead is qualified, by a call, by a move in the pipeline, or by a push to the tenant's CRM. */
        LeadQualified: {
            /**
             * The kind of the event.
             * @constant
             */
            event: "lead.qualified";
            /**
             * Format: date-time
             * When it happened, in UTC.
             * @example 2026-01-03T12:04:05.120Z
             */
            timestamp: string;
            /** One of five shapes. `origin` says which. */
            data: components["schemas"]["LeadQualifiedData"];
        };
        NotFoundError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "not_found";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
        MethodNotAllowedError: {
            /** What is wrong. */
            error: {
                /**
                 * Tells programs which error this is.
                 * @constant
                 */
                code: "method_not_allowed";
                /** A sentence for people. It may be reworded at any time; let programs look at `code` and `details`. */
                message: components["schemas"]["ErrorMessage"];
            };
        };
    };
    responses: {
        /** The path is none of this document. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** The path is served, but not with this method. */
        MethodNotAllowed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedError"];
            };
        };
        /** There is no API key, or it is malformed, unknown, expired or revoked. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidApiKeyError"];
            };
        };
        /** The key lacks the scope `calls:place`, or the tenant's public API is switched off. */
        ForbiddenCallsPlace: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientScopeError"] | components["schemas"]["PublicApiDisabledError"];
            };
        };
        /** The `idempotencyKey` was used within the last 24 hours with another body. */
        IdempotencyConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "x-should-retry": components["headers"]["x-should-retry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyConflictError"];
            };
        };
        /** The body is larger than 4 MiB, and was not read. */
        CallTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** The service cannot serve the request just now, or the first request with this `idempotencyKey` and body has not been answered yet. */
        OverloadedOrInProgress: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyInProgressError"] | components["schemas"]["OverloadedError"];
            };
        };
        /** A query parameter does not fit this document, or the operation does not take it. */
        InvalidQuery: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** The key lacks the scope `calls:read`, or the tenant's public API is switched off. */
        ForbiddenCallsRead: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientScopeError"] | components["schemas"]["PublicApiDisabledError"];
            };
        };
        /** The budget for requests of this kind is used up. */
        RateLimited: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
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
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OverloadedError"];
            };
        };
        /** The request has a query parameter, and the operation takes none. */
        UnknownQuery: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** No call of this tenant that was placed through this API has that id. */
        CallNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CallNotFoundError"];
            };
        };
        /** The key lacks the scope `read`, or the tenant's public API is switched off. */
        ForbiddenRead: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientScopeError"] | components["schemas"]["PublicApiDisabledError"];
            };
        };
        /** The tenant has no agent with that id. */
        AgentNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AgentNotFoundError"];
            };
        };
        /** The key lacks the scope `write`, or the tenant's public API is switched off. */
        ForbiddenWrite: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientScopeError"] | components["schemas"]["PublicApiDisabledError"];
            };
        };
        /** The body is larger than 1 MiB, and was not read. */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** The key lacks the scope `webhooks`, or the tenant's public API is switched off. */
        ForbiddenWebhooks: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientScopeError"] | components["schemas"]["PublicApiDisabledError"];
            };
        };
        /** The tenant has no webhook endpoint with that id. */
        WebhookNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookNotFoundError"];
            };
        };
        /** The tenant has no automation trigger with that id. */
        TriggerNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TriggerNotFoundError"];
            };
        };
        /** The tenant has no webhook delivery with that id, or it is older than we keep them. */
        DeliveryNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryNotFoundError"];
            };
        };
        /** Any 2xx within 10 seconds means that you have it. Anything else, a redirect too, is tried again after 1 m, 5 m, 30 m, 2 h and 6 h, each a quarter more or less; the sixth failed attempt is the last. */
        WebhookReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * The same as `idempotencyKey` in the body, for clients and gateways that set a header, with or without quotation marks. Both, and different, is a 400.
         * @example crm-lead-8841-first-call
         */
        IdempotencyKey: components["schemas"]["IdempotencyKey"];
        /**
         * The call's id. Any string that is not the id of one of your calls gets `call_not_found`.
         * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
         */
        CallId: string;
        /**
         * The agent's id. Any string that is not the id of one of your agents gets `agent_not_found`.
         * @example agt_01kaezq2c8f4d6g8h0jkmnpqrs
         */
        AgentId: string;
        /**
         * The trigger's id. Any string that is not the id of one of your triggers gets `trigger_not_found`.
         * @example trg_01kaezt3k4m5n6p7q8r9s0t1v2
         */
        TriggerId: string;
        /**
         * The delivery's id. Any string that is not the id of one of your deliveries gets `delivery_not_found`.
         * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
         */
        DeliveryId: string;
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
         * The delivery's id for the libraries of Standard Webhooks. Only where the endpoint has `standardWebhooks`, as the other two.
         * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
         */
        StandardId: components["schemas"]["StandardId"];
        /**
         * When this attempt was signed, as in `X-Webhook-Timestamp`.
         * @example 1795176089
         */
        StandardTimestamp: components["schemas"]["StandardTimestamp"];
        /**
         * `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed by the endpoint's signing secret as text. Public libraries take that key as `whsec_` and its base64.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        StandardSignature: components["schemas"]["StandardSignature"];
        /**
         * Who is sending, and the version of the webhooks.
         * @example Ringpost-Webhooks/1.0
         */
        WebhookUserAgent: "Ringpost-Webhooks/1.0";
    };
    requestBodies: never;
    headers: {
        /**
         * How many requests the budget that this request was counted against allows within 60 seconds.
         * @example 60
         */
        "X-RateLimit-Limit": number;
        /**
         * How many requests are left in that budget right now.
         * @example 59
         */
        "X-RateLimit-Remaining": number;
        /**
         * When the budget is full again if nothing more is sent: Unix time in whole seconds, rounded up. This is a moment, not a number of seconds to wait; for that, read `Retry-After`. It is real time, also in a sandbox whose clock was moved.
         * @example 1795176060
         */
        "X-RateLimit-Reset": number;
        /**
         * The budget that this request was counted against, in the form of the IETF's draft (httpapi, RateLimit header fields): its name (`read`, `write`, or `authentication` without a valid key), `q` requests within any `w` seconds. A structured field (RFC 9651), to which parameters and budgets may be added.
         * @example "write";q=60;w=60
         */
        "RateLimit-Policy": string;
        /**
         * What is left of that budget, in the form of the same draft: `r` requests in the next `t` seconds. Then the budget is full again if nothing more is sent; with `r=0` one request can pass then. `t` is real time, as `X-RateLimit-Reset` is.
         * @example "write";r=59;t=60
         */
        RateLimit: string;
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
         * Always `false`. Some generated clients retry every 409, and this one can never succeed.
         * @example false
         */
        "x-should-retry": "false";
        /**
         * Whole seconds to wait before you send the request again. Stands beside `rate_limited` only.
         * @example 12
         */
        OptionalRetryAfter: number;
        /**
         * The methods that the path is served with, separated by commas.
         * @example GET, POST
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    /**
     * List calls that are over
     * The calls whose result stands, newest first, a page at a time: each is listed from the moment in which its `call.completed` goes out.
     *     While `nextCursor` is not null, ask again with it as `cursor`. Only calls placed through this API are listed,
     *     the operator's test calls of an agent among them. A call is read by its id from its placement on.
     */
    listCalls: {
        parameters: {
            query?: {
                /**
                 * The `nextCursor` of the page before.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                cursor?: string;
                /**
                 * How many calls a page holds.
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
            /** A page of calls. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallsReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCallsRead"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Place a call
     * Lets one of your voice agents phone somebody. The answer comes as soon as the voice provider has taken the call, long
     *     before it is over: every result field is null. Wait for the `call.completed` webhook, or read the call now and then.
     *
     *     Checks come in this order, and the first that fails decides the answer: the number to call is a possible E.164 number ·
     *     the `idempotencyKey` · the agent exists and is active · `variables` has every `{{name}}` of the agent's prompt · there is a
     *     number to call from · the wallet covers the estimated cost · fewer calls are going than the tenant may have at once.
     *     A refused request leaves nothing behind: no call, no money held, no key used up.
     *
     *     A prompt may write `{{ name }}`, `{{- name -}}`, `{{ name | filter }}` or `{{ name[0] }}`. A name has letters, digits, `_`, `-` and
     *     `.`, and does not begin with a digit. Names that the voice side fills itself are never missing: `now`, `date`, `time`, `day`,
     *     `month`, `year`, `customer.*`, `call.*`, `phoneNumber.*` and `transport.*`. A variable that is null or "" counts as sent.
     *
     *     Always send an `idempotencyKey`. It is what makes a retry after a timeout or a `placement_failed` safe. What a
     *     `placement_failed` leaves behind, and for how long, stands under "When a call could not be placed".
     */
    placeCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The same as `idempotencyKey` in the body, for clients and gateways that set a header, with or without quotation marks. Both, and different, is a 400.
                 * @example crm-lead-8841-first-call
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceCallRequest"];
            };
        };
        responses: {
            /** The call is on its way, or this is the stored answer to an earlier request with the same key. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPhoneNumberError"] | components["schemas"]["MissingVariablesError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** A pay-as-you-go tenant's wallet does not cover the estimated cost of the call. */
            402: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientBalanceError"];
                };
            };
            403: components["responses"]["ForbiddenCallsPlace"];
            /** The agent is absent, inactive or another tenant's; or there is no such number to call from, or none that can be used. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentNotFoundError"] | components["schemas"]["PhoneNumberNotFoundError"];
                };
            };
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["CallTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** The write budget is used up, or the tenant has as many calls going as it may. Only the first tells how long to wait. */
            429: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["OptionalRetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"] | components["schemas"]["ConcurrentLimitExceededError"];
                };
            };
            /** The call could not be placed, or we made a mistake. Send the request again with the same `idempotencyKey`. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacementFailedError"] | components["schemas"]["InternalError"];
                };
            };
            503: components["responses"]["OverloadedOrInProgress"];
        };
    };
    /**
     * Read a call
     * The call as it stands, with a fresh link to its recording once there is one. The link works for 15 minutes; read the call
     *     again for another. Only calls placed through this API are shown, the
     *     operator's test calls of an agent among them.
     *
     *     The terminal status stands at once when a call ends; where it is open whether anybody answered, some 40 s later at the
     *     latest. Outcome, transcript, extraction and recording follow within about a minute. The `call.completed` webhook goes out when
     *     they are there, and a minute after the terminal status in any case. What comes later is shown here alone, with one exception: a
     *     call that it makes a lead still has its `lead.qualified`.
     *
     *     They are not kept for ever. By default a call loses its recording 90 days after its `createdAt` (`recordingUrl` is null again; a
     *     link that was made before gives 404), and is deleted after 400 days (`call_not_found`). The operator may have set other times for
     *     you, also one after which `transcript` is null again.
     *
     *     When the operator has erased the person who was called, the call keeps its id, statuses, outcome and times. Its `phoneNumber` is
     *     `+999` then, which is nobody's number; `variables` and `metadata` are empty, and what was said, extracted and recorded is null. The
     *     deliveries of its events are gone (`delivery_not_found`).
     */
    readCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The call's id. Any string that is not the id of one of your calls gets `call_not_found`.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The call. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCallsRead"];
            404: components["responses"]["CallNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Hang up a call
     * Hangs up a call that is still going, whether or not it has been answered. The answer is `ending`, and is `ending` again
     *     however often you ask, until the call is over. A call that is over answers with the status it ended in. Only this operation
     *     shows `ending`: reading the call shows its last confirmed status.
     *
     *     What follows depends on how far the call is:
     *
     *     | the call | what happens | how it ends |
     *     |---|---|---|
     *     | `in-progress` | It is hung up at once. | `completed`, with `endedReason` `ended-by-api` |
     *     | `queued` or `ringing`, and nobody answers | The telephone rings on until the ringing ends by itself, because the voice provider has no request that stops it. | As the reason says that the provider gives: mostly `no_answer`, or `busy`, or `failed`. `canceled` where it gives a reason that names no such cause |
     *     | `queued` or `ringing`, and somebody answers | It is hung up as soon as the provider reports the answer. | `completed`, with `endedReason` `ended-by-api` and the seconds until then, which are charged |
     *     | left unknown by a `placement_failed` | It is hung up as soon as it is found. | As above, or `canceled` if nobody was dialled |
     *
     *     Until it is over, a call keeps its money held and its permit for a concurrent call. There is no request body; one that is sent is
     *     ignored.
     */
    endCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The call's id. Any string that is not the id of one of your calls gets `call_not_found`.
                 * @example call_01kaezr6mvfy3bq0n4v7p5w2cd
                 */
                id: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The call is ending, or had already ended. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndCallReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCallsPlace"];
            404: components["responses"]["CallNotFound"];
            429: components["responses"]["RateLimited"];
            /** The provider could not be reached, or we made a mistake. Ask again. */
            500: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndFailedError"] | components["schemas"]["InternalError"];
                };
            };
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List agents
     * All agents of the tenant in one list, by name, inactive ones included.
     */
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The agents. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentsReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenRead"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read an agent
     * One agent, in the same form as in the list and without a wrapper.
     */
    readAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The agent's id. Any string that is not the id of one of your agents gets `agent_not_found`.
                 * @example agt_01kaezq2c8f4d6g8h0jkmnpqrs
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The agent. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenRead"];
            404: components["responses"]["AgentNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Set or clear an agent's extraction schema
     * Says what shall be extracted from the transcripts of this agent's calls from now on. `null` switches extraction off. Calls
     *     that were placed earlier keep the schema that they were placed with.
     *
     *     A schema is a JSON Schema for an object, with these rules: only known values of `type`; every name in `required` stands in
     *     `properties` beside it, at every level; at most 32,768 bytes of compact JSON; at most 16 levels deep; `$ref` only to
     *     something inside the schema; no `$id`, `$anchor`, `$dynamicRef` or `$async`; it must compile as JSON Schema 2020-12,
     *     as which it is read even where `$schema` names 2019-09, draft-07 or draft-06.
     *
     *     A schema may refer to itself through a property, an item or another part of the data, as trees do. It may not be applied
     *     to the same data again by way of itself. It may not be too costly: it has at most 1,000 subschemas, each name in a list of
     *     `dependentRequired` counted as one, and at most 10,000 where each `$ref` is counted as all that it refers to (a reference back to
     *     a schema that is being counted adds nothing). The rare schema that stays below these numbers and still takes more than 2 seconds
     *     of processor time or 128 MB of memory to compile is refused too.
     *
     *     `details.path` of `invalid_extraction_schema` points at the first thing that breaks these rules. Schemas are compiled one at a time
     *     for each tenant. Where 60 of a tenant's wait, the next one gets `rate_limited`.
     */
    setExtractionSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The same as `idempotencyKey` in the body, for clients and gateways that set a header, with or without quotation marks. Both, and different, is a 400.
                 * @example crm-lead-8841-first-call
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The agent's id. Any string that is not the id of one of your agents gets `agent_not_found`.
                 * @example agt_01kaezq2c8f4d6g8h0jkmnpqrs
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetExtractionSchemaRequest"];
            };
        };
        responses: {
            /** The agent with its new schema, or the stored answer to an earlier request with the same key. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** The request does not fit this document, or the schema breaks a rule. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidExtractionSchemaError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWrite"];
            404: components["responses"]["AgentNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrInProgress"];
        };
    };
    /**
     * List webhook endpoints
     * All endpoints of the tenant in one list, oldest first, with their secrets masked.
     */
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The endpoints. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointsReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Create a webhook endpoint
     * Registers an address of yours, and makes the secret that everything sent to it is signed with. **The secret is shown here
     *     only**; lists show its last four characters. An endpoint by itself gets nothing: create an automation trigger next.
     *
     *     The address must be public: plain `http` is refused in production, and so is a host that resolves to a private, loopback,
     *     link-local or otherwise reserved address. A name that does not resolve just now is taken, because every connection is
     *     checked again. A tenant may have 10 endpoints.
     *
     *     `details.reason` of `invalid_webhook_url` is one of `unparseable`, `characters`, `unsupported_scheme`, `credentials`, `port`
     *     (0), `https_required` and `private_address`; more may be added. Spaces, line breaks and control characters are not
     *     repaired: percent-encode them.
     *
     *     `headers` are sent along with every delivery. These are dropped without a word, whatever their case and with `_` read as `-`, because
     *     they would break or forge a delivery: `Host`, `Authorization`, `Content-*`, `Transfer-Encoding`, `Connection`, `Keep-Alive`, `TE`,
     *     `Trailer`, `Upgrade`, `Expect`, `Cookie`, `Proxy-*`, `Forwarded`, `X-Forwarded-*`, `User-Agent`, `X-Webhook-*`. The answer
     *     shows those that are left.
     *
     *     With `standardWebhooks` every delivery also carries `webhook-id`, `webhook-timestamp` and `webhook-signature`, which the public
     *     libraries of Standard Webhooks verify. They take the secret as `whsec_` and the base64 of `signingSecret` as text. Extra headers
     *     of these three names are dropped then.
     */
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The same as `idempotencyKey` in the body, for clients and gateways that set a header, with or without quotation marks. Both, and different, is a 400.
                 * @example crm-lead-8841-first-call
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** The endpoint with its secret, or the stored answer (the same secret) to an earlier request with the same key. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpointReply"];
                };
            };
            /** The request does not fit this document, the address may not be used, or the tenant has 10 endpoints already. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidWebhookUrlError"] | components["schemas"]["EndpointLimitReachedError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrInProgress"];
        };
    };
    /**
     * Delete a webhook endpoint
     * Removes the endpoint, its automation triggers, and its deliveries that are still pending or retrying. Finished deliveries stay
     *     readable, with the endpoint's name and address as they were. A delivery that is being sent again is retrying, and is removed
     *     even if it had succeeded before. An attempt that is under way ends without a trace.
     */
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The endpoint's id. Any string that is not the id of one of your endpoints gets `webhook_not_found`.
                 * @example whe_01kaezs0a1b2c3d4e5f6g7h8j9
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** It is gone. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List automation triggers
     * All triggers of the tenant in one list, oldest first, each with a summary of its endpoint.
     */
    listAutomationTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The triggers. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationTriggersReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Create an automation trigger
     * Subscribes one of your webhook endpoints to an event. Two triggers for one event make two deliveries. Events go out while
     *     both the trigger and its endpoint are active. A tenant may have 25 triggers.
     *
     *     With `conditions.outcome` the trigger fires only for calls that came to one of those outcomes, compared with the `outcome` of
     *     the webhook itself (where `UNKNOWN` stands for a call without one). Only `call.completed` can be filtered.
     */
    createAutomationTrigger: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The same as `idempotencyKey` in the body, for clients and gateways that set a header, with or without quotation marks. Both, and different, is a 400.
                 * @example crm-lead-8841-first-call
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAutomationTriggerRequest"];
            };
        };
        responses: {
            /** The trigger, or the stored answer to an earlier request with the same key. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationTriggerReply"];
                };
            };
            /** The request does not fit this document, the event cannot be filtered by outcome, or the tenant has 25 triggers already. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidConditionsError"] | components["schemas"]["TriggerLimitReachedError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["OverloadedOrInProgress"];
        };
    };
    /**
     * Read an automation trigger
     * One trigger, in the same form as in the list, as the value of `trigger`.
     */
    readAutomationTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The trigger's id. Any string that is not the id of one of your triggers gets `trigger_not_found`.
                 * @example trg_01kaezt3k4m5n6p7q8r9s0t1v2
                 */
                id: components["parameters"]["TriggerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The trigger. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationTriggerReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            404: components["responses"]["TriggerNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Delete an automation trigger
     * New events no longer fire it. Deliveries that it has made already run to their end.
     */
    deleteAutomationTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The trigger's id. Any string that is not the id of one of your triggers gets `trigger_not_found`.
                 * @example trg_01kaezt3k4m5n6p7q8r9s0t1v2
                 */
                id: components["parameters"]["TriggerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** It is gone. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            404: components["responses"]["TriggerNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Send a test event
     * Makes a delivery of an example of the trigger's event to the trigger's endpoint, and to no other. It is a delivery like any other: it
     *     is signed, takes its place in the webhook budget, is retried for hours where it fails, and can be read and sent again. Its body is the
     *     first example that the published event document (`/asyncapi.yaml`) has of the event, with a new id of its call or message and the present time; with an outcome that
     *     the trigger asks for, where it asks for one. Nothing in it says that it is a test, because a receiver is to treat it like any other; the id in it belongs to no call
     *     or message, and the answer to this request has the delivery's id.
     *
     *     The trigger and its endpoint must be active. There is no request body; one that is sent is ignored.
     */
    testAutomationTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The trigger's id. Any string that is not the id of one of your triggers gets `trigger_not_found`.
                 * @example trg_01kaezt3k4m5n6p7q8r9s0t1v2
                 */
                id: components["parameters"]["TriggerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery as it was made. Read it to see what became of it. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** The trigger or its endpoint is switched off. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            404: components["responses"]["TriggerNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * List webhook deliveries
     * One record for each delivery of the last 30 days at most, newest first, in an order that is stable from page to page.
     *     Finished deliveries of `sms.delivered` and `sms.failed` are kept 30 days, others 90 days and readable by id that long.
     */
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * Only deliveries in this status.
                 * @example failed
                 */
                status?: components["schemas"]["DeliveryStatus"];
                /**
                 * Only deliveries created at or after this ISO 8601 date or time, which is UTC unless it has an offset. Something older than 30 days is taken as 30 days ago, and so is leaving it out. What cannot be parsed is `invalid_request`.
                 * @example 2026-11-13T00:00:00Z
                 */
                since?: string;
                /**
                 * Which page; the first is 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * How many records a page holds.
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
            /** A page of deliveries, without their payloads. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveriesReply"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read a webhook delivery
     * One delivery with the payload that is sent, without a wrapper, and a line in `attemptLog` for each attempt whose outcome is known. The payload is the same on every attempt.
     */
    readWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The delivery's id. Any string that is not the id of one of your deliveries gets `delivery_not_found`.
                 * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery, its attempts and its payload. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithPayload"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            404: components["responses"]["DeliveryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Send a webhook delivery again
     * Sends the stored payload once more to the endpoint it was made for, at once, under the same `X-Webhook-Delivery-Id`, and
     *     answers when the attempt is over: `success`, or `retrying` with the time of the next attempt, because a failure starts a
     *     fresh cycle of six. `attempts` keeps counting. When the tenant's webhook budget is used up nothing is sent yet: the answer is
     *     `retrying`, with the time that is reserved for it in `nextRetryAt`.
     *
     *     Only a delivery that is `success` or `failed` can be sent again. Of two requests at once, one sends and the other is refused.
     *     Its endpoint must exist and be active; its trigger need not. There is no request body; one that is sent is ignored.
     */
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The delivery's id. Any string that is not the id of one of your deliveries gets `delivery_not_found`.
                 * @example 019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f
                 */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery after the attempt. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** The delivery is still pending or retrying, or its endpoint is gone or inactive. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenWebhooks"];
            404: components["responses"]["DeliveryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    /**
     * Read the account
     * Your tenant's budgets with what is left of each, its concurrent calls, its wallet and its API keys. Reading it takes a token of the read budget, and no other.
     */
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The account. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountReply"];
                };
            };
            400: components["responses"]["UnknownQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenRead"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
}

export const eventTypes = [
  "call.completed",
  "sms.received",
  "sms.delivered",
  "sms.failed",
  "lead.qualified"
] as const;

export const operationTable = {
  "placeCall": {
    "method": "POST",
    "path": "/calls",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": true,
    "givesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "with-idempotency-key",
      "codes": [
        "rate_limited",
        "concurrent_limit_exceeded",
        "placement_failed",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "listCalls": {
    "method": "GET",
    "path": "/calls",
    "pathParameters": [],
    "queryParameters": [
      "cursor",
      "limit"
    ],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readCall": {
    "method": "GET",
    "path": "/calls/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "endCall": {
    "method": "POST",
    "path": "/calls/{id}/end",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "end_failed",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "listAgents": {
    "method": "GET",
    "path": "/agents",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readAgent": {
    "method": "GET",
    "path": "/agents/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "setExtractionSchema": {
    "method": "POST",
    "path": "/agents/{id}/extraction-schema",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": true,
    "givesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "createWebhookEndpoint": {
    "method": "POST",
    "path": "/webhooks",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": true,
    "givesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "with-idempotency-key",
      "codes": [
        "rate_limited",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "listWebhookEndpoints": {
    "method": "GET",
    "path": "/webhooks",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "deleteWebhookEndpoint": {
    "method": "DELETE",
    "path": "/webhooks/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": false,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "createAutomationTrigger": {
    "method": "POST",
    "path": "/automation-triggers",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": true,
    "givesBody": true,
    "budget": "write",
    "idempotencyField": "idempotencyKey",
    "retry": {
      "safe": "with-idempotency-key",
      "codes": [
        "rate_limited",
        "internal_error",
        "idempotency_in_progress",
        "overloaded"
      ]
    }
  },
  "listAutomationTriggers": {
    "method": "GET",
    "path": "/automation-triggers",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readAutomationTrigger": {
    "method": "GET",
    "path": "/automation-triggers/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "deleteAutomationTrigger": {
    "method": "DELETE",
    "path": "/automation-triggers/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": false,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "testAutomationTrigger": {
    "method": "POST",
    "path": "/automation-triggers/{id}/test",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/webhook-deliveries",
    "pathParameters": [],
    "queryParameters": [
      "status",
      "since",
      "page",
      "limit"
    ],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readWebhookDelivery": {
    "method": "GET",
    "path": "/webhook-deliveries/{id}",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "retryWebhookDelivery": {
    "method": "POST",
    "path": "/webhook-deliveries/{id}/retry",
    "pathParameters": [
      "id"
    ],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "write",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  },
  "readAccount": {
    "method": "GET",
    "path": "/account",
    "pathParameters": [],
    "queryParameters": [],
    "takesBody": false,
    "givesBody": true,
    "budget": "read",
    "idempotencyField": null,
    "retry": {
      "safe": "always",
      "codes": [
        "rate_limited",
        "internal_error",
        "overloaded"
      ]
    }
  }
} as const;

export const finalCallStatuses = [
  "completed",
  "no_answer",
  "busy",
  "failed",
  "canceled"
] as const;

export const errorStatuses = {
  "invalid_request": 400,
  "invalid_phone_number": 400,
  "missing_variables": 400,
  "invalid_extraction_schema": 400,
  "invalid_webhook_url": 400,
  "endpoint_limit_reached": 400,
  "invalid_conditions": 400,
  "trigger_limit_reached": 400,
  "invalid_api_key": 401,
  "insufficient_balance": 402,
  "insufficient_scope": 403,
  "public_api_disabled": 403,
  "not_found": 404,
  "agent_not_found": 404,
  "phone_number_not_found": 404,
  "call_not_found": 404,
  "webhook_not_found": 404,
  "trigger_not_found": 404,
  "delivery_not_found": 404,
  "method_not_allowed": 405,
  "idempotency_conflict": 409,
  "payload_too_large": 413,
  "unsupported_media_type": 415,
  "rate_limited": 429,
  "concurrent_limit_exceeded": 429,
  "internal_error": 500,
  "placement_failed": 500,
  "end_failed": 500,
  "idempotency_in_progress": 503,
  "overloaded": 503
} as const;
